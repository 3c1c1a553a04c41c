/* The summary of the runs: a table with one column per solver, or JSON. */
#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/output/report.h"
#include "cli/run/run.h"

#define LABEL_WIDTH 24

/* ---- Derived numbers --------------------------------------------------------------------------------------------- */

static double ms_per_step(const struct run_result *run, double seconds)
{
    return run->steps > 0 ? 1e3 * seconds / (double)run->steps : 0;
}

static double sweeps_per_step(const struct run_result *run)
{
    return run->steps > 0 ? (double)run->statistics.sweeps / (double)run->steps : 0;
}

static double mean_log_residual(const struct run_result *run)
{
    return run->log_residual_count > 0 ? run->log_residual_sum / (double)run->log_residual_count : (double)NAN;
}

static double converged_fraction(const struct run_result *run)
{
    const md_statistics *statistics = &run->statistics;
    return statistics->steps_with_tolerance > 0
               ? (double)statistics->steps_converged / (double)statistics->steps_with_tolerance
               : 0;
}

/* ---- The table --------------------------------------------------------------------------------------------------- */

/* Writes one cell of the table: a number of a run as text. */
typedef void cell_function(const struct run_result *run, char *text, size_t size);

#define CELL(name, ...)                                                                                                \
    static void name(const struct run_result *run, char *text, size_t size)                                            \
    {                                                                                                                  \
        snprintf(text, size, __VA_ARGS__);                                                                             \
    }

CELL(cell_solver, "%s", run->setup.solvers)
CELL(cell_steps, "%lld", (long long)run->steps)
CELL(cell_sweeps, "%.1f", sweeps_per_step(run))
CELL(cell_ms, "%.3f", ms_per_step(run, run->statistics.seconds.total))
CELL(cell_ms_islands, "%.3f", ms_per_step(run, run->statistics.seconds.islands))
CELL(cell_ms_assemble, "%.3f", ms_per_step(run, run->statistics.seconds.assemble))
CELL(cell_ms_solve, "%.3f", ms_per_step(run, run->statistics.seconds.solve))
CELL(cell_ms_position, "%.3f", ms_per_step(run, run->statistics.seconds.position))
CELL(cell_ms_integrate, "%.3f", ms_per_step(run, run->statistics.seconds.integrate))
CELL(cell_ms_collide, "%.3f", ms_per_step(run, run->statistics.seconds.collide))
CELL(cell_last_residual, "%.2e", run->last.residual.absolute)
CELL(cell_converged, "%.1f %%", 100 * converged_fraction(run))
CELL(cell_contacts, "%d (%d points)", run->last.contacts, run->last.contact_points)
CELL(cell_awake, "%d in %d island%s", run->last.awake_bodies, run->last.islands, run->last.islands == 1 ? "" : "s")
CELL(cell_penetration_max, "%.3f", 1e3 * (double)run->last.penetration_max)
CELL(cell_penetration_mean, "%.3f", 1e3 * (double)run->last.penetration_mean)
CELL(cell_kinetic, "%.4g", run->last.kinetic_energy)
CELL(cell_energy_start, "%.6g", run->energy_start)
CELL(cell_energy_end, "%.6g", run->energy_end)
CELL(cell_hash, "%016" PRIx64, run->hash)

static void cell_mean_residual(const struct run_result *run, char *text, size_t size)
{
    const double mean = mean_log_residual(run);
    if (isfinite(mean)) {
        snprintf(text, size, "%.2f", mean);
    } else {
        snprintf(text, size, "-");
    }
}

static void cell_max_relative(const struct run_result *run, char *text, size_t size)
{
    const md_worst *max = &run->statistics.relative;
    if (max->step > 0) {
        snprintf(text, size, "%.2e (step %lld)", max->value, (long long)max->step);
    } else {
        snprintf(text, size, "-");
    }
}

/* Which limits stopped the solves, without those that stopped none. */
static void cell_stopped_by(const struct run_result *run, char *text, size_t size)
{
    const md_statistics *statistics = &run->statistics;
    const struct {
        const char *name;
        int64_t steps;
    } limits[] = {{"tolerance", statistics->steps_converged},
                  {"sweeps", statistics->steps_at_max_iterations},
                  {"time", statistics->steps_at_time_budget},
                  {"divergence", statistics->steps_diverged}};
    size_t used = 0;
    snprintf(text, size, "-");
    for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i) {
        if (limits[i].steps > 0 && used < size) {
            used += (size_t)snprintf(text + used, size - used, "%s%s %lld", used > 0 ? ", " : "", limits[i].name,
                                     (long long)limits[i].steps);
        }
    }
}

/* ---- Over ranks -------------------------------------------------------------------------------------------------- */

CELL(cell_ranks, "%d, with %d partition%s", run->setup.ranks, run->setup.partitions,
     run->setup.partitions == 1 ? "" : "s")

static void cell_bodies_per_rank(const struct run_result *run, char *text, size_t size)
{
    const md_share_report *shares = run->shares;
    int32_t fewest = shares[0].bodies;
    int32_t most = shares[0].bodies;
    int32_t ghosts = 0;
    for (int32_t i = 0; i < run->setup.ranks; ++i) {
        fewest = shares[i].bodies < fewest ? shares[i].bodies : fewest;
        most = shares[i].bodies > most ? shares[i].bodies : most;
        ghosts += shares[i].ghosts;
    }
    snprintf(text, size, "%d to %d, and %d ghosts in all", fewest, most, ghosts);
}

/* Of all ranks together. */
static void cell_bytes(const struct run_result *run, char *text, size_t size)
{
    double bytes = 0;
    double messages = 0;
    const double steps = run->steps > 0 ? (double)run->steps : 1;
    for (int32_t i = 0; i < run->setup.ranks; ++i) {
        bytes += (double)run->shares[i].bytes;
        messages += (double)run->shares[i].messages;
    }
    snprintf(text, size, "%.1f in %.1f messages", 1e-3 * bytes / steps, messages / steps);
}

/* ---- Rows of the table ------------------------------------------------------------------------------------------- */

struct table_row {
    const char *label;
    cell_function *cell;
    bool (*is_shown)(const struct run_result *run); /* NULL: always */
};

static bool has_tolerance(const struct run_result *run)
{
    return limits_have_tolerance(&run->setup.limits);
}

static bool may_stop_early(const struct run_result *run)
{
    return has_tolerance(run) || run->setup.limits.budget_us > 0;
}

static bool is_over_ranks(const struct run_result *run)
{
    return run->shares != NULL;
}

static bool is_divided(const struct run_result *run)
{
    return is_over_ranks(run) && run->setup.ranks > 1;
}

static const struct table_row ROWS[] = {
    {"solver", cell_solver, NULL},
    {"ranks", cell_ranks, is_over_ranks},
    {"bodies per rank", cell_bodies_per_rank, is_divided},
    {"kB sent per step", cell_bytes, is_divided},
    {"steps", cell_steps, NULL},
    {"sweeps per step", cell_sweeps, NULL},
    {"converged", cell_converged, has_tolerance},
    {"steps stopped by", cell_stopped_by, may_stop_early},
    {"relative RES, max", cell_max_relative, NULL},
    {"RES, mean log10", cell_mean_residual, NULL},
    {"RES, last step", cell_last_residual, NULL},
    {"ms per step", cell_ms, NULL},
    {"  islands and sleep", cell_ms_islands, NULL},
    {"  assemble constraints", cell_ms_assemble, NULL},
    {"  solve velocities", cell_ms_solve, NULL},
    {"  correct positions", cell_ms_position, NULL},
    {"  integrate", cell_ms_integrate, NULL},
    {"  collide", cell_ms_collide, NULL},
    {"contacts", cell_contacts, NULL},
    {"awake bodies", cell_awake, NULL},
    {"penetration, max, mm", cell_penetration_max, NULL},
    {"penetration, mean, mm", cell_penetration_mean, NULL},
    {"kinetic energy, J", cell_kinetic, NULL},
    {"energy at start, J", cell_energy_start, NULL},
    {"energy at end, J", cell_energy_end, NULL},
    {"hash", cell_hash, NULL},
};

static int column_width(const struct run_result *run)
{
    int width = 16;
    for (size_t row = 0; row < sizeof ROWS / sizeof *ROWS; ++row) {
        char text[SOLVER_PAIR_SIZE];
        if (ROWS[row].is_shown != NULL && !ROWS[row].is_shown(run)) {
            continue;
        }
        ROWS[row].cell(run, text, sizeof text);
        width = (int)strlen(text) > width ? (int)strlen(text) : width;
    }
    return width;
}

static void print_row(const struct table_row *row, const struct run_result *results, size_t count)
{
    printf("%-*s", LABEL_WIDTH, row->label);
    for (size_t i = 0; i < count; ++i) {
        char text[SOLVER_PAIR_SIZE];
        row->cell(&results[i], text, sizeof text);
        printf("%s%*s", i > 0 ? "   " : "", count > 1 ? column_width(&results[i]) : 0, text);
    }
    putchar('\n');
}

void run_print(const struct run_result *results, size_t count)
{
    const struct run_setup *first = &results[0].setup;
    printf("%s: %d bodies, %d shapes, %d joints; %.4g ms per step", md_printable(first->scene).text, first->bodies,
           first->shapes, first->joints, 1e3 * first->dt);
    if (first->substeps > 1) {
        printf(" in %d substeps", first->substeps);
    }
    printf("\n\n");
    for (size_t row = 0; row < sizeof ROWS / sizeof *ROWS; ++row) {
        if (ROWS[row].is_shown == NULL || ROWS[row].is_shown(&results[0])) {
            print_row(&ROWS[row], results, count);
        }
    }
    for (size_t i = 0; i < count; ++i) {
        if (results[i].files != NULL && results[i].files[0] != '\0') {
            printf("%s%s", i == 0 ? "\n" : "", results[i].files);
        }
    }
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void add_worst(cJSON *object, const char *key, const md_worst *worst)
{
    cJSON *entry = cJSON_AddObjectToObject(object, key);
    json_add_number(entry, "value", worst->value);
    json_add_number(entry, "step", (double)worst->step);
}

static void add_residual(cJSON *object, const struct run_result *run)
{
    cJSON *residual = cJSON_AddObjectToObject(object, "residual");
    json_add_number(residual, "mean_log10", mean_log_residual(run));
    json_add_number(residual, "last", run->last.residual.absolute);
    json_add_number(residual, "last_scaled", run->last.residual.scaled);
    json_add_number(residual, "last_relative", run->last.residual.relative);
    add_worst(residual, "worst", &run->statistics.absolute);
    add_worst(residual, "worst_scaled", &run->statistics.scaled);
    add_worst(residual, "worst_relative", &run->statistics.relative);
}

static void add_statistics(cJSON *object, const struct run_result *run)
{
    const md_statistics *statistics = &run->statistics;
    json_add_number(object, "share_converged",
                    statistics->steps_with_tolerance > 0 ? converged_fraction(run) : (double)NAN);
    json_add_number(object, "steps_converged", (double)statistics->steps_converged);
    json_add_number(object, "steps_at_max_iterations", (double)statistics->steps_at_max_iterations);
    json_add_number(object, "steps_at_time_budget", (double)statistics->steps_at_time_budget);
    json_add_number(object, "steps_diverged", (double)statistics->steps_diverged);
    json_add_number(object, "steps_far_from_converged", (double)statistics->steps_far_from_converged);
    json_add_number(object, "solves", (double)statistics->solves);
    json_add_number(object, "sweeps", (double)statistics->sweeps);
    add_worst(object, "penetration_worst", &statistics->penetration);
}

void run_add_json(cJSON *object, const struct run_result *run)
{
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, run->hash);
    cJSON_AddStringToObject(object, "solver", run->setup.solver);
    cJSON_AddStringToObject(object, "position_solver", run->setup.position_solver);
    json_add_number(object, "steps", (double)run->steps);
    json_add_number(object, "dt", run->setup.dt);
    json_add_number(object, "substeps", run->setup.substeps);
    json_add_number(object, "bodies", run->setup.bodies);
    json_add_number(object, "shapes", run->setup.shapes);
    json_add_number(object, "joints", run->setup.joints);
    json_add_number(object, "contacts", run->last.contacts);
    json_add_number(object, "contact_points", run->last.contact_points);
    json_add_number(object, "islands", run->last.islands);
    json_add_number(object, "awake_bodies", run->last.awake_bodies);
    json_add_number(object, "iterations_per_step", sweeps_per_step(run));
    json_add_number(object, "ms_per_step", ms_per_step(run, run->statistics.seconds.total));
    cJSON *phases = cJSON_AddObjectToObject(object, "ms_by_phase");
    json_add_number(phases, "islands", ms_per_step(run, run->statistics.seconds.islands));
    json_add_number(phases, "assemble", ms_per_step(run, run->statistics.seconds.assemble));
    json_add_number(phases, "solve", ms_per_step(run, run->statistics.seconds.solve));
    json_add_number(phases, "position", ms_per_step(run, run->statistics.seconds.position));
    json_add_number(phases, "integrate", ms_per_step(run, run->statistics.seconds.integrate));
    json_add_number(phases, "collide", ms_per_step(run, run->statistics.seconds.collide));
    add_residual(object, run);
    add_statistics(object, run);
    json_add_number(object, "penetration_max", (double)run->last.penetration_max);
    json_add_number(object, "penetration_mean", (double)run->last.penetration_mean);
    json_add_number(object, "kinetic_energy", run->last.kinetic_energy);
    json_add_number(object, "energy_start", run->energy_start);
    json_add_number(object, "energy_end", run->energy_end);
    cJSON_AddBoolToObject(object, "interrupted", run->interrupted);
    cJSON_AddStringToObject(object, "hash", hash);
}

/* The ranks, if mpirun has started the run. */
static void add_ranks(cJSON *object, const struct run_result *run)
{
    if (!is_over_ranks(run)) {
        return;
    }
    json_add_number(object, "ranks", run->setup.ranks);
    json_add_number(object, "partitions", run->setup.partitions);
    cJSON *array = cJSON_AddArrayToObject(object, "by_rank");
    for (int32_t i = 0; i < run->setup.ranks; ++i) {
        const md_share_report *share = &run->shares[i];
        cJSON *entry = cJSON_CreateObject();
        json_add_number(entry, "rank", i);
        json_add_number(entry, "bodies", share->bodies);
        json_add_number(entry, "ghosts", share->ghosts);
        json_add_number(entry, "contacts", share->contacts);
        json_add_number(entry, "arrived", (double)share->arrived);
        json_add_number(entry, "partitioned", (double)share->partitioned);
        json_add_number(entry, "messages", (double)share->messages);
        json_add_number(entry, "bytes", (double)share->bytes);
        json_add_number(entry, "solver_messages", (double)share->solver_messages);
        json_add_number(entry, "solver_bytes", (double)share->solver_bytes);
        json_add_number(entry, "reductions", (double)share->reductions);
        json_add_number(entry, "ms_waiting", 1e3 * share->waiting_seconds);
        cJSON_AddItemToArray(array, entry);
    }
}

int run_print_json(const struct run_result *results, size_t count)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "scene", results[0].setup.scene);
    if (count == 1) {
        run_add_json(object, &results[0]);
        add_ranks(object, &results[0]);
        return json_print(object);
    }
    cJSON *array = cJSON_AddArrayToObject(object, "results");
    for (size_t i = 0; i < count; ++i) {
        cJSON *entry = cJSON_CreateObject();
        run_add_json(entry, &results[i]);
        add_ranks(entry, &results[i]);
        cJSON_AddItemToArray(array, entry);
    }
    return json_print(object);
}
