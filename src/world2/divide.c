/* Worlds in 2D that are divided among ranks. */
#include <modulus/divide2.h>
#include <modulus/snapshot2.h>

#include "world2/world.h"

#define DIMENSION 2
#include "engine/divide.inc.h"
