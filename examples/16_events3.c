/* Events: sounds of hits, and a sensor as a trigger. */
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

/* Adds a body. Its user pointer is its name. */
static md3_body_id add_body(md3_world *world, md3_body_type type, md3_vec position, md3_vec velocity, const char *name)
{
    md3_body_def def = md3_body_def_default();
    def.type = type;
    def.position = position;
    def.velocity = velocity;
    def.user = (void *)name;
    md3_body_id body;
    must(md3_body_create(world, &def, &body), "body");
    return body;
}

static const char *name_of(const md3_world *world, md3_shape_id shape)
{
    const bool exists = md3_shape_is_valid(world, shape);
    return exists ? (const char *)md3_body_user(world, md3_shape_body(world, shape)) : "something that is gone";
}

/* Reads the events of the last step. Returns true if the trigger was entered. */
static bool read_events(const md3_world *world)
{
    const double time = (double)md3_world_steps(world) / 60;
    bool entered = false;
    int32_t count;
    const md3_event *events = md3_world_events(world, &count);
    for (int32_t i = 0; i < count; ++i) {
        const md3_event *event = &events[i];
        const char *first = name_of(world, event->shape[0]), *second = name_of(world, event->shape[1]);
        switch (event->type) {
        case MD3_EVENT_CONTACT_BEGIN: printf("%.2f s: %s and %s touch\n", time, first, second); break;
        case MD3_EVENT_CONTACT_HIT:
            printf("%.2f s: %s hits %s at %.1f m/s: play a sound at x = %.1f m, volume %.0f %%\n", time, first, second,
                   (double)event->speed, (double)event->point.x, 10 * (double)event->speed);
            break;
        case MD3_EVENT_SENSOR_BEGIN:
            printf("%.2f s: %s enters %s\n", time, second, first);
            entered = true;
            break;
        case MD3_EVENT_SENSOR_END: printf("%.2f s: %s leaves %s\n", time, second, first); break;
        case MD3_EVENT_BODY_SLEEP:
            printf("%.2f s: %s falls asleep\n", time, (const char *)md3_body_user(world, event->body));
            break;
        default: break;
        }
    }
    return entered;
}

int main(void)
{
    const md3_world_def def = md3_world_def_default();
    md3_world *world;
    must(md3_world_create(&def, &world), "world");
    const md3_vec still = {0, 0, 0};

    md3_geometry geometry;
    md3_shape_def surface = md3_shape_def_default();
    surface.rolling = 0.02;
    must(md3_geometry_plane(&geometry, md3_v(0, 1, 0), 0), "plane");
    must(md3_shape_create(world, add_body(world, MD3_STATIC, still, still, "ground"), &surface, &geometry, NULL),
         "ground");
    const md3_body_id wall = add_body(world, MD3_STATIC, md3_v(5, 1, 0), still, "wall");
    must(md3_shape_create_box(world, wall, &surface, md3_v(0.1, 1, 2), NULL), "wall");

    md3_shape_def trigger = md3_shape_def_default();
    trigger.sensor = true;
    const md3_body_id checkpoint = add_body(world, MD3_STATIC, md3_v(3, 1, 0), still, "the checkpoint");
    must(md3_shape_create_box(world, checkpoint, &trigger, md3_v(0.5, 1, 2), NULL), "checkpoint");

    const md3_body_id ball = add_body(world, MD3_DYNAMIC, md3_v(0, 1.5, 0), md3_v(4, 0, 0), "ball");
    surface.restitution = 0.5;
    must(md3_geometry_sphere(&geometry, still, 0.25), "sphere");
    must(md3_shape_create(world, ball, &surface, &geometry, NULL), "ball");

    int entries = 0;
    for (int step = 0; step < 600; ++step) {
        must(md3_world_step(world, (md_real)1 / 60, NULL), "step");
        entries += read_events(world);
    }
    printf("entries: %d\n", entries);
    md3_world_destroy(world);
    return 0;
}
