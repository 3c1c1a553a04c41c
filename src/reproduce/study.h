/* A run: its sizes, its folders, and the key that identifies its data; the machine it was made on. */
#ifndef MODULUS_REPRODUCE_STUDY_H
#define MODULUS_REPRODUCE_STUDY_H

#include "reproduce/experiments/experiments.h"

/** machine.c: the machine and the program that measured. */
struct machine {
    char processor[128], system[160], compiler[128], version[64], date[32];
    int cores;
    double memory_gb;
    uint32_t build; /* hash of the program and the processor's name: times of other builds are not reused */
};

struct machine machine_current(void);

/** Sets sizes, folders and key; writes nothing. */
md_status study_plan(struct study *study, const struct reproduce_options *options, const struct machine *machine,
                     md_error *error);

/** Creates the folders, or reuses those of an earlier run; refuses a folder that holds other files. */
md_status study_claim_folder(struct study *study, const struct machine *machine, md_error *error);

/** Removes the results of an earlier run. */
void study_discard(const struct study *study);
/** Removes the folder of parts, including parts of other runs. */
void study_clear_parts(const struct study *study);

/** Reads the machine of the run from its folder. */
md_status study_read_machine(const struct study *study, struct machine *machine, md_error *error);

#endif
