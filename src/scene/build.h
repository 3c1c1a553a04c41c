/* What the built-in scenes are built with. Numbers are doubles up to the call that hands them to the world, and no
 * libm function is called but sqrt and floor, so that a scene is the same on every machine and the same in its JSON
 * file.
 *
 * The first failure is kept in `status`, and calls after it do nothing: a builder reads as what it builds.
 */
#ifndef MODULUS_SCENE_BUILD_H
#define MODULUS_SCENE_BUILD_H

#include "base/splitmix.h"
#include "scene/scene.h"

#define BUILD_KEYS_MOST 12

struct build {
    struct scene *scene;
    const struct scene_kind *kind;
    double number[BUILD_KEYS_MOST]; /* of the kind's keys */
    md2_shape_def material;         /* of the shapes to come */
    struct splitmix random;         /* seeded by the key "seed" */
    md_status status;
};

/** A rotation and a place of a body or of a box on it. */
struct place {
    double x, y;
    double c, s; /* both 0: no rotation */
};

/** The value of a key that the kind has. */
double build_number(const struct build *build, const char *key);
int32_t build_whole(const struct build *build, const char *key);
/** Uniform in [low, high). */
double build_random(struct build *build, double low, double high);

md2_body_id build_body(struct build *build, md2_body_type type, struct place place);
void build_circle(struct build *build, md2_body_id body, double radius);
/** From (0, -reach) to (0, reach). */
void build_capsule(struct build *build, md2_body_id body, double reach, double radius);
void build_box(struct build *build, md2_body_id body, double half_x, double half_y);
void build_box_at(struct build *build, md2_body_id body, double half_x, double half_y, struct place place);
/** `points` are x, y, x, y, ... */
void build_polygon(struct build *build, md2_body_id body, const double *points, int32_t count, double radius);
void build_chain(struct build *build, md2_body_id body, const double *points, int32_t count);
/** After the shapes are there, for it is the velocity of the centre of mass. */
void build_velocity(struct build *build, md2_body_id body, double x, double y, double angular);
/** A hinge at a point of each body's coordinates; without limits where lower is not below upper. */
void build_hinge(struct build *build, md2_body_id first, struct place on_first, md2_body_id second,
                 struct place on_second, double lower, double upper);
void build_view(struct build *build, double left, double bottom, double right, double top);

/** Solid from y = 0 down, from left to right. */
void build_ground(struct build *build, double left, double right);
/** The density that gives a disc a mass. */
double disc_density(double mass, double radius);

/* The scenes: paper_scenes.c, box_scenes.c, joint_scenes.c, moving_scenes.c. */
void settle_paper(md2_world_def *def);
void build_pool1(struct build *build);
void build_pool2(struct build *build);
void build_stacking(struct build *build);
void build_pyramid(struct build *build);
void build_wall(struct build *build);
void build_dominoes(struct build *build);
void settle_card_house(md2_world_def *def);
void build_card_house(struct build *build);
void settle_bridge(md2_world_def *def);
void build_bridge(struct build *build);
void build_ragdolls(struct build *build);
void build_tumbler(struct build *build);
void settle_mass_ratio(md2_world_def *def);
void build_mass_ratio(struct build *build);
void build_funnel(struct build *build);

#endif
