/* Queries: shooting with a ray, what stands in a region, and an explosion. */
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

/* Adds a body with a box. Its user pointer is its name. */
static md3_body_id add_box(md3_world *world, md3_body_type type, md3_vec position, md3_vec half, const char *name)
{
    md3_body_def def = md3_body_def_default();
    def.type = type;
    def.position = position;
    def.user = (void *)name;
    md3_body_id body;
    must(md3_body_create(world, &def, &body), "body");
    const md3_shape_def shape_def = md3_shape_def_default();
    must(md3_shape_create_box(world, body, &shape_def, half, NULL), "box");
    return body;
}

static const char *name_of(const md3_world *world, md3_body_id body)
{
    return (const char *)md3_body_user(world, body);
}

/* Shoots from a place in a direction: pushes the first body that the ray hits. */
static void shoot(md3_world *world, md3_body_id shooter, md3_vec from, md3_vec direction)
{
    md3_query_filter filter = md3_query_filter_default();
    filter.except = shooter;
    filter.sensors = false;
    const md3_query_hit hit = md3_world_ray_closest(world, from, md3_vec_scale(100, direction), &filter);
    if (hit.shape.generation == 0) {
        puts("the shot hits nothing");
        return;
    }
    const md3_body_id body = md3_shape_body(world, hit.shape);
    printf("the shot hits %s at (%.2f, %.2f, %.2f), normal (%.0f, %.0f, %.0f)\n", name_of(world, body),
           (double)hit.point.x, (double)hit.point.y, (double)hit.point.z, (double)hit.normal.x, (double)hit.normal.y,
           (double)hit.normal.z);
    if (md3_body_get_type(world, body) == MD3_DYNAMIC) {
        must(md3_body_apply_impulse(world, body, md3_vec_scale(50, direction), hit.point), "impulse"); /* 50 N s */
    }
}

/* Pushes the bodies within a radius away from a point: with `impulse` N s in the middle, 0 at the radius. Bodies behind a
 * wall are spared. */
static void explode(md3_world *world, md3_vec center, md_real radius, md_real impulse)
{
    md3_geometry region;
    must(md3_geometry_sphere(&region, md3_v(0, 0, 0), radius), "region");
    md3_shape_id shapes[32];
    int32_t count = md3_world_overlap(world, &region, md3_transform_make(center, md3_rot_identity()), NULL, shapes, 32);
    count = count < 32 ? count : 32; /* it returns the number of all */
    for (int32_t i = 0; i < count; ++i) {
        const md3_body_id body = md3_shape_body(world, shapes[i]);
        if (md3_body_get_type(world, body) != MD3_DYNAMIC) {
            continue;
        }
        const md3_vec away = md3_vec_sub(md3_body_center(world, body), center);
        const md3_query_hit hit = md3_world_ray_closest(world, center, away, NULL);
        if (!md3_shape_same(hit.shape, shapes[i])) {
            printf("%s is behind %s\n", name_of(world, body), name_of(world, md3_shape_body(world, hit.shape)));
            continue;
        }
        const md_real distance = md3_vec_distance(hit.point, center);
        const md_real push = impulse * (1 - distance / radius);
        must(md3_body_apply_impulse(world, body, md3_vec_scale(push, md3_vec_normalize(away)), hit.point), "push");
        printf("%s is pushed with %.0f N s\n", name_of(world, body), (double)push);
    }
}

int main(void)
{
    const md3_world_def def = md3_world_def_default();
    md3_world *world;
    must(md3_world_create(&def, &world), "world");
    add_box(world, MD3_STATIC, md3_v(0, -1, 0), md3_v(20, 1, 20), "ground");
    add_box(world, MD3_STATIC, md3_v(3, 1, 0), md3_v(0.1, 1, 2), "wall");
    const md3_body_id player = add_box(world, MD3_DYNAMIC, md3_v(-8, 0.9, 0), md3_v(0.3, 0.9, 0.3), "player");
    add_box(world, MD3_DYNAMIC, md3_v(0, 0.25, 0), md3_v(0.25, 0.25, 0.25), "crate");
    add_box(world, MD3_DYNAMIC, md3_v(0, 0.25, 2), md3_v(0.25, 0.25, 0.25), "chest");
    add_box(world, MD3_DYNAMIC, md3_v(4, 0.25, 0), md3_v(0.25, 0.25, 0.25), "barrel");

    const md3_vec muzzle = md3_v(-8, 0.3, 0);
    shoot(world, player, muzzle, md3_v(1, 0, 0));
    shoot(world, player, muzzle, md3_v(0, 1, 0));

    md3_shape_id found[8];
    const md3_box corner = {md3_v(-1, 0, 1), md3_v(1, 1, 3)};
    const int32_t count = md3_world_in_box(world, corner, NULL, found, 8);
    for (int32_t i = 0; i < count && i < 8; ++i) {
        printf("%s is in the corner\n", name_of(world, md3_shape_body(world, found[i])));
    }
    const md3_query_point near = md3_world_closest_point(world, md3_v(0, 3, 0), 10, NULL);
    printf("%s is %.2f m below the lamp\n", name_of(world, md3_shape_body(world, near.shape)), (double)near.distance);

    const md3_vec bang = md3_v(0, 0.5, 1);
    explode(world, bang, 5, 400);
    for (int step = 0; step < 30; ++step) {
        must(md3_world_step(world, (md_real)1 / 60, NULL), "step");
    }
    for (md3_body_id body = md3_world_first_body(world); body.generation != 0;
         body = md3_world_next_body(world, body)) {
        if (md3_body_get_type(world, body) == MD3_DYNAMIC) {
            printf("half a second later %s is %.1f m from the explosion\n", name_of(world, body),
                   (double)md3_vec_distance(md3_body_center(world, body), bang));
        }
    }
    md3_world_destroy(world);
    return 0;
}
