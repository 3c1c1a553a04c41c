/* What a run is: its size, its folders, and the key by which its data is known again. */
#ifndef MODULUS_REPRODUCE_STUDY_H
#define MODULUS_REPRODUCE_STUDY_H

#include "reproduce/experiments.h"
#include "reproduce/machine.h"

/** Sizes, folders and key; nothing is written. */
md_status study_plan(struct study *study, const struct reproduce_options *options, const struct machine *machine,
                     md_error *error);

/** Makes the folders, or takes those of an earlier run; refuses a folder that holds other things. */
md_status study_claim_folder(struct study *study, const struct machine *machine, md_error *error);

/** Forgets what an earlier run has finished. */
void study_forget(const struct study *study);
/** Removes the folder of parts, with those that other runs have left. */
void study_clear_parts(const struct study *study);

/** The machine as an earlier run has written it down. */
md_status study_read_machine(const struct study *study, struct machine *machine, md_error *error);

#endif
