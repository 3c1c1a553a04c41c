#define _POSIX_C_SOURCE 200809L

#include "bench/engines/session.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

struct session {
    const struct engine *engine; /* NULL: a peer */
    void *world;
    struct peer_process peer;
    int dimensions;
    int32_t bodies;
    char label[160]; /* engine and settings, for error messages */
};

/* ---- In this process ------------------------------------------------------------------------------------------------ */

static md_status open_local(struct session *session, const struct any_description *description, const char *words,
                            md_error *error)
{
    char problem[256] = "";
    session->world = description->dimensions == 3
                         ? session->engine->create3(&description->solid, words, problem, sizeof problem)
                         : session->engine->create(&description->flat, words, problem, sizeof problem);
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

static md_status open_peer(struct session *session, const char *command, const struct any_description *description,
                           const char *words, md_error *error)
{
    char line[512];
    char arguments[256];
    snprintf(arguments, sizeof arguments, "%s %s", description->dimensions == 3 ? "run3" : "run", words);
    const md_status status = peer_start(&session->peer, command, arguments, error);
    if (status != MD_OK) {
        return status;
    }
    if (description->dimensions == 3) {
        description3_write(&description->solid, session->peer.to);
    } else {
        description_write(&description->flat, session->peer.to);
    }
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

static void store_state(const struct any_states *states, int32_t i, const double *n)
{
    if (states->solid != NULL) {
        states->solid[i] = (struct body_state3){
            {n[0], n[1], n[2]}, {n[3], n[4], n[5], n[6]}, {n[7], n[8], n[9]}, {n[10], n[11], n[12]}};
    } else {
        states->flat[i] = (struct body_state){n[0], n[1], n[2], n[3], n[4], n[5], n[6]};
    }
}

static md_status state_peer(struct session *session, const struct any_states *states, md_error *error)
{
    char line[512];
    const int count = session->dimensions == 3 ? 13 : 7; /* numbers per body */
    fprintf(session->peer.to, "state\n");
    const md_status status = read_answer(session, "state", line, sizeof line, error);
    if (status != MD_OK) {
        return status;
    }
    bool is_valid = strtol(line, NULL, 10) == session->bodies;
    for (int32_t i = 0; is_valid && i < session->bodies; ++i) {
        double numbers[13];
        is_valid = fgets(line, sizeof line, session->peer.from) != NULL;
        char *at = line;
        for (int k = 0; is_valid && k < count; ++k) {
            char *end = at;
            numbers[k] = strtod(at, &end);
            is_valid = end != at;
            at = end;
        }
        if (is_valid) {
            store_state(states, i, numbers);
        }
    }
    return is_valid ? MD_OK : md_fail(error, MD_ERROR_FORMAT, "%s: the answer to state is incomplete", session->label);
}

/* ---- Both ----------------------------------------------------------------------------------------------------------- */

md_status session_open(struct session **session, const struct engine_info *info,
                       const struct any_description *description, const char *words, md_error *error)
{
    struct session *opened = calloc(1, sizeof *opened);
    *session = NULL;
    if (opened == NULL) {
        return md_fail(error, MD_ERROR_MEMORY, "out of memory");
    }
    opened->engine = info->local != NULL ? engine_in(info->local, description->dimensions) : NULL;
    opened->dimensions = description->dimensions;
    opened->bodies = any_body_count(description);
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

md_status session_state(struct session *session, const struct any_states *states, md_error *error)
{
    if (session->engine == NULL) {
        return state_peer(session, states, error);
    }
    if (session->dimensions == 3) {
        session->engine->read3(session->world, states->solid);
    } else {
        session->engine->read(session->world, states->flat);
    }
    return MD_OK;
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
