/* The catalogue: what a program can offer its user to choose from. */
#ifndef MODULUS_SCENE_CATALOGUE_H
#define MODULUS_SCENE_CATALOGUE_H

#include "scene/text.h"

/** Writes version, number type, built-in scenes of 2D and 3D with their keys, and solvers, as one JSON object. */
void catalogue_write(struct text *text);

#endif
