#include "cli/run/divided.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/output/files.h"
#include "cli/output/progress.h"
#include "cli/ranks/session.h"

#define BODIES_PER_PARTITION 2048
#define MOST_PARTITIONS 1024

enum order { ORDER_NONE, ORDER_DIVIDE, ORDER_STEP, ORDER_UNITE, ORDER_REPORT, ORDER_END, ORDER_NOTE, ORDER_DISMISS };

static bool is_interrupted;

int32_t divided_partitions(int32_t bodies)
{
    const int32_t partitions = bodies / BODIES_PER_PARTITION;
    return partitions < 1 ? 1 : partitions > MOST_PARTITIONS ? MOST_PARTITIONS : partitions;
}

/* ---- Failures ---------------------------------------------------------------------------------------------------- */

/* The checkpoint that was written last, and the step under way. */
static struct {
    char path[MAX_PATH_SIZE];
    int64_t saved_step, step;
    bool is_divided;
} progress_made;

/* Says in all failures from now on how to go on, and of which rank and step they are. */
static void set_context(void)
{
    char before[64] = "";
    char after[700] = "";
    if (progress_made.is_divided) {
        snprintf(before, sizeof before, "rank %d, step %lld: ", session_rank(), (long long)progress_made.step);
    }
    if (progress_made.path[0] != '\0') {
        snprintf(after, sizeof after, "; modulus run --restart %.500s goes on after step %lld", progress_made.path,
                 (long long)progress_made.saved_step);
    }
    fail_context(before, after);
}

/* Ends all ranks, because this one cannot go on inside an order. */
static _Noreturn void end_all(const char *what, md_status status)
{
    const struct ranks_module *module = session_module();
    session_let_first_report();
    fail_mute(false);
    set_context();
    fail_with(EXIT_FAILED, "%s: %s%s%s", what, md_status_text(status), module->failure()[0] != '\0' ? ": " : "",
              module->failure());
    session_abort(EXIT_FAILED);
}

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        end_all(what, status);
    }
}

/* ---- Orders ------------------------------------------------------------------------------------------------------ */

/* Gives an order (rank 0) or receives one (the others, with 0). Returns it, and replaces `value` by that of the order. */
static enum order agree(enum order order, double *value)
{
    const md_communicator *communicator = session_communicator();
    double values[] = {(double)order, *value, interrupt_seen() ? 1 : 0};
    must(communicator->sum(communicator->user, values, 3), "the connection to the other ranks failed");
    if (values[2] > 0) {
        is_interrupted = true;
        interrupt_agreed();
    }
    *value = values[1];
    return (enum order)(int)values[0];
}

static void give(enum order order, double value)
{
    agree(order, &value);
}

bool divided_interrupted(void)
{
    return is_interrupted;
}

/* ---- Rank 0 ------------------------------------------------------------------------------------------------------ */

int divided_begin(struct divided *divided, struct scene *whole, const struct scene_observer *observer)
{
    const md_communicator *communicator = session_communicator();
    md_error error = {0};
    *divided = (struct divided){0};
    progress_made.path[0] = '\0'; /* that of another run, with another solver */
    set_context();
    if (communicator == NULL) {
        return -1;
    }
    const int dimensions = scene_dimensions(whole);
    progress_made.step = scene_steps(whole);
    give(ORDER_DIVIDE, dimensions);
    const md_status status = scene_divide(&divided->share, dimensions, whole, communicator, observer, &error);
    if (status != MD_OK) {
        return fail_with(status == MD_ERROR_ARGUMENT ? EXIT_BAD_INPUT : EXIT_FAILED, "%s",
                         error.message[0] != '\0' ? error.message : md_status_text(status));
    }
    scene_empty(whole);
    divided->is_active = true;
    progress_made.is_divided = true;
    return -1;
}

md_status divided_step(const struct divided *divided, double dt, md_step_report *report)
{
    ++progress_made.step;
    set_context();
    give(ORDER_STEP, dt);
    const md_status status = scene_step(&divided->share, (md_real)dt, report);
    must(status, "the step failed");
    return status;
}

int divided_unite(const struct divided *divided, bool with_contacts, struct scene *whole)
{
    if (!divided->is_active || whole->world != NULL || whole->world3 != NULL) {
        return -1;
    }
    give(ORDER_UNITE, with_contacts);
    must(scene_unite(&divided->share, with_contacts, whole), "the world cannot be united");
    return -1;
}

/* Collects the report of this rank and of all others. */
static void gather_reports(const struct scene *share, md_share_report *all)
{
    const md_communicator *communicator = session_communicator();
    const md_share_report own = scene_share(share);
    must(communicator->gather(communicator->user, &own, sizeof own, all),
         "the reports of the ranks cannot be collected");
}

int divided_report(const struct divided *divided, const struct scene *whole, md_share_report **reports)
{
    *reports = calloc((size_t)session_ranks(), sizeof **reports);
    if (*reports == NULL) {
        return fail_with(EXIT_FAILED, "out of memory");
    }
    if (divided->is_active) {
        give(ORDER_REPORT, 0);
        gather_reports(&divided->share, *reports);
    } else {
        **reports = scene_share(whole);
    }
    return -1;
}

void divided_end(struct divided *divided)
{
    if (divided->is_active) {
        give(ORDER_END, 0);
        scene_empty(&divided->share);
        divided->is_active = false;
        progress_made.is_divided = false;
        set_context();
    }
}

/* Sends the path of a checkpoint from rank 0 to all. */
static void share_path(void)
{
    const md_communicator *communicator = session_communicator();
    md_status status = MD_OK;
    md_message message = {.rank = 0, .size = sizeof progress_made.path, .bytes = progress_made.path};
    if (communicator->rank > 0) {
        status = communicator->exchange(communicator->user, NULL, 0, &message, 1);
    }
    for (int32_t rank = 1; communicator->rank == 0 && status == MD_OK && rank < communicator->ranks; ++rank) {
        message.rank = rank;
        status = communicator->exchange(communicator->user, &message, 1, NULL, 0);
    }
    must(status, "the connection to the other ranks failed");
}

void divided_note_checkpoint(const char *path, int64_t step)
{
    snprintf(progress_made.path, sizeof progress_made.path, "%s", path);
    progress_made.saved_step = step;
    set_context();
    if (session_communicator() != NULL) {
        give(ORDER_NOTE, (double)step);
        share_path();
    }
}

int divided_dismiss(int code)
{
    if (session_communicator() != NULL) {
        fflush(stdout);
        fflush(stderr);
        give(ORDER_DISMISS, code);
        session_end();
    }
    return code;
}

/* ---- Other ranks ------------------------------------------------------------------------------------------------- */

static void obey(struct scene *share, enum order order, double value)
{
    const md_communicator *communicator = session_communicator();
    switch (order) {
    case ORDER_DIVIDE:
        scene_divide(share, (int)value, NULL, communicator, NULL, NULL); /* fails on all ranks alike */
        progress_made.step = scene_steps(share);
        progress_made.path[0] = '\0';
        progress_made.is_divided = true;
        break;
    case ORDER_STEP:
        ++progress_made.step;
        must(scene_step(share, (md_real)value, NULL), "the step failed");
        break;
    case ORDER_UNITE: {
        struct scene nothing = {0};
        must(scene_unite(share, value > 0, &nothing), "the world cannot be united");
        break;
    }
    case ORDER_REPORT: {
        md_share_report *reports = calloc((size_t)communicator->ranks, sizeof *reports);
        must(reports != NULL ? MD_OK : MD_ERROR_MEMORY, "the reports of the ranks cannot be collected");
        gather_reports(share, reports);
        free(reports);
        break;
    }
    case ORDER_END: scene_empty(share); break;
    case ORDER_NOTE:
        progress_made.saved_step = (int64_t)value;
        share_path();
        break;
    default: break;
    }
}

int divided_follow(void)
{
    struct scene share = {0};
    enum order order = ORDER_END;
    double value = 0;
    interrupt_catch();
    while (order != ORDER_DISMISS) {
        value = 0;
        order = agree(ORDER_NONE, &value);
        obey(&share, order, value);
    }
    interrupt_release();
    scene_empty(&share);
    session_end();
    return (int)value;
}
