/* Settings of a world: defaults and checks. */
#include <modulus/world2.h>

#include "engine/def_check.h"
#include "engine/division.h"
#include "engine/step_limits.h"
#include "lcp/spec.h"

#define MAX_SUBSTEPS 1000
/* Of a soft step, per substep at 60 steps per second: springs of contacts do a fifth of a cycle. Stiffer ones jitter. */
#define SOFT_STEP_FREQUENCY 12

md2_world_def md2_world_def_default(void)
{
    return (md2_world_def){.gravity = {0, (md_real)-9.80665},
                           .solver = md_solver_spec_default(),
                           .limits = {.max_iterations = 10},
                           .warn_factor = 10,
                           .warn_relative = (md_real)0.7,
                           .substeps = 1,
                           .threads = 1,
                           .correction_frequency = 30,
                           .correction_damping_ratio = 10,
                           .position_solver = md_solver_spec_default(),
                           .warm_start_smoothing = (md_real)0.05,
                           .correction_factor = (md_real)0.2,
                           .joint_correction_factor = (md_real)0.5,
                           .max_correction_speed = 3,
                           .slop = (md_real)0.0005,
                           .speculative_margin = (md_real)0.02,
                           .restitution_threshold = 1,
                           .hit_threshold = 1,
                           .friction_mixing = MD2_MIX_GEOMETRIC_MEAN,
                           .restitution_mixing = MD2_MIX_MAX,
                           .enable_warm_starting = true,
                           .enable_sleep = true,
                           .enable_continuous = true,
                           .sleep_speed = (md_real)0.05,
                           .sleep_time = (md_real)0.5,
                           .max_bodies = 10000000,
                           .max_shapes = 10000000,
                           .max_joints = 10000000,
                           .max_contacts = 100000000,
                           .allocator = md_allocator_default()};
}

md2_world_def md2_world_def_soft_step(int32_t substeps)
{
    md2_world_def def = md2_world_def_default();
    def.position_correction = MD2_CORRECTION_SOFT_STEP;
    def.solver = md_solver_spec_of(MD_PGS);
    def.limits.max_iterations = 1;
    def.substeps = substeps;
    def.correction_frequency = SOFT_STEP_FREQUENCY * (md_real)substeps;
    def.recycle_distance = MD2_LINEAR_SLOP;
    return def;
}

static void check_solver(struct def_check *check, const char *field, const md_solver_spec *spec)
{
    md_solver_spec completed = *spec;
    md_error error;
    if (check->status == MD_OK && md_solver_spec_complete(&completed, &error) != MD_OK) {
        md_check_that(check, false, "%s: %s", field, error.message);
    }
}

static void check_solving(struct def_check *check, const md2_world_def *def)
{
    check_solver(check, "solver", &def->solver);
    md_check_step_limits(check, &def->limits);
    md_check_number(check, "warn_factor", (double)def->warn_factor, RULE_AT_LEAST_ONE);
    md_check_number(check, "warn_relative", (double)def->warn_relative, RULE_NOT_NEGATIVE_OR_INFINITE);
    md_check_count(check, "substeps", def->substeps, 1, MAX_SUBSTEPS);
    md_check_number_within(check, "warm_start_smoothing", (double)def->warm_start_smoothing, 0, 1);
    md_check_count(check, "threads", def->threads, 1, MD2_MAX_THREADS);
    md_check_count(check, "partitions", def->partitions, 0, MAX_DIVISION);
}

static void check_position_correction(struct def_check *check, const md2_world_def *def)
{
    md_check_choice(check, "position_correction", (int)def->position_correction, MD2_CORRECTION_SOFT_STEP + 1);
    md_check_number(check, "correction_frequency", (double)def->correction_frequency, RULE_POSITIVE);
    md_check_number(check, "correction_damping_ratio", (double)def->correction_damping_ratio, RULE_POSITIVE);
    check_solver(check, "position_solver", &def->position_solver);
    md_check_count(check, "position_iterations", def->position_iterations, 0, INT64_MAX);
    md_check_number_within(check, "position_warm_start", (double)def->position_warm_start, 0, 1);
    md_check_number_within(check, "correction_factor", (double)def->correction_factor, 0, 1);
    md_check_number_within(check, "joint_correction_factor", (double)def->joint_correction_factor, 0, 1);
    md_check_number(check, "max_correction_speed", (double)def->max_correction_speed, RULE_NOT_NEGATIVE_OR_INFINITE);
    md_check_number(check, "slop", (double)def->slop, RULE_NOT_NEGATIVE);
}

static void check_contacts(struct def_check *check, const md2_world_def *def)
{
    md_check_number(check, "speculative_margin", (double)def->speculative_margin, RULE_NOT_NEGATIVE);
    md_check_number(check, "recycle_distance", (double)def->recycle_distance, RULE_NOT_NEGATIVE);
    md_check_number(check, "restitution_threshold", (double)def->restitution_threshold, RULE_NOT_NEGATIVE_OR_INFINITE);
    md_check_number(check, "hit_threshold", (double)def->hit_threshold, RULE_NOT_NEGATIVE_OR_INFINITE);
    md_check_choice(check, "friction_mixing", (int)def->friction_mixing, MD2_MIX_PRODUCT + 1);
    md_check_choice(check, "restitution_mixing", (int)def->restitution_mixing, MD2_MIX_PRODUCT + 1);
}

md_status md2_world_def_check(const md2_world_def *def, md_error *error)
{
    struct def_check check = {.what = "world", .error = error};
    if (!md_check_def(&check, def, sizeof *def, "md2_world_def_default")) {
        return check.status;
    }
    md_check_number(&check, "gravity.x", (double)def->gravity.x, RULE_FINITE);
    md_check_number(&check, "gravity.y", (double)def->gravity.y, RULE_FINITE);
    check_solving(&check, def);
    check_position_correction(&check, def);
    check_contacts(&check, def);
    md_check_number(&check, "sleep_speed", (double)def->sleep_speed, RULE_NOT_NEGATIVE);
    md_check_number(&check, "sleep_time", (double)def->sleep_time, RULE_NOT_NEGATIVE_OR_INFINITE);
    md_check_count(&check, "max_bodies", def->max_bodies, 1, INT64_MAX);
    md_check_count(&check, "max_shapes", def->max_shapes, 1, INT64_MAX);
    md_check_count(&check, "max_joints", def->max_joints, 1, INT64_MAX);
    md_check_count(&check, "max_contacts", def->max_contacts, 1, INT64_MAX);
    return check.status;
}
