/* The order of contacts in a 3D world with partitions. */
#include <string.h>

#include "world3/world.h"

#define DIMENSION 3
#include "engine/contact_order.inc.h"
