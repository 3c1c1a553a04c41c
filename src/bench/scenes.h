/* The scenes of the benchmark, by name. */
#ifndef MODULUS_BENCH_SCENES_H
#define MODULUS_BENCH_SCENES_H

#include "bench/engine.h"

struct bench_scene {
    const char *name, *about;
    void (*build)(struct description *description, int32_t size);
    int32_t size;                   /**< what the builder makes of it: circles, rows, dolls */
    int settle;                     /**< steps before anything is timed */
    int window;                     /**< steps that are timed together */
    int repeats_most;               /**< windows that are affordable */
    enum setting_level level_most;  /**< of the settings that are affordable */
    enum setting_level level_plain; /**< of those in a run of all usual scenes */
    bool usual, quick;              /**< run without being asked for; run with --quick */
    bool rests;                     /**< comes to rest, so that its kinetic energy is an error */
    bool stands;                    /**< has to: a run in which it sinks by a tenth has failed */
};

extern const struct bench_scene BENCH_SCENES[];
extern const int BENCH_SCENE_COUNT;

/** NULL for an unknown name. */
const struct bench_scene *bench_scene_find(const char *name);
/** Builds it; check `failed`, and free it. */
struct description bench_scene_build(const struct bench_scene *scene);

/** scene_parts.c: what several scenes are made of. */
struct material {
    double density, friction, restitution;
};

int32_t add_body_at(struct description *description, enum body_type type, double x, double y, double angle);
void add_circle(struct description *description, int32_t body, const struct material *material, double radius);
/** A capsule about the origin, upright. */
void add_capsule(struct description *description, int32_t body, const struct material *material, double reach,
                 double radius);
/** A box about a point of the body. */
void add_box(struct description *description, int32_t body, const struct material *material, double x, double y,
             double half_width, double half_height);
/** A regular polygon about the origin. */
void add_regular(struct description *description, int32_t body, const struct material *material, int32_t corners,
                 double reach);
/** A static box. */
void add_ground(struct description *description, const struct material *material, double x, double y, double half_width,
                double half_height);
/** A floor with its top at 0, and walls at 0 and at the width. */
void add_basin(struct description *description, const struct material *material, double width, double height);

/** pool_scenes.c, box_scenes.c, joint_scenes.c */
void describe_pool(struct description *description, int32_t circles);
void describe_mixed(struct description *description, int32_t pieces);
void describe_pyramid(struct description *description, int32_t rows);
void describe_islands(struct description *description, int32_t side);
void describe_sleeping(struct description *description, int32_t side);
void describe_tumbler(struct description *description, int32_t boxes);
void describe_net(struct description *description, int32_t side);
void describe_ragdolls(struct description *description, int32_t dolls);

#endif
