/** @file
 * All of Modulus. */
#ifndef MODULUS_MODULUS_H
#define MODULUS_MODULUS_H

#include <modulus/base.h>
#include <modulus/bodies2.h>
#include <modulus/bodies3.h>
#include <modulus/communicator.h>
#include <modulus/contact.h>
#include <modulus/contacts2.h>
#include <modulus/contacts3.h>
#include <modulus/divide2.h>
#include <modulus/divide3.h>
#include <modulus/geometry2.h>
#include <modulus/geometry3.h>
#include <modulus/handles2.h>
#include <modulus/handles3.h>
#include <modulus/joints2.h>
#include <modulus/joints3.h>
#include <modulus/lcp.h>
#include <modulus/math2.h>
#include <modulus/math3.h>
#include <modulus/matrix.h>
#include <modulus/mover3.h>
#include <modulus/problem_files.h>
#include <modulus/queries2.h>
#include <modulus/queries3.h>
#include <modulus/shapes2.h>
#include <modulus/shapes3.h>
#include <modulus/snapshot2.h>
#include <modulus/snapshot3.h>
#include <modulus/step_report.h>
#include <modulus/world2.h>
#include <modulus/world3.h>

#endif
