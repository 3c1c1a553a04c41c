/* Checks of runs of the command: what it prints, and files that it writes. */
#ifndef MODULUS_TESTS_RUN_CHECKS_H
#define MODULUS_TESTS_RUN_CHECKS_H

#include "command.h"

/* A small pool. */
#define POOL "run pool1 --set circles=30 --set width=2 --set solver=amgs "

static inline cJSON *run_json(const char *folder, const char *line)
{
    const struct outcome *outcome = run_in(folder, line);
    cJSON *json = cJSON_Parse(outcome->out);
    if (outcome->code != 0 || json == NULL || outcome->err[0] != '\0') {
        fail_msg("'%s' exits with %d and says: %s%s", line, outcome->code, outcome->err, outcome->out);
    }
    return json;
}

static inline void assert_runs(const char *folder, const char *line)
{
    const struct outcome *outcome = run_in(folder, line);
    if (outcome->code != 0 || outcome->err[0] != '\0') {
        fail_msg("'%s' exits with %d and says: %s", line, outcome->code, outcome->err);
    }
}

static inline bool exists(const char *folder, const char *name)
{
    return access(path_in(folder, name), F_OK) == 0;
}

static inline void assert_starts_with(const char *path, const char *bytes, size_t count)
{
    char text[64];
    read_all(path, text, sizeof text);
    assert_memory_equal(text, bytes, count);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
