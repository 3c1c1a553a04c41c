/* The report of a step of a 2D world. */
#include "world2/step.h"

#define DIMENSION 2
#include "engine/report.inc.h"
