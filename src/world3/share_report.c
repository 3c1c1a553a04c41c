/* The report of a step of a divided 3D world. */
#include <string.h>

#include "world3/world.h"

#define DIMENSION 3
#include "engine/share_report.inc.h"
