/* The accuracy of a 3D world. Penetration is that of the contact points in the report of the last step; masses, energies and
 * joint errors come from the bodies. */
#include <math.h>

#include <modulus/modulus.h>

#include "bench/accuracy/accuracy.h"

/* Adds the dynamic bodies: their mass, and the height of their centre of mass. */
static void measure_bodies(const md3_world *world, struct accuracy *accuracy)
{
    double moment = 0;
    for (md3_body_id body = md3_world_first_body(world); body.generation != 0;
         body = md3_world_next_body(world, body)) {
        if (md3_body_get_type(world, body) == MD3_DYNAMIC) {
            const double mass = (double)md3_body_mass(world, body).mass;
            accuracy->mass += mass;
            moment += mass * (double)md3_body_center(world, body).y;
        }
    }
    accuracy->height = accuracy->mass > 0 ? moment / accuracy->mass : 0;
}

/* Joints that keep two points together. */
static bool has_common_point(md3_joint_type type)
{
    return type == MD3_BALL || type == MD3_HINGE || type == MD3_WELD || type == MD3_UNIVERSAL;
}

static void measure_joints(const md3_world *world, struct accuracy *accuracy)
{
    int32_t count = 0;
    double sum = 0;
    for (md3_joint_id joint = md3_world_first_joint(world); joint.generation != 0;
         joint = md3_world_next_joint(world, joint)) {
        const md3_joint_def def = md3_joint_get_def(world, joint);
        if (has_common_point(def.type)) {
            const double error = (double)md3_vec_distance(md3_body_world_point(world, def.body[0], def.anchor[0]),
                                                          md3_body_world_point(world, def.body[1], def.anchor[1]));
            accuracy->joint_error_max = fmax(accuracy->joint_error_max, error);
            sum += error;
            ++count;
        }
    }
    accuracy->joint_error = count > 0 ? sum / count : 0;
}

void accuracy_measure3(const md3_world *world, const md_step_report *last, struct accuracy *accuracy)
{
    *accuracy = (struct accuracy){.touching = last->contact_points,
                                  .overlapping = last->contact_points,
                                  .penetration = (double)last->penetration_mean,
                                  .penetration_overlapping = (double)last->penetration_mean,
                                  .penetration_max = (double)last->penetration_max,
                                  .kinetic = md3_world_kinetic_energy(world)};
    measure_bodies(world, accuracy);
    measure_joints(world, accuracy);
    accuracy->finite = isfinite(accuracy->kinetic) && isfinite(accuracy->height);
}
