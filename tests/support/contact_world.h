/* Random problems of bodies in 3D that touch each other and the world. */
#ifndef MODULUS_TESTS_CONTACT_WORLD_H
#define MODULUS_TESTS_CONTACT_WORLD_H

#include <math.h>

#include "support/support.h"

struct contact_world {
    int32_t bodies, contacts;
    md_friction law;
    md_real mu, torsion, rolling;
    double mass_ratio; /* masses are between 1 and this */
    uint64_t seed;
};

static inline void cross(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; ++k) {
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
}

static inline void normalise(double a[3])
{
    const double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (int k = 0; k < 3; ++k) {
        a[k] /= length;
    }
}

/* A body with an inverse inertia R diag(1/I) R^T, R from two random directions. */
static inline md_body body_of_mass(struct random *random, double mass)
{
    md_body body = {.inverse_mass = (md_real)(1 / mass)};
    double axis[3][3];
    double inertia[3];
    for (int k = 0; k < 3; ++k) {
        axis[0][k] = random_real(random, -1, 1);
        axis[2][k] = random_real(random, -1, 1);
        inertia[k] = mass * random_real(random, 0.05, 0.4);
        body.velocity[k] = (md_real)random_real(random, -1, 1);
        body.velocity[3 + k] = (md_real)random_real(random, -1, 1);
    }
    normalise(axis[0]);
    cross(axis[2], axis[0], axis[1]);
    normalise(axis[1]);
    cross(axis[0], axis[1], axis[2]);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j <= i; ++j) {
            double sum = 0;
            for (int k = 0; k < 3; ++k) {
                sum += axis[k][i] * axis[k][j] / inertia[k];
            }
            body.inverse_inertia[3 * i + j] = body.inverse_inertia[3 * j + i] = (md_real)sum;
        }
    }
    body.velocity[2] -= 2; /* they fall onto the world */
    return body;
}

/* Fills in the Jacobian of a direction at an arm from each body: linear and angular, of opposite signs. */
static inline void point_row(md_contact_row *row, const double direction[3], double arm[2][3])
{
    for (int side = 0; side < 2; ++side) {
        const double sign = side == 0 ? 1 : -1;
        double moment[3];
        cross(arm[side], direction, moment);
        for (int k = 0; k < 3; ++k) {
            row->jacobian[side][k] = (md_real)(sign * direction[k]);
            row->jacobian[side][3 + k] = (md_real)(sign * moment[k]);
        }
    }
}

static inline void spin_row(md_contact_row *row, const double direction[3])
{
    for (int side = 0; side < 2; ++side) {
        for (int k = 0; k < 3; ++k) {
            row->jacobian[side][3 + k] = (md_real)((side == 0 ? 1 : -1) * direction[k]);
        }
    }
}

/* Contact i is between body i and the world for the first bodies, then between random bodies. */
static inline md_contact random_contact(const struct contact_world *world, struct random *random, int32_t i)
{
    md_contact contact = md_contact_default();
    contact.law = world->law;
    contact.mu = world->mu;
    contact.torsion = world->torsion;
    contact.rolling = world->rolling;
    contact.body[0] = i < world->bodies ? i : random_index(random, world->bodies);
    if (i >= world->bodies && world->bodies > 1) {
        const int32_t step = 1 + random_index(random, world->bodies - 1);
        contact.body[1] = (contact.body[0] + step) % world->bodies;
    }
    double normal[3] = {random_real(random, -0.3, 0.3), random_real(random, -0.3, 0.3), 1};
    double tangent[2][3] = {{1, random_real(random, -1, 1), 0}, {0}};
    double arm[2][3];
    for (int k = 0; k < 3; ++k) {
        arm[0][k] = random_real(random, -0.5, 0.5);
        arm[1][k] = random_real(random, -0.5, 0.5);
    }
    normalise(normal);
    cross(normal, tangent[0], tangent[1]);
    normalise(tangent[1]);
    cross(tangent[1], normal, tangent[0]);
    point_row(&contact.normal, normal, arm);
    point_row(&contact.tangent[0], tangent[0], arm);
    point_row(&contact.tangent[1], tangent[1], arm);
    spin_row(&contact.spin, normal);
    spin_row(&contact.roll[0], tangent[0]);
    spin_row(&contact.roll[1], tangent[1]);
    return contact;
}

/** Creates the problem of a world. */
static inline md_problem *contact_world_problem(const struct contact_world *world)
{
    struct random random = {world->seed};
    md_problem *problem = md_problem_create(NULL);
    assert_int_equal(md_problem_begin_bodies(problem, 6), MD_OK);
    for (int32_t i = 0; i < world->bodies; ++i) {
        const double mass = world->mass_ratio > 1 && i % 2 == 1 ? world->mass_ratio : 1;
        const md_body body = body_of_mass(&random, mass);
        assert_int_equal(md_problem_add_body(problem, &body), MD_OK);
    }
    for (int32_t i = 0; i < world->contacts; ++i) {
        const md_contact contact = random_contact(world, &random, i);
        assert_int_equal(md_problem_add_contact(problem, &contact), MD_OK);
    }
    return problem;
}

#endif
