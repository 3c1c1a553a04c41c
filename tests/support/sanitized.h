#ifndef MODULUS_TESTS_SANITIZED_H
#define MODULUS_TESTS_SANITIZED_H

/** True in builds with sanitizers, where tests that only measure more of the same are left out. */
#ifdef MODULUS_SANITIZED
#define SANITIZED true
#else
#define SANITIZED false
#endif

#endif
