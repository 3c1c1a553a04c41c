#include "generate/contact3.h"

md_status add_body3(md_problem *problem, const struct body3 *body)
{
    md_body added = {.inverse_mass = (md_real)(1 / body->mass)};
    for (int k = 0; k < 6; ++k) {
        added.velocity[k] = (md_real)body->velocity[k];
    }
    const double across = 1 / body->inertia;
    const double along = 1 / body->inertia_axis;
    for (int i = 0; i < 9; ++i) {
        const double product = body->axis[i / 3] * body->axis[i % 3];
        added.inverse_inertia[i] = (md_real)((i % 4 == 0 ? across : 0) + (along - across) * product);
    }
    return md_problem_add_body(problem, &added);
}

md_status add_falling_sphere(md_problem *problem, double mass, double radius)
{
    const double inertia = 0.4 * mass * radius * radius;
    return add_body3(problem, &(struct body3){.velocity = {0, -GRAVITY * TIME_STEP},
                                              .mass = mass,
                                              .axis = {0, 1, 0},
                                              .inertia_axis = inertia,
                                              .inertia = inertia});
}

void set_point3(md_real jacobian[2][6], int side, const double r[3], const double d[3])
{
    const double sign = side == 0 ? -1 : 1;
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        const int last = (k + 2) % 3;
        jacobian[side][k] = (md_real)(sign * d[k]);
        jacobian[side][3 + k] = (md_real)(sign * (r[next] * d[last] - r[last] * d[next]));
    }
}

/* Two unit vectors orthogonal to the normal and to each other. The first is also orthogonal to the coordinate axis along
 * which the normal is smallest. */
static void tangents_of(const double n[3], double first[3], double second[3])
{
    int smallest = 0;
    for (int k = 1; k < 3; ++k) {
        smallest = fabs(n[k]) < fabs(n[smallest]) ? k : smallest;
    }
    const int a = (smallest + 1) % 3;
    const int b = (smallest + 2) % 3;
    const double length = sqrt(n[a] * n[a] + n[b] * n[b]);
    first[smallest] = 0;
    first[a] = n[b] / length;
    first[b] = -n[a] / length;
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        const int last = (k + 2) % 3;
        second[k] = n[next] * first[last] - n[last] * first[next];
    }
}

md_status add_contact3(md_problem *problem, const struct contact3 *contact)
{
    md_contact added = md_contact_default();
    double direction[3][3] = {{contact->normal[0], contact->normal[1], contact->normal[2]}};
    md_contact_row *const rows[3] = {&added.normal, &added.tangent[0], &added.tangent[1]};
    tangents_of(contact->normal, direction[1], direction[2]);
    added.mu = (md_real)contact->friction;
    added.tangents = contact->friction > 0 ? 2 : 0;
    added.normal.bias = (md_real)contact->bias;
    for (int side = 0; side < 2; ++side) {
        added.body[side] = contact->body[side];
        for (int k = 0; contact->body[side] != MD_NO_BODY && k < 3; ++k) {
            set_point3(rows[k]->jacobian, side, contact->lever[side], direction[k]);
        }
    }
    return md_problem_add_contact(problem, &added);
}

md_status add_sphere_contact(md_problem *problem, int32_t from, int32_t to, double radius, const double normal[3],
                             double friction)
{
    struct contact3 contact = {.body = {from, to}, .friction = friction};
    for (int k = 0; k < 3; ++k) {
        contact.normal[k] = normal[k];
        contact.lever[0][k] = radius * normal[k];
        contact.lever[1][k] = -radius * normal[k];
    }
    return add_contact3(problem, &contact);
}
