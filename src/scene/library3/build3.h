/* What the builders of 3D scenes use: the numbers of the scene's keys, and functions that add bodies and shapes to its
 * world.
 *
 * Placement calls no libm function other than sqrt and floor, so that a scene is the same on every machine. Builders do
 * not check for failure: after the first one nothing more is added, and the status of the build has it.
 */
#ifndef MODULUS_SCENE_BUILD3_H
#define MODULUS_SCENE_BUILD3_H

#include "scene/library3/description3.h"
#include "scene/scene.h"

/** Maximum number of keys of a 3D scene. */
#define MAX_KEYS3 12

struct build3 {
    const struct scene_key *keys;
    double number[MAX_KEYS3]; /* the values of the keys, in their order */
    md3_world *world;
    const md_allocator *allocator; /* of hulls and meshes; NULL: the heap */
    md3_hull *box;                 /* the last box, which the next one of the same size shares; may be NULL */
    md3_vec box_half;
    md_status status; /* of the first failure */
};

/* ---- Keys ---------------------------------------------------------------------------------------------------------- */

/** The value of a key. */
double build3_number(const struct build3 *build, const char *key);
int32_t build3_integer(const struct build3 *build, const char *key);
uint64_t build3_seed(const struct build3 *build);

#define SEED3                                                                                                          \
    {                                                                                                                  \
        "seed", "1", "seed of the random numbers", 0, 9007199254740992.0, true                                         \
    }
#define FRICTION3(standard)                                                                                            \
    {                                                                                                                  \
        "friction", standard, "friction coefficient of every surface", 0, 100, false                                   \
    }
#define COUNT3(name, standard, meaning, most)                                                                          \
    {                                                                                                                  \
        name, standard, meaning, 1, most, true                                                                         \
    }

/* ---- Parts --------------------------------------------------------------------------------------------------------- */

/** Default: 1000 kg/m^3, friction 0.6, no restitution. */
md3_shape_def material3(double density, double friction);

/** A body that is not rotated. */
md3_body_id build3_body(struct build3 *build, md3_body_type type, md3_vec position);
md3_body_id build3_rotated_body(struct build3 *build, md3_body_type type, md3_vec position, md3_rot rotation);
void build3_shape(struct build3 *build, md3_body_id body, const md3_shape_def *material, const md3_geometry *geometry);

void build3_sphere(struct build3 *build, md3_body_id body, const md3_shape_def *material, double radius);
/** About the origin of the body, with its axis along y; `half_length` is that of the axis. */
void build3_capsule(struct build3 *build, md3_body_id body, const md3_shape_def *material, double half_length,
                    double radius);
void build3_cylinder(struct build3 *build, md3_body_id body, const md3_shape_def *material, double half_length,
                     double radius);
/** A cone about the origin, with its apex up. */
void build3_cone(struct build3 *build, md3_body_id body, const md3_shape_def *material, double half_length,
                 double radius);
void build3_box(struct build3 *build, md3_body_id body, const md3_shape_def *material, md3_vec half);
/** A box that is moved in the body's coordinates. */
void build3_box_at(struct build3 *build, md3_body_id body, const md3_shape_def *material, md3_vec half,
                   md3_transform at);
void build3_hull(struct build3 *build, md3_body_id body, const md3_shape_def *material, const md3_vec *points,
                 int32_t count);
void build3_plane(struct build3 *build, md3_body_id body, const md3_shape_def *material, md3_vec normal, double offset);

/** A dynamic box, not rotated. */
md3_body_id build3_dynamic_box(struct build3 *build, const md3_shape_def *material, md3_vec position, md3_vec half);
/** A static body with a half-space below y = 0. */
md3_body_id build3_ground(struct build3 *build, const md3_shape_def *material);
/** A static body with the ground and walls at x = -width / 2, x = width / 2 and the same of `depth` along z. */
md3_body_id build3_basin(struct build3 *build, const md3_shape_def *material, double width, double depth);
void build3_joint(struct build3 *build, const md3_joint_def *joint);
/** Adds all bodies of a description (describe3.h), and frees it. */
void build3_description(struct build3 *build, struct description3 *description);

/** Vector of doubles. */
static inline md3_vec vec3(double x, double y, double z)
{
    return md3_v((md_real)x, (md_real)y, (md_real)z);
}

double sphere_volume(double radius);

#endif
