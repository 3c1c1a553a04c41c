#include "geometry3/retain.h"

#include "geometry3/hull.h"
