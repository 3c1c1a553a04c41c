/* Bodies with random contacts: no geometry, and no order that a solver could exploit.
 *
 * The first contacts connect every body to an earlier one or to the world, the others connect any two bodies.
 * Velocities are random. Biases are zero or positive, like those of gaps, so that v = 0 satisfies every normal row and
 * a solution exists.
 */
#include "base/splitmix.h"
#include "generate/contact.h"
#include "generate/kinds.h"

#define GYRATION 0.3  /* m, radius of gyration */
#define MAX_LEVER 0.5 /* m, from a centre to a contact, in x and in y */
#define MAX_SPEED 1   /* m/s in x and in y, and rad/s */
#define MAX_GAP 0.25  /* m/s, a gap divided by the time step; half of the contacts have none */

static void random_direction(struct splitmix *random, double direction[2])
{
    double squared = 0;
    do { /* a point of the unit disc, because a square would favour its corners, and not too close to the centre */
        direction[0] = splitmix_real(random, -1, 1);
        direction[1] = splitmix_real(random, -1, 1);
        squared = direction[0] * direction[0] + direction[1] * direction[1];
    } while (squared > 1 || squared < 0.01);
    const double length = sqrt(squared);
    direction[0] /= length;
    direction[1] /= length;
}

static md_status add_random_body(md_problem *problem, struct splitmix *random, double mass_ratio)
{
    /* The cube makes light bodies frequent. */
    const double u = splitmix_real(random, 0, 1);
    const double mass = 1 + (mass_ratio - 1) * u * u * u;
    double velocity[3];
    for (int k = 0; k < 3; ++k) {
        velocity[k] = splitmix_real(random, -MAX_SPEED, MAX_SPEED);
    }
    return add_body(problem, velocity, mass, mass * GYRATION * GYRATION);
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
    struct contact contact = {.friction = friction};
    contact.body[1] = is_tree ? index : splitmix_index(random, bodies);
    contact.body[0] = is_tree ? splitmix_index(random, index + 1) - 1 : random_other(random, contact.body[1], bodies);
    random_direction(random, contact.normal);
    const double nx = contact.normal[0];
    const double ny = contact.normal[1];
    for (int side = 0; side < 2; ++side) {
        const double sign = side == 0 ? -1 : 1;
        const double x = splitmix_real(random, -MAX_LEVER, MAX_LEVER);
        const double y = splitmix_real(random, -MAX_LEVER, MAX_LEVER);
        contact.normal_lever[side] = sign * (x * ny - y * nx);
        contact.tangent_lever[side] = -sign * (x * nx + y * ny);
    }
    const double gap = splitmix_real(random, -MAX_GAP, MAX_GAP);
    contact.bias = gap > 0 ? gap : 0;
    return add_contact(problem, &contact);
}

md_status generate_random(md_problem *problem, const struct generate_settings *settings, md_error *error)
{
    (void)error;
    const int32_t bodies = setting_whole(settings, "bodies");
    const int32_t contacts = setting_whole(settings, "contacts");
    struct splitmix random = {(uint64_t)setting_number(settings, "seed")};
    md_status status = md_problem_begin_bodies(problem, 3);
    for (int32_t i = 0; status == MD_OK && i < bodies; ++i) {
        status = add_random_body(problem, &random, setting_number(settings, "mass_ratio"));
    }
    for (int32_t i = 0; status == MD_OK && i < contacts; ++i) {
        status = add_random_contact(problem, &random, i, bodies, setting_number(settings, "friction"));
    }
    return status;
}
