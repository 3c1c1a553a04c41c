/* What the measurements were made on and with. */
#ifndef MODULUS_REPRODUCE_MACHINE_H
#define MODULUS_REPRODUCE_MACHINE_H

#include <stdint.h>

struct machine {
    char processor[128], system[160], compiler[128], version[64], date[32];
    int cores;
    double memory_gb;
    uint32_t build; /* of the program's bytes and the processor's name: times of another build are other times */
};

struct machine machine_here(void);

#endif
