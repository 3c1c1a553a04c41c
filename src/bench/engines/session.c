#define _POSIX_C_SOURCE 200809L

#include "bench/engines/session.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

struct session {
    const struct engine *engine; /* NULL: a peer */
    void *world;
    struct peer_process peer;
    int32_t bodies;
    char label[160]; /* engine and settings, for error messages */
};

/* ---- In this process ------------------------------------------------------------------------------------------------ */

static md_status open_local(struct session *session, const struct description *description, const char *words,
                            md_error *error)
{
    char problem[256] = "";
    session->world = session->engine->create(description, words, problem, sizeof problem);
    return session->world != NULL ? MD_OK : md_fail(error, MD_ERROR_ARGUMENT, "%s: %s", session->label, problem);
}

/* ---- A peer --------------------------------------------------------------------------------------------------------- */

/* Reads a line whose first word must be `expected`, and keeps the text after it. */
static md_status read_answer(struct session *session, const char *expected, char *line, size_t size, md_error *error)
{
    const size_t length = strlen(expected);
    fflush(session->peer.to);
    if (fgets(line, (int)size, session->peer.from) == NULL) {
        return md_fail(error, MD_ERROR_FILE, "%s: the peer exited without an answer", session->label);
    }
    line[strcspn(line, "\n")] = '\0';
    if (strncmp(line, expected, length) != 0) {
        const bool is_error = strncmp(line, "error ", 6) == 0;
        return md_fail(error, MD_ERROR_FORMAT, "%s: %s%.200s", session->label, is_error ? "" : "unexpected answer ",
                       is_error ? line + 6 : line);
    }
    memmove(line, line + length, strlen(line + length) + 1);
    return MD_OK;
}

static md_status open_peer(struct session *session, const char *command, const struct description *description,
                           const char *words, md_error *error)
{
    char line[512];
    char arguments[256];
    snprintf(arguments, sizeof arguments, "run %s", words);
    const md_status status = peer_start(&session->peer, command, arguments, error);
    if (status != MD_OK) {
        return status;
    }
    description_write(description, session->peer.to);
    return read_answer(session, "ready", line, sizeof line, error);
}

/* Parses " N SECONDS name=seconds...". */
static bool parse_timing(char *text, struct timing *timing)
{
    char *rest = NULL;
    const char *steps = strtok_r(text, " ", &rest);
    const char *seconds = strtok_r(NULL, " ", &rest);
    if (steps == NULL || seconds == NULL) {
        return false;
    }
    timing->seconds = strtod(seconds, NULL);
    struct phases *phases = &timing->phases;
    for (char *word = strtok_r(NULL, " ", &rest); word != NULL && phases->count < MAX_PHASES;
         word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        if (equals == NULL) {
            return false;
        }
        *equals = '\0';
        snprintf(phases->name[phases->count], sizeof phases->name[0], "%s", word);
        phases->seconds[phases->count++] = strtod(equals + 1, NULL);
    }
    return timing->seconds >= 0;
}

static md_status step_peer(struct session *session, int64_t steps, struct timing *timing, md_error *error)
{
    char line[512];
    fprintf(session->peer.to, "step %lld\n", (long long)steps);
    const md_status status = read_answer(session, "stepped", line, sizeof line, error);
    if (status != MD_OK) {
        return status;
    }
    return parse_timing(line, timing)
               ? MD_OK
               : md_fail(error, MD_ERROR_FORMAT, "%s: the answer to step has no time", session->label);
}

static md_status state_peer(struct session *session, struct body_state *states, md_error *error)
{
    char line[512];
    fprintf(session->peer.to, "state\n");
    const md_status status = read_answer(session, "state", line, sizeof line, error);
    if (status != MD_OK) {
        return status;
    }
    bool is_valid = strtol(line, NULL, 10) == session->bodies;
    for (int32_t i = 0; is_valid && i < session->bodies; ++i) {
        double numbers[7];
        is_valid = fgets(line, sizeof line, session->peer.from) != NULL;
        char *at = line;
        for (int k = 0; is_valid && k < 7; ++k) {
            char *end = at;
            numbers[k] = strtod(at, &end);
            is_valid = end != at;
            at = end;
        }
        if (is_valid) {
            states[i] =
                (struct body_state){numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]};
        }
    }
    return is_valid ? MD_OK : md_fail(error, MD_ERROR_FORMAT, "%s: the answer to state is incomplete", session->label);
}

/* ---- Both ----------------------------------------------------------------------------------------------------------- */

md_status session_open(struct session **session, const struct engine_info *info, const struct description *description,
                       const char *words, md_error *error)
{
    struct session *opened = calloc(1, sizeof *opened);
    *session = NULL;
    if (opened == NULL) {
        return md_fail(error, MD_ERROR_MEMORY, "out of memory");
    }
    opened->engine = description->body_count == 0 && info->local != NULL ? info->local->in_3d : info->local;
    opened->bodies = description->body_count;
    snprintf(opened->label, sizeof opened->label, "%s %s", info->name, words);
    const md_status status = opened->engine != NULL ? open_local(opened, description, words, error)
                                                    : open_peer(opened, info->command, description, words, error);
    if (status != MD_OK) {
        session_close(opened);
        return status;
    }
    *session = opened;
    return MD_OK;
}

md_status session_step(struct session *session, int64_t steps, struct timing *timing, md_error *error)
{
    *timing = (struct timing){0};
    if (session->engine == NULL) {
        return step_peer(session, steps, timing, error);
    }
    return engine_step(session->engine, session->world, steps, timing)
               ? MD_OK
               : md_fail(error, MD_ERROR_MEMORY, "%s: failed in a step", session->label);
}

md_status session_state(struct session *session, struct body_state *states, md_error *error)
{
    if (session->engine != NULL) {
        session->engine->read(session->world, states);
        return MD_OK;
    }
    return state_peer(session, states, error);
}

bool session_measure(const struct session *session, struct accuracy *accuracy)
{
    const bool measures = session->engine != NULL && session->engine->measure != NULL;
    if (measures) {
        session->engine->measure(session->world, accuracy);
    }
    return measures;
}

void session_close(struct session *session)
{
    if (session == NULL) {
        return;
    }
    if (session->engine == NULL) {
        if (session->peer.to != NULL) {
            fprintf(session->peer.to, "quit\n");
        }
        peer_end(&session->peer);
    } else if (session->world != NULL) {
        session->engine->destroy(session->world);
    }
    free(session);
}
