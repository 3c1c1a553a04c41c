/* The peer's side of the protocol, which bench/peers/README.md specifies: an engine that answers on a pipe. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/engines/engine.h"

static const char *const LEVELS[] = {"default", "usual", "full"};

static int print_about(const struct engine *engine)
{
    printf("engine %s %s %s\nthreads %d\n", engine->name, engine->version, engine->precision, engine->max_threads);
    if (engine->note != NULL) {
        printf("note %s\n", engine->note);
    }
    for (int i = 0; i < engine->setting_count; ++i) {
        printf("setting %s %s\n", LEVELS[engine->settings[i].level], engine->settings[i].words);
    }
    printf("end\n");
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Answers go to the original standard output. Output of the engine itself (Chipmunk prints a greeting) is discarded. */
struct server {
    const struct engine *engine;
    void *world;
    FILE *answers;
    struct body_state *states;
    int32_t bodies;
};

static FILE *take_standard_output(void)
{
    fflush(stdout);
    const int taken = dup(STDOUT_FILENO);
    FILE *answers = taken >= 0 ? fdopen(taken, "w") : NULL;
    return answers != NULL && freopen("/dev/null", "w", stdout) != NULL ? answers : NULL;
}

static bool answer_step(const struct server *server, long steps)
{
    struct timing timing;
    if (!engine_step(server->engine, server->world, steps, &timing)) {
        fprintf(server->answers, "error the engine failed in a step\n");
        return false;
    }
    fprintf(server->answers, "stepped %ld %.9g", steps, timing.seconds);
    for (int i = 0; i < timing.phases.count; ++i) {
        fprintf(server->answers, " %s=%.9g", timing.phases.name[i], timing.phases.seconds[i]);
    }
    fputc('\n', server->answers);
    return true;
}

static void answer_state(const struct server *server)
{
    server->engine->read(server->world, server->states);
    fprintf(server->answers, "state %d\n", server->bodies);
    for (int32_t i = 0; i < server->bodies; ++i) {
        const struct body_state *at = &server->states[i];
        fprintf(server->answers, "%.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", at->x, at->y, at->c, at->s, at->vx,
                at->vy, at->spin);
    }
}

/* Answers commands until "quit" or the end of the pipe. */
static int answer(const struct server *server)
{
    char command[16] = "";
    bool is_running = true;
    fprintf(server->answers, "ready\n");
    fflush(server->answers);
    while (is_running && scanf("%15s", command) == 1 && strcmp(command, "quit") != 0) {
        long steps = 0;
        if (strcmp(command, "step") == 0 && scanf("%ld", &steps) == 1 && steps >= 0) {
            is_running = answer_step(server, steps);
        } else if (strcmp(command, "state") == 0) {
            answer_state(server);
        } else {
            fprintf(server->answers, "error unknown command '%s', expected step N, state or quit\n", command);
            is_running = false;
        }
        fflush(server->answers);
    }
    return is_running ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run(const struct engine *engine, const char *words)
{
    struct description description;
    struct server server = {.engine = engine, .answers = take_standard_output()};
    char problem[256] = "out of memory";
    int code = EXIT_FAILURE;
    if (server.answers == NULL) {
        return code;
    }
    if (description_read(&description, stdin, problem, sizeof problem)) {
        server.world = engine->create(&description, words, problem, sizeof problem);
    }
    server.bodies = description.body_count;
    server.states = calloc((size_t)description.body_count + 1, sizeof *server.states);
    if (server.world != NULL && server.states != NULL) {
        code = answer(&server);
    } else {
        fprintf(server.answers, "error %s\n", problem);
    }
    if (server.world != NULL) {
        engine->destroy(server.world);
    }
    free(server.states);
    description_free(&description);
    return fclose(server.answers) == 0 ? code : EXIT_FAILURE;
}

int serve(const struct engine *engine, int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "about") == 0) {
        return print_about(engine);
    }
    if (argc >= 2 && strcmp(argv[1], "run") == 0) {
        char words[512] = "";
        for (int i = 2; i < argc; ++i) {
            const size_t used = strlen(words);
            snprintf(words + used, sizeof words - used, "%s%s", i > 2 ? " " : "", argv[i]);
        }
        return run(engine, words);
    }
    fprintf(stderr, "%s: expected about, or run KEY=VALUE... with a scene on standard input\n", engine->name);
    return 2;
}
