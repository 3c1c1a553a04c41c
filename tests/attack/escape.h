/* The escape attack: bodies that must not leave a room, pass through a box, or stay on top of each other. */
#ifndef MODULUS_TESTS_ESCAPE_H
#define MODULUS_TESTS_ESCAPE_H

#include <modulus/modulus.h>

#include "base/splitmix.h"

/** A trial of one kind: everything in it follows from the seed. Returns true if the trial went wrong. */
typedef bool escape_trial(uint64_t seed);

escape_trial escape_bar, escape_slow_bar, escape_capsule, escape_box, escape_sliver, escape_circle, escape_hull;
escape_trial escape_tips, escape_long_walls, escape_chain;
escape_trial escape_bullet;
escape_trial escape_crowd;

/** True if each step of every trial is to be printed, for replaying single seeds. */
extern bool escape_is_verbose;

/** Ends the program if a call that prepares a trial fails. */
void escape_require(md_status status, const char *what);

/** Returns a world with the default gravity or none, and a random surface. */
md2_world *escape_world(struct splitmix *random, int32_t substeps, md2_shape_def *surface);

#endif
