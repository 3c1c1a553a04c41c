/* The escape attack in 3D: bodies that must not leave a room or pass through a box. */
#ifndef MODULUS_TESTS_ESCAPE3_H
#define MODULUS_TESTS_ESCAPE3_H

#include <modulus/world3.h>

#include "base/splitmix.h"

/** A trial of one kind: everything in it follows from the seed. Returns true if the trial went wrong. */
typedef bool escape3_trial(uint64_t seed);

escape3_trial escape3_bar, escape3_slow_bar, escape3_capsule, escape3_box, escape3_plate, escape3_sliver;
escape3_trial escape3_sphere, escape3_hull, escape3_cylinder, escape3_cone;
escape3_trial escape3_long_walls, escape3_mesh, escape3_height_field;
escape3_trial escape3_bullet;

/** True if each step of every trial is to be printed, for replaying single seeds. */
extern bool escape3_is_verbose;

/** Ends the program if a call that prepares a trial fails. */
void escape3_require(md_status status, const char *what);

/** Returns a world with gravity along -z or none, and a random surface. */
md3_world *escape3_world(struct splitmix *random, int32_t substeps, md3_shape_def *surface);

/** Returns a vector of uniformly distributed direction and length 1, and such a rotation. */
md3_vec escape3_direction(struct splitmix *random);
md3_rot escape3_rotation(struct splitmix *random);

/* ---- escape3_forms.c ------------------------------------------------------------------------------------------------ */

enum escape3_form { BAR, CAPSULE, BOX, PLATE, SLIVER, SPHERE, HULL, CYLINDER, CONE, FORMS };

/** Makes a random geometry of a form, and owns its hull. */
struct escape3_body {
    md3_geometry geometry;
    md3_hull *hull; /* NULL if it has none */
};

struct escape3_body escape3_make(struct splitmix *random, enum escape3_form form);
/** Makes a box from its half-extents. */
struct escape3_body escape3_make_box(double x, double y, double z);
/** True if an edge or a corner of the geometry is sharper than 30 degrees: such tips can get caught between two walls. */
bool escape3_is_sharp(const struct escape3_body *body);

#endif
