/* The library of scenes. Each function adds one scene to an empty description; its parameters are what differs between
 * the built-in scenes (scene/builtin.c) and those of the benchmark (bench/scenes.c).
 *
 * Placement is done in double precision, and no libm function is called other than sqrt and floor, so that a built-in
 * scene is the same on every machine and in its JSON file. (describe_mixed calls cos and sin as well.)
 *
 * Builders do not check for failure: after description.failed is set, the loops end and the add functions do nothing
 * harmful.
 */
#ifndef MODULUS_SCENE_SCENES_H
#define MODULUS_SCENE_SCENES_H

#include "scene/library/description.h"

/* ---- Parts of scenes: parts.c -------------------------------------------------------------------------------------- */

struct material {
    double density, friction, restitution; /**< density in kg/m^2 */
};

/** The defaults of a Modulus shape: 1 kg/m^2, friction 0.6, no restitution. */
extern const struct material DEFAULT_MATERIAL;

/** If cosine and sine of `start` are both 0, the body is not rotated. */
int32_t scene_add_body(struct description *description, enum body_type type, struct body_state start);
void scene_add_circle(struct description *description, int32_t body, const struct material *material, double radius);
/** A capsule from (0, -half_length) to (0, half_length). */
void scene_add_capsule(struct description *description, int32_t body, const struct material *material,
                       double half_length, double radius);
/** A box about the origin. */
void scene_add_box(struct description *description, int32_t body, const struct material *material, double half_x,
                   double half_y);
/** A box about the point (x, y) of the body. */
void scene_add_box_at(struct description *description, int32_t body, const struct material *material, double x,
                      double y, double half_x, double half_y);
/** `points` are x, y, x, y, ...; at most SHAPE_MAX_POINTS of them. */
void scene_add_polygon(struct description *description, int32_t body, const struct material *material,
                       const double *points, int32_t count, double radius);
/** About the origin; calls cos and sin. */
void scene_add_regular_polygon(struct description *description, int32_t body, const struct material *material,
                               int32_t corners, double radius);
void scene_add_chain(struct description *description, int32_t body, const struct material *material,
                     const double *points, int32_t count);
/** A static body with one box. */
void scene_add_static_box(struct description *description, const struct material *material, double x, double y,
                          double half_x, double half_y);
/** A static box from `left` to `right` with its top at y = 0. */
void scene_add_ground(struct description *description, const struct material *material, double left, double right,
                      double depth);
/** A floor with its top at y = 0, and walls at x = 0 and x = width. */
void scene_add_basin(struct description *description, const struct material *material, double width, double height);
/** A hinge between two points, each in the coordinates of its body; without limits unless lower < upper. */
void scene_add_hinge(struct description *description, const int32_t body[2], const double x[2], const double y[2],
                     double lower, double upper);
void scene_set_view(struct description *description, double left, double bottom, double right, double top);
/** The area of a circle, m^2. */
double disc_area(double radius);

/* ---- Circles and pieces between walls: pool_scenes.c --------------------------------------------------------------- */

struct pool {
    int32_t circles;
    double radius;                    /**< m */
    double width;                     /**< between the walls, m; 0: 6 sqrt(circles / 221) */
    double lowest_mass, highest_mass; /**< of the lowest and of the highest row, kg; linear in between */
    double friction, restitution;
    uint64_t seed;
};

/** The paper's Pool 1. */
extern const struct pool PAPER_POOL1;

void describe_pool(struct description *description, const struct pool *pool);
/** Circles, capsules and polygons that are dropped between walls. */
void describe_mixed(struct description *description, int32_t pieces);

struct stacking {
    int32_t circles;
    double radius, gap; /**< `gap`: the largest gap between two circles at the start, m */
    double mass;        /**< of a circle, kg */
    double friction, restitution;
    uint64_t seed;
};

/** Circles exactly one above another. */
void describe_stacking(struct description *description, const struct stacking *stacking);

/* ---- Boxes that stand: box_scenes.c -------------------------------------------------------------------------------- */

struct pyramid {
    int32_t rows;
    double size, gap; /**< of a box, m; between two boxes of a row, in sizes */
    double friction;
    double ground_depth; /**< m */
};

void describe_pyramid(struct description *description, const struct pyramid *pyramid);
/** A wall of bricks in running bond. */
void describe_wall(struct description *description, int32_t rows, int32_t columns, double friction);
/** The first domino is tipped with the angular speed `push`, rad/s. */
void describe_dominoes(struct description *description, int32_t count, double spacing, double push, double friction);
void describe_card_house(struct description *description, int32_t levels, double friction);
/** `side` x `side` separate stacks of four boxes, each on a shelf of its own. */
void describe_islands(struct description *description, int32_t side);
/** A stack of `count` bodies of 1 kg with one of `ratio` kg on top; circles or boxes. */
void describe_mass_ratio(struct description *description, int32_t count, double ratio, bool is_round);

/* ---- Joined bodies: joint_scenes.c --------------------------------------------------------------------------------- */

/** A hanging bridge of hinged planks, on which circles fall. */
void describe_bridge(struct description *description, int32_t planks, double plank_mass, int32_t loads,
                     double load_mass, uint64_t seed);
/** Dolls with joint limits that fall down stairs. */
void describe_ragdolls_on_stairs(struct description *description, int32_t dolls, uint64_t seed);
/** Dolls without joint limits between walls. */
void describe_ragdolls_in_basin(struct description *description, int32_t dolls);
/** A net of `side` x `side` knots that hangs from some knots of its upper edge. */
void describe_net(struct description *description, int32_t side);

/* ---- Moving walls and falling grains: moving_scenes.c -------------------------------------------------------------- */

/** Circles and boxes in a square drum; half of it is filled. `speed` is that of the drum, rad/s. */
void describe_tumbler(struct description *description, int32_t grains, double speed, uint64_t seed);
/** Boxes in a drum of fixed size. */
void describe_box_tumbler(struct description *description, int32_t boxes);

struct funnel {
    int32_t count;
    double throat; /**< width of the opening, m */
    double size;   /**< outer radius of the largest piece, m */
    double friction;
    uint64_t seed;
};

/** Pieces of six forms that fall through a funnel into a bin. */
void describe_funnel(struct description *description, const struct funnel *funnel);

#endif
