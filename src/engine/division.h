/* The strips of a world that may be divided among ranks. */
#ifndef MODULUS_ENGINE_DIVISION_H
#define MODULUS_ENGINE_DIVISION_H

/** Strips of a world, at most. */
#define MAX_DIVISION 256

#endif
