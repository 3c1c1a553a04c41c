/* The report of a step of a divided 2D world. */
#include <string.h>

#include "world2/world.h"

#define DIMENSION 2
#include "engine/share_report.inc.h"
