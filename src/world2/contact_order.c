/* The order of contacts in a 2D world with partitions. */
#include <string.h>

#include "world2/world.h"

#define DIMENSION 2
#include "engine/contact_order.inc.h"
