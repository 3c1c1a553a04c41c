/* A world that is being benchmarked: in this process, or in that of a peer at the other end of two pipes. */
#ifndef MODULUS_BENCH_SESSION_H
#define MODULUS_BENCH_SESSION_H

#include <modulus/base.h>

#include "bench/engines/engine.h"

#define SETTINGS_MOST 64
#define COMMAND_WORDS_MOST 32

/** What is known of an engine, wherever it runs. */
struct engine_info {
    char name[32], version[32], precision[16], note[200];
    int threads_most;
    struct {
        enum setting_level level;
        char words[100];
    } setting[SETTINGS_MOST];
    int setting_count;
    const struct engine *local; /**< in this process; NULL: a peer, by its command */
    char command[1024];         /**< words separated by spaces */
};

/** engine_info.c: of an engine in this process. */
struct engine_info engine_info_local(const struct engine *engine);
/** Asks the peer. A command whose program is called modulus gets the words `bench --as-peer`. */
md_status engine_info_peer(struct engine_info *info, const char *command, md_error *error);

struct session;

/** session.c: makes the world, with the engine's settings. `session` is NULL on failure. */
md_status session_open(struct session **session, const struct engine_info *info, const struct description *description,
                       const char *words, md_error *error);
md_status session_step(struct session *session, int64_t steps, struct timing *timing, md_error *error);
md_status session_state(struct session *session, struct body_state *states, md_error *error);
/** NULL is allowed. A peer that does not end is killed. */
void session_close(struct session *session);

/** peer_process.c: a program at the other end of two pipes. */
struct peer_process {
    int id; /**< 0: none */
    FILE *to, *from;
};

/** Starts the words of `command` and of `words`. */
md_status peer_start(struct peer_process *peer, const char *command, const char *words, md_error *error);
/** Closes the pipes and waits; its exit code, or -1 where it had to be killed. */
int peer_end(struct peer_process *peer);

#endif
