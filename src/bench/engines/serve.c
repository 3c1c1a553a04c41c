/* The peer's side of the protocol, which bench/peers/README.md specifies: an engine that answers on a pipe. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/engines/engine.h"
#include "bench/engines/text_reader.h"

static const char *const LEVELS[] = {"default", "usual", "full"};

static int print_about(const struct engine *engine)
{
    printf("engine %s %s %s\nthreads %d\n", engine->name, engine->version, engine->precision, engine->max_threads);
    if (engine->note != NULL) {
        printf("note %s\n", engine->note);
    }
    for (int dimensions = 2; dimensions <= 3; ++dimensions) {
        const struct engine *part = engine_in(engine, dimensions);
        if (part != NULL) {
            printf("dimensions %d\n", dimensions);
        }
        for (int i = 0; part != NULL && i < part->setting_count; ++i) {
            printf("setting %s %s\n", LEVELS[part->settings[i].level], part->settings[i].words);
        }
    }
    printf("end\n");
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Answers go to the original standard output. Output of the engine itself (Chipmunk prints a greeting) is discarded. */
struct server {
    const struct engine *engine;
    void *world;
    FILE *answers;
    struct body_state *states; /* in 2D */
    struct body_state3 *states3;
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

static void answer_states(const struct server *server)
{
    server->engine->read(server->world, server->states);
    for (int32_t i = 0; i < server->bodies; ++i) {
        const struct body_state *at = &server->states[i];
        const double numbers[] = {at->x, at->y, at->c, at->s, at->vx, at->vy, at->spin};
        write_numbers(server->answers, numbers, 7);
        fputc('\n', server->answers);
    }
}

static void answer_states3(const struct server *server)
{
    server->engine->read3(server->world, server->states3);
    for (int32_t i = 0; i < server->bodies; ++i) {
        const struct body_state3 *at = &server->states3[i];
        const double numbers[] = {at->p.x, at->p.y, at->p.z, at->q.x,    at->q.y,    at->q.z,   at->q.w,
                                  at->v.x, at->v.y, at->v.z, at->spin.x, at->spin.y, at->spin.z};
        write_numbers(server->answers, numbers, 13);
        fputc('\n', server->answers);
    }
}

static void answer_state(const struct server *server)
{
    fprintf(server->answers, "state %d\n", server->bodies);
    if (server->states3 != NULL) {
        answer_states3(server);
    } else {
        answer_states(server);
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

/* Answers for the world of a description, or says why there is none, and frees both. */
static int run_world(struct server *server, const char *problem)
{
    int code = EXIT_FAILURE;
    if (server->world != NULL && (server->states != NULL || server->states3 != NULL)) {
        code = answer(server);
    } else {
        fprintf(server->answers, "error %s\n", problem);
    }
    if (server->world != NULL) {
        server->engine->destroy(server->world);
    }
    free(server->states);
    free(server->states3);
    return fclose(server->answers) == 0 ? code : EXIT_FAILURE;
}

static int run(const struct engine *engine, const char *words)
{
    struct description description;
    struct server server = {.engine = engine, .answers = take_standard_output()};
    char problem[256] = "out of memory";
    if (server.answers == NULL) {
        return EXIT_FAILURE;
    }
    if (description_read(&description, stdin, problem, sizeof problem)) {
        server.world = engine->create(&description, words, problem, sizeof problem);
    }
    server.bodies = description.body_count;
    server.states = calloc((size_t)description.body_count + 1, sizeof *server.states);
    const int code = run_world(&server, problem);
    description_free(&description);
    return code;
}

static int run3(const struct engine *engine, const char *words)
{
    struct description3 description;
    struct server server = {.engine = engine, .answers = take_standard_output()};
    char problem[256] = "out of memory";
    if (server.answers == NULL) {
        return EXIT_FAILURE;
    }
    if (description3_read(&description, stdin, problem, sizeof problem)) {
        server.world = engine->create3(&description, words, problem, sizeof problem);
    }
    server.bodies = description.body_count;
    server.states3 = calloc((size_t)description.body_count + 1, sizeof *server.states3);
    const int code = run_world(&server, problem);
    description3_free(&description);
    return code;
}

int serve(const struct engine *engine, int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "about") == 0) {
        return print_about(engine);
    }
    const int dimensions = argc < 2 ? 0 : strcmp(argv[1], "run") == 0 ? 2 : strcmp(argv[1], "run3") == 0 ? 3 : 0;
    const struct engine *part = dimensions > 0 ? engine_in(engine, dimensions) : NULL;
    if (part == NULL) {
        fprintf(stderr, "%s: expected about, or run%s KEY=VALUE... with a scene on standard input\n", engine->name,
                engine_in(engine, 2) == NULL   ? "3"
                : engine_in(engine, 3) == NULL ? ""
                                               : " or run3");
        return 2;
    }
    char words[512] = "";
    for (int i = 2; i < argc; ++i) {
        const size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s%s", i > 2 ? " " : "", argv[i]);
    }
    return dimensions == 3 ? run3(part, words) : run(part, words);
}
