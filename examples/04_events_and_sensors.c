/* A ball rolls down a slope, collects a coin and comes to rest. The program prints the events. */
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

/* Adds a body whose user pointer is its name. A real game would point at its own struct. */
static md2_body_id add_body(md2_world *world, const char *name, md2_body_type type, md2_vec position)
{
    md2_body_def def = md2_body_def_default();
    def.type = type;
    def.position = position;
    def.angular_damping = 3; /* 1/s, so that a rolling ball comes to rest */
    def.user = (void *)name;
    md2_body_id body;
    must(md2_body_create(world, &def, &body), "body");
    return body;
}

static void add_circle(md2_world *world, md2_body_id body, md_real radius, bool sensor)
{
    md2_hull hull;
    must(md2_hull_circle(&hull, md2_v(0, 0), radius), "hull");
    md2_shape_def def = md2_shape_def_default();
    def.restitution = (md_real)0.5;
    def.sensor = sensor;
    must(md2_shape_create(world, body, &def, &hull, NULL), "shape");
}

static const char *name_of(const md2_world *world, md2_shape_id shape)
{
    if (!md2_shape_is_valid(world, shape)) {
        return "a destroyed shape";
    }
    return (const char *)md2_body_user(world, md2_shape_body(world, shape));
}

static void print_event(const md2_world *world, const md2_event *event)
{
    const char *first = name_of(world, event->shape[0]);
    const char *second = name_of(world, event->shape[1]);
    printf("%.2f s: ", (double)md2_world_steps(world) / 60);
    switch (event->type) {
    case MD2_EVENT_CONTACT_BEGIN: printf("%s and %s touch\n", first, second); break;
    case MD2_EVENT_CONTACT_END: printf("%s and %s separate\n", first, second); break;
    case MD2_EVENT_CONTACT_HIT: printf("%s hits %s at %.1f m/s\n", first, second, (double)event->speed); break;
    case MD2_EVENT_SENSOR_BEGIN: printf("%s detects %s\n", first, second); break;
    case MD2_EVENT_SENSOR_END: printf("%s no longer detects %s\n", first, second); break;
    case MD2_EVENT_BODY_SLEEP: printf("%s falls asleep\n", (const char *)md2_body_user(world, event->body)); break;
    case MD2_EVENT_BODY_WAKE: printf("%s wakes\n", (const char *)md2_body_user(world, event->body)); break;
    case MD2_EVENT_JOINT_BROKEN: printf("a joint broke\n"); break;
    }
}

/* Reads the events of a step. Returns the coin that was collected, if any. Destroys nothing, because the events are
 * valid only until the world changes. */
static md2_body_id read_events(const md2_world *world)
{
    md2_body_id collected = md2_body_none();
    int32_t count;
    const md2_event *events = md2_world_events(world, &count);
    for (int32_t i = 0; i < count; ++i) {
        print_event(world, &events[i]);
        if (events[i].type == MD2_EVENT_SENSOR_BEGIN) {
            collected = md2_shape_body(world, events[i].shape[0]); /* the first shape is the sensor */
        }
    }
    return collected;
}

int main(void)
{
    md2_world_def def = md2_world_def_default();
    md2_world *world;
    must(md2_world_create(&def, &world), "world");

    /* A wall, a floor and a slope. The chain runs from right to left, so that it is solid from above. */
    const md2_vec points[] = {{6, 3}, {6, 0}, {0, 0}, {-4, 2}};
    const md2_body_id ground = add_body(world, "ground", MD2_STATIC, md2_v(0, 0));
    const md2_shape_def ground_def = md2_shape_def_default();
    must(md2_chain_create(world, ground, &ground_def, points, 4, false, NULL), "chain");

    add_circle(world, add_body(world, "ball", MD2_DYNAMIC, md2_v(-1, 1.5)), (md_real)0.3, false);
    add_circle(world, add_body(world, "coin", MD2_STATIC, md2_v(2, 0.5)), (md_real)0.2, true);

    for (int step = 0; step < 600; ++step) {
        must(md2_world_step(world, (md_real)1 / 60, NULL), "step");
        const md2_body_id collected = read_events(world);
        if (md2_body_is_valid(world, collected)) {
            must(md2_body_destroy(world, collected), "destroy"); /* after all events were read */
            printf("        coin collected\n");
        }
    }
    md2_world_destroy(world);
    return 0;
}
