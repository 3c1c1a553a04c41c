/* Visits of joints: see snapshot.h. */
#include "world3/snapshot.h"

static void visit_axis(struct stream *s, md3_joint_axis *axis)
{
    visit_bool(s, &axis->locked);
    visit_bool(s, &axis->has_limits);
    visit_any(s, &axis->lower);
    visit_any(s, &axis->upper);
    visit_bool(s, &axis->has_motor);
    visit_any(s, &axis->motor_speed);
    visit_any(s, &axis->motor_limit);
    visit_bool(s, &axis->has_spring);
    visit_any(s, &axis->frequency);
    visit_any(s, &axis->damping_ratio);
    visit_any(s, &axis->target);
}

static void visit_motor(struct stream *s, md3_joint_def *def)
{
    visit_bool(s, &def->has_motor);
    visit_any(s, &def->motor_speed);
    visit_any(s, &def->motor_limit);
    visit_any(s, &def->torque_limit);
    visit_any_vec(s, &def->motor_velocity);
    visit_any_vec(s, &def->motor_angular_velocity);
    visit_any(s, &def->correction_factor);
}

static void visit_def(struct stream *s, md3_joint_def *def)
{
    visit_choice(s, &def->type, MD3_JOINT_TYPE_COUNT);
    for (int side = 0; side < 2; ++side) {
        visit_int(s, &def->body[side].index);
        visit_uint(s, &def->body[side].generation);
        visit_any_vec(s, &def->anchor[side]);
        visit_any_rotation(s, &def->rotation[side]);
    }
    visit_any(s, &def->length);
    visit_any(s, &def->ratio);
    visit_bool(s, &def->gear_slides[0]);
    visit_bool(s, &def->gear_slides[1]);
    visit_bool(s, &def->collide_connected);
    visit_bool(s, &def->has_limits);
    visit_any(s, &def->lower);
    visit_any(s, &def->upper);
    visit_motor(s, def);
    visit_bool(s, &def->has_spring);
    visit_any(s, &def->frequency);
    visit_any(s, &def->damping_ratio);
    visit_any_vec(s, &def->target);
    for (int i = 0; i < MD3_JOINT_COORDINATES; ++i) {
        visit_axis(s, &def->axis[i]);
    }
    visit_any(s, &def->break_force);
    visit_any(s, &def->break_torque);
    visit_user(s, &def->user);
    refuse_unless(s, !is_reading(s) || md3_joint_def_check(def, NULL) == MD_OK);
}

/* Most roles of most slots have no row, and no cached impulse. */
static void visit_cached_row(struct stream *s, struct cached_row *cached)
{
    const struct cached_row none = {0, 0, 0};
    bool has_any = memcmp(cached, &none, sizeof none) != 0;
    visit_bool(s, &has_any);
    if (has_any) {
        visit_cached(s, &cached->lambda);
        visit_cached(s, &cached->y);
        visit_cached(s, &cached->mean);
        refuse_unless(s, memcmp(cached, &none, sizeof none) != 0);
    }
}

static void visit_gear(struct stream *s, struct gear *gear)
{
    visit_real(s, &gear->angle);
    for (int side = 0; side < 2; ++side) {
        visit_rotation(s, &gear->rotation[side]);
        visit_vec(s, &gear->start[side]);
    }
}

void md3_snapshot_visit_joint(struct stream *s, struct joint *joint)
{
    visit_def(s, &joint->def);
    for (int side = 0; side < 2; ++side) {
        visit_int(s, &joint->body[side]);
        visit_int(s, &joint->next_of_body[side]);
    }
    if (joint->def.type == MD3_GEAR) {
        visit_gear(s, &joint->gear);
    }
    for (int slot = 0; slot < JOINT_SLOTS; ++slot) {
        for (int role = 0; role < JOINT_ROLES; ++role) {
            visit_cached_row(s, &joint->slot[slot].cache[role]);
            if (is_reading(s)) { /* belongs to a solve */
                joint->slot[slot].row[role] = -1;
            }
        }
    }
    visit_any_vec(s, &joint->impulse);
    visit_any_vec(s, &joint->angular_impulse);
    visit_any_vec(s, &joint->drive_impulse);
    visit_any(s, &joint->motor_impulse);
    visit_any(s, &joint->impulse_time);
}
