/* Worlds in 3D that are divided among ranks. */
#include <modulus/divide3.h>
#include <modulus/snapshot3.h>

#include "world3/world.h"

#define DIMENSION 3
#include "engine/divide.inc.h"
