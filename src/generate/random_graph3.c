/* Bodies in space with random contacts, as random_graph.c makes them in the plane: contacts of three rows. */
#include "base/splitmix.h"
#include "generate/contact3.h"
#include "generate/kinds.h"

#define GYRATION 0.3  /* m, radius of gyration across the axis of a body */
#define MAX_LEVER 0.5 /* m, from a centre to a contact, in each coordinate */
#define MAX_SPEED 1   /* m/s in each coordinate, and rad/s */
#define MAX_GAP 0.25  /* m/s, a gap divided by the time step; half of the contacts have none */

static void random_direction(struct splitmix *random, double direction[3])
{
    double squared = 0;
    do { /* a point of the unit ball, because a cube would favour its corners, and not too close to the centre */
        squared = 0;
        for (int k = 0; k < 3; ++k) {
            direction[k] = splitmix_real(random, -1, 1);
            squared += direction[k] * direction[k];
        }
    } while (squared > 1 || squared < 0.01);
    const double length = sqrt(squared);
    for (int k = 0; k < 3; ++k) {
        direction[k] /= length;
    }
}

static md_status add_random_body(md_problem *problem, struct splitmix *random, double mass_ratio)
{
    /* The cube makes light bodies frequent. */
    const double u = splitmix_real(random, 0, 1);
    struct body3 body = {.mass = 1 + (mass_ratio - 1) * u * u * u};
    for (int k = 0; k < 6; ++k) {
        body.velocity[k] = splitmix_real(random, -MAX_SPEED, MAX_SPEED);
    }
    random_direction(random, body.axis);
    body.inertia = body.mass * GYRATION * GYRATION;
    body.inertia_axis = body.inertia * splitmix_real(random, 0.25, 2); /* a rod to a disc */
    return add_body3(problem, &body);
}

/* Returns any body other than `body`, or sometimes MD_NO_BODY. */
static int32_t random_other(struct splitmix *random, int32_t body, int32_t bodies)
{
    const int32_t other = splitmix_index(random, bodies + bodies / 8 + 1);
    return other >= bodies || other == body ? MD_NO_BODY : other;
}

static md_status add_random_contact(md_problem *problem, struct splitmix *random, int32_t index, int32_t bodies,
                                    double friction)
{
    const bool is_tree = index < bodies;
    struct contact3 contact = {.friction = friction};
    contact.body[1] = is_tree ? index : splitmix_index(random, bodies);
    contact.body[0] = is_tree ? splitmix_index(random, index + 1) - 1 : random_other(random, contact.body[1], bodies);
    random_direction(random, contact.normal);
    for (int k = 0; k < 6; ++k) {
        contact.lever[k / 3][k % 3] = splitmix_real(random, -MAX_LEVER, MAX_LEVER);
    }
    const double gap = splitmix_real(random, -MAX_GAP, MAX_GAP);
    contact.bias = gap > 0 ? gap : 0;
    return add_contact3(problem, &contact);
}

md_status generate_random3(md_problem *problem, const struct generate_settings *settings, md_error *error)
{
    (void)error;
    const int32_t bodies = setting_whole(settings, "bodies");
    const int32_t contacts = setting_whole(settings, "contacts");
    struct splitmix random = {(uint64_t)setting_number(settings, "seed")};
    md_status status = md_problem_begin_bodies(problem, 6);
    for (int32_t i = 0; status == MD_OK && i < bodies; ++i) {
        status = add_random_body(problem, &random, setting_number(settings, "mass_ratio"));
    }
    for (int32_t i = 0; status == MD_OK && i < contacts; ++i) {
        status = add_random_contact(problem, &random, i, bodies, setting_number(settings, "friction"));
    }
    return status;
}
