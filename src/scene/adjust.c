#include "scene/adjust.h"

#include <string.h>

#include "base/number.h"
#include "base/real.h"

const struct scene_key scene_adjustments[] = {
    {"friction", NULL, "friction coefficient of every shape", 0, 100, false},
    {"restitution", NULL, "coefficient of restitution of every shape", 0, 1, false},
    {"gravity", NULL, "magnitude of gravity, m/s^2, in its direction, or down if there was none", 0, 1e6, false},
    {"mass_scale", NULL, "factor on mass and inertia of every dynamic body", 1e-9, 1e9, false},
    {0}};

static const struct scene_key *find_key(const struct scene_key *keys, const char *name)
{
    while (keys != NULL && keys->name != NULL && strcmp(keys->name, name) != 0) {
        ++keys;
    }
    return keys != NULL && keys->name != NULL ? keys : NULL;
}

const struct scene_key *adjust_key(const char *name)
{
    return find_key(scene_adjustments, name);
}

/* Returns whether a setting is the adjustment with this name, and its value. */
static bool is_adjustment(const struct scene_setting *setting, const char *name, const struct scene_key *own_keys,
                          double *number)
{
    return strcmp(setting->key, name) == 0 && find_key(own_keys, name) == NULL &&
           md_number_parse(setting->value, number);
}

/* The values of the settings. Negative: not given. */
struct adjustments {
    double friction, restitution, gravity, mass_scale;
};

static struct adjustments adjustments_of(const struct scene_options *options, const struct scene_key *own_keys)
{
    struct adjustments found = {-1, -1, -1, -1};
    struct {
        const char *name;
        double *number;
    } const targets[] = {{"friction", &found.friction},
                         {"restitution", &found.restitution},
                         {"gravity", &found.gravity},
                         {"mass_scale", &found.mass_scale}};
    for (size_t i = 0; options != NULL && i < options->setting_count; ++i) {
        for (size_t k = 0; k < sizeof targets / sizeof *targets; ++k) {
            double number = 0;
            if (is_adjustment(&options->settings[i], targets[k].name, own_keys, &number)) {
                *targets[k].number = number;
            }
        }
    }
    return found;
}

/* ---- 2D ---------------------------------------------------------------------------------------------------------- */

static md_status adjust_shapes2(md2_world *world, md2_body_id body, const struct adjustments *to, bool frictionless)
{
    md_status status = MD_OK;
    for (md2_shape_id shape = md2_body_first_shape(world, body); status == MD_OK && shape.generation != 0;
         shape = md2_shape_next(world, shape)) {
        md2_shape_def def = md2_shape_get_def(world, shape);
        def.friction = to->friction >= 0 ? (md_real)to->friction : def.friction;
        def.friction = frictionless ? 0 : def.friction;
        def.restitution = to->restitution >= 0 ? (md_real)to->restitution : def.restitution;
        status = md2_shape_set_def(world, shape, &def);
    }
    return status;
}

static md_status scale_mass2(md2_world *world, md2_body_id body, double factor)
{
    if (md2_body_get_type(world, body) != MD2_DYNAMIC) {
        return MD_OK;
    }
    md2_mass mass = md2_body_mass(world, body);
    mass.mass *= (md_real)factor;
    mass.inertia *= (md_real)factor;
    return md2_body_set_mass(world, body, mass);
}

static md_status set_gravity2(md2_world *world, double magnitude)
{
    md2_vec gravity = md2_world_gravity(world);
    const md_real old = md_sqrt(gravity.x * gravity.x + gravity.y * gravity.y);
    gravity = old > 0 ? (md2_vec){gravity.x / old, gravity.y / old} : (md2_vec){0, -1};
    return md2_world_set_gravity(world, (md2_vec){gravity.x * (md_real)magnitude, gravity.y * (md_real)magnitude});
}

md_status adjust_world2(md2_world *world, const struct scene_options *options, const struct scene_key *own_keys)
{
    const struct adjustments to = adjustments_of(options, own_keys);
    const bool frictionless = options != NULL && options->frictionless;
    const bool changes_shapes = frictionless || to.friction >= 0 || to.restitution >= 0;
    md_status status = to.gravity >= 0 ? set_gravity2(world, to.gravity) : MD_OK;
    for (md2_body_id body = md2_world_first_body(world); status == MD_OK && body.generation != 0;
         body = md2_world_next_body(world, body)) {
        if (changes_shapes) {
            status = adjust_shapes2(world, body, &to, frictionless);
        }
        if (status == MD_OK && to.mass_scale > 0) {
            status = scale_mass2(world, body, to.mass_scale);
        }
    }
    return status;
}

/* ---- 3D ---------------------------------------------------------------------------------------------------------- */

static md_status adjust_shapes3(md3_world *world, md3_body_id body, const struct adjustments *to, bool frictionless)
{
    md_status status = MD_OK;
    for (md3_shape_id shape = md3_body_first_shape(world, body); status == MD_OK && shape.generation != 0;
         shape = md3_shape_next(world, shape)) {
        md3_shape_def def = md3_shape_get_def(world, shape);
        def.friction = to->friction >= 0 ? (md_real)to->friction : def.friction;
        def.restitution = to->restitution >= 0 ? (md_real)to->restitution : def.restitution;
        if (frictionless) {
            def.friction = 0;
            def.torsion = 0;
            def.rolling = 0;
        }
        status = md3_shape_set_def(world, shape, &def);
    }
    return status;
}

static md_status scale_mass3(md3_world *world, md3_body_id body, double factor)
{
    if (md3_body_get_type(world, body) != MD3_DYNAMIC) {
        return MD_OK;
    }
    md3_mass mass = md3_body_mass(world, body);
    mass.mass *= (md_real)factor;
    md3_vec *const columns[] = {&mass.inertia.x, &mass.inertia.y, &mass.inertia.z};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; ++i) {
        columns[i]->x *= (md_real)factor;
        columns[i]->y *= (md_real)factor;
        columns[i]->z *= (md_real)factor;
    }
    return md3_body_set_mass(world, body, mass);
}

static md_status set_gravity3(md3_world *world, double magnitude)
{
    md3_vec gravity = md3_world_gravity(world);
    const md_real old = md_sqrt(gravity.x * gravity.x + gravity.y * gravity.y + gravity.z * gravity.z);
    gravity = old > 0 ? (md3_vec){gravity.x / old, gravity.y / old, gravity.z / old} : (md3_vec){0, -1, 0};
    const md_real size = (md_real)magnitude;
    return md3_world_set_gravity(world, (md3_vec){gravity.x * size, gravity.y * size, gravity.z * size});
}

md_status adjust_world3(md3_world *world, const struct scene_options *options, const struct scene_key *own_keys)
{
    const struct adjustments to = adjustments_of(options, own_keys);
    const bool frictionless = options != NULL && options->frictionless;
    const bool changes_shapes = frictionless || to.friction >= 0 || to.restitution >= 0;
    md_status status = to.gravity >= 0 ? set_gravity3(world, to.gravity) : MD_OK;
    for (md3_body_id body = md3_world_first_body(world); status == MD_OK && body.generation != 0;
         body = md3_world_next_body(world, body)) {
        if (changes_shapes) {
            status = adjust_shapes3(world, body, &to, frictionless);
        }
        if (status == MD_OK && to.mass_scale > 0) {
            status = scale_mass3(world, body, to.mass_scale);
        }
    }
    return status;
}
