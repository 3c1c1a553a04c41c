#include "bench/engines/modulus_words.h"

#include <string.h>

static bool parse_solver(const char *name, md_solver_spec *spec, char *problem, size_t size)
{
    md_error error = {0};
    if (md_solver_spec_parse(name, spec, &error) != MD_OK) {
        snprintf(problem, size, "%s", error.message);
        return false;
    }
    return true;
}

bool words_solvers(const char *words, md_solver_spec *velocity, md_solver_spec *position, char *problem, size_t size)
{
    char first[64];
    char second[64];
    words_text(words, "solver", "auto", first, sizeof first);
    words_text(words, "position_solver", first, second, sizeof second);
    return parse_solver(first, velocity, problem, size) && parse_solver(second, position, problem, size);
}

#define KIND_COUNT 4

bool words_correction(const char *words, int *kind, bool *is_warm, char *problem, size_t size)
{
    static const char *const KINDS[KIND_COUNT] = {"split", "soft", "baumgarte", "soft_step"};
    char name[64];
    words_text(words, "correction", KINDS[0], name, sizeof name);
    *is_warm = strcmp(name, "warm") == 0; /* split impulses that start from the last ones */
    *kind = 0;
    while (!*is_warm && *kind < KIND_COUNT && strcmp(name, KINDS[*kind]) != 0) {
        ++*kind;
    }
    if (*kind < KIND_COUNT) {
        return true;
    }
    snprintf(problem, size, "correction=%s, expected split, warm, soft, baumgarte or soft_step", name);
    return false;
}

void phases_of_step(md_step_seconds seconds, struct phases *phases)
{
    const struct {
        const char *name;
        double seconds;
    } all[] = {{"islands", seconds.islands},   {"assemble", seconds.assemble},   {"solve", seconds.solve},
               {"position", seconds.position}, {"integrate", seconds.integrate}, {"collide", seconds.collide}};
    phases->count = sizeof all / sizeof *all;
    for (int i = 0; i < phases->count; ++i) {
        snprintf(phases->name[i], sizeof phases->name[i], "%s", all[i].name);
        phases->seconds[i] = all[i].seconds;
    }
}
