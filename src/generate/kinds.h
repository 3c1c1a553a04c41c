/* The builders in the table of generate.c, one file each. */
#ifndef MODULUS_GENERATE_KINDS_H
#define MODULUS_GENERATE_KINDS_H

#include "generate/settings.h"

md_status generate_stack(md_problem *problem, const struct generate_settings *settings, md_error *error);
md_status generate_chain(md_problem *problem, const struct generate_settings *settings, md_error *error);
md_status generate_packing(md_problem *problem, const struct generate_settings *settings, md_error *error);
md_status generate_random(md_problem *problem, const struct generate_settings *settings, md_error *error);
md_status generate_boxes3(md_problem *problem, const struct generate_settings *settings, md_error *error);
md_status generate_stack3(md_problem *problem, const struct generate_settings *settings, md_error *error);
md_status generate_chain3(md_problem *problem, const struct generate_settings *settings, md_error *error);
md_status generate_packing3(md_problem *problem, const struct generate_settings *settings, md_error *error);
md_status generate_random3(md_problem *problem, const struct generate_settings *settings, md_error *error);
md_status generate_from_scene(md_problem *problem, const struct generate_settings *settings, md_error *error);

/** Returns element i of `count` numbers from `first` to `last` in equal steps. */
static inline double linear(double first, double last, int32_t i, int32_t count)
{
    return count > 1 ? first + (last - first) * i / (count - 1) : first;
}

#endif
