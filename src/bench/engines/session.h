/* A world of the benchmark: in this process, or in the process of a peer, connected by two pipes. */
#ifndef MODULUS_BENCH_SESSION_H
#define MODULUS_BENCH_SESSION_H

#include <modulus/base.h>

#include "bench/engines/any_description.h"
#include "bench/engines/engine.h"

#define MAX_SETTINGS 96
#define MAX_SETTING_WORDS 160
#define MAX_COMMAND_WORDS 32

/** An engine in this process or in that of a peer. */
struct engine_info {
    char name[32], version[32], precision[16], note[200];
    int max_threads;
    struct {
        enum setting_level level;
        int dimensions; /**< of the scenes that it is for */
        char words[MAX_SETTING_WORDS];
    } setting[MAX_SETTINGS];
    int setting_count;
    const struct engine *local; /**< in this process; NULL: a peer */
    char command[1024];         /**< of a peer, words separated by spaces */
};

/** engine_info.c: describes an engine in this process. */
struct engine_info engine_info_local(const struct engine *engine);
/** The words of the engine's default setting in 2 or 3 dimensions; NULL if it runs no such scenes. */
const char *engine_info_default(const struct engine_info *info, int dimensions);
/** Asks a peer. If the program is called modulus, the words `bench --as-peer` are added. */
md_status engine_info_peer(struct engine_info *info, const char *command, md_error *error);

struct session;

/** session.c: creates the world with the settings `words`. `session` is NULL on failure. */
md_status session_open(struct session **session, const struct engine_info *info,
                       const struct any_description *description, const char *words, md_error *error);
md_status session_step(struct session *session, int64_t steps, struct timing *timing, md_error *error);
/** Writes one state per body. */
md_status session_state(struct session *session, const struct any_states *states, md_error *error);
/** Does nothing for NULL. A peer that does not exit is killed. */
void session_close(struct session *session);

/** peer_process.c: a program connected by two pipes. */
struct peer_process {
    int id; /**< 0: none */
    FILE *to, *from;
};

/** Starts `command` with the additional arguments `words`. */
md_status peer_start(struct peer_process *peer, const char *command, const char *words, md_error *error);
/** Closes the pipes and waits for the exit code; -1 if the process had to be killed. */
int peer_end(struct peer_process *peer);

#endif
