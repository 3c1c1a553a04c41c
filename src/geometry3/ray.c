/* Ray casts. Those against meshes and height fields are in mesh_query.c and height_field_ray.c.
 *
 * Along a ray, the distance from a convex geometry is a convex function. Newton's method from the origin of the ray, where it
 * is positive, therefore never passes the first root: the tangent is below the function. It converges quadratically, and
 * by a factor of two per iteration if the ray grazes the surface. If the slope is not negative, the ray never hits. A
 * sphere and a hull without rounding have closed forms.
 */
#include "geometry3/hull.h"
#include "geometry3/mesh.h"
#include "geometry3/surface.h"
#include "geometry3/vec3.h"

/* A grazing ray halves its distance in each iteration, down to rounding. */
#define MAX_ITERATIONS 64

/* A ray by its length, so that speeds are those of unit vectors. */
struct line {
    md3_vec origin, direction; /* direction: unit */
    md_real length;            /* of the whole translation, m */
    md_real max_distance;      /* m */
};

static md3_ray_hit no_hit(void)
{
    return (md3_ray_hit){.hit = false};
}

static md3_ray_hit hit_at(const struct line *line, md_real distance, md3_vec normal)
{
    return (md3_ray_hit){.point = vec_add_scaled(line->origin, distance, line->direction),
                         .normal = normal,
                         .fraction = distance / line->length,
                         .triangle = -1,
                         .hit = true};
}

/* The half chord comes from the closest approach of the ray, not from the discriminant, which loses digits to cancellation
 * if the ray starts far away. */
static md3_ray_hit ray_sphere(const md3_geometry *sphere, const struct line *line)
{
    const md_real radius = sphere->radius;
    const md3_vec from_center = vec_sub(line->origin, sphere->point[0]);
    const md_real approach = -vec_dot(line->direction, from_center);
    const md3_vec closest = vec_add_scaled(from_center, approach, line->direction);
    const md_real half_chord_squared = radius * radius - vec_dot(closest, closest);
    if (!(approach > 0) || half_chord_squared < 0) {
        return no_hit();
    }
    const md_real half_chord = md_sqrt(half_chord_squared);
    const md_real distance = md_max(approach - half_chord, 0);
    if (distance > line->max_distance) {
        return no_hit();
    }
    const md3_vec normal = vec_unit(vec_add_scaled(closest, -half_chord, line->direction), NULL);
    md3_ray_hit hit = hit_at(line, distance, normal);
    hit.point = vec_add_scaled(sphere->point[0], radius, normal);
    return hit;
}

/* Clips the ray by the planes of all faces. */
static md3_ray_hit ray_sharp_hull(const md3_hull *hull, const struct line *line)
{
    md_real enter = 0, leave = line->max_distance;
    int32_t face = -1;
    for (int32_t i = 0; i < hull->face_count; ++i) {
        const md_real height = vec_dot(hull->plane[i].normal, line->origin) - hull->plane[i].offset;
        const md_real speed = vec_dot(hull->plane[i].normal, line->direction);
        if (height > 0 && speed >= 0) {
            return no_hit();
        }
        if (height > 0 && (face < 0 || -height / speed > enter)) {
            enter = -height / speed;
            face = i;
        } else if (height <= 0 && speed > 0) {
            leave = md_min(leave, -height / speed);
        }
    }
    return face < 0 || enter > leave ? no_hit() : hit_at(line, enter, hull->plane[face].normal);
}

/* Newton's method on the distance along the ray. */
static md3_ray_hit ray_newton(const md3_geometry *geometry, const struct line *line)
{
    md_real t = 0;
    struct outside outside = md3_geometry_outside(geometry, line->origin);
    for (int32_t i = 0; i < MAX_ITERATIONS && outside.distance > 0; ++i) {
        const md_real speed = vec_dot(outside.normal, line->direction);
        if (!(speed < 0)) {
            return no_hit();
        }
        const md_real next = t - outside.distance / speed;
        if (!(next <= line->max_distance)) {
            return no_hit();
        }
        if (!(next > t)) {
            break; /* nearer than rounding */
        }
        t = next;
        outside = md3_geometry_outside(geometry, vec_add_scaled(line->origin, t, line->direction));
    }
    return hit_at(line, t, outside.normal);
}

static md3_ray_hit ray_convex(const md3_geometry *geometry, md3_ray ray)
{
    if (md3_geometry_contains(geometry, ray.origin)) {
        return (md3_ray_hit){.point = ray.origin, .triangle = -1, .hit = true};
    }
    struct line line = {.origin = ray.origin};
    line.direction = vec_unit(ray.translation, &line.length);
    line.max_distance = ray.max_fraction * line.length;
    if (!(line.length > 0)) {
        return no_hit();
    }
    if (geometry->type == MD3_SPHERE) {
        return ray_sphere(geometry, &line);
    }
    if (geometry->type == MD3_HULL && geometry->radius == 0) {
        return ray_sharp_hull(geometry->hull, &line);
    }
    return ray_newton(geometry, &line);
}

md3_ray_hit md3_geometry_ray(const md3_geometry *geometry, md3_ray ray)
{
    const bool is_valid =
        vec_is_finite(ray.origin) && vec_is_finite(ray.translation) && ray.max_fraction >= 0 && geometry != NULL;
    if (!is_valid) {
        return no_hit();
    }
    switch (geometry->type) {
    case MD3_MESH: return md3_mesh_ray(geometry->mesh, ray);
    case MD3_HEIGHT_FIELD: return md3_height_field_ray(geometry->height_field, ray);
    case MD3_GEOMETRY_COUNT: return no_hit();
    default: return ray_convex(geometry, ray);
    }
}
