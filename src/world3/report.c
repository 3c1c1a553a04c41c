/* The report of a step of a 3D world. */
#include "world3/step.h"

#define DIMENSION 3
#include "engine/report.inc.h"
