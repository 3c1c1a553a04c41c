/* Pictures, video and recording of a run of a 3D scene: the part of outputs.c that depends on the dimension. */
#ifndef MODULUS_CLI_RUN_OUTPUTS3_H
#define MODULUS_CLI_RUN_OUTPUTS3_H

#include "cli/output/view3.h"
#include "cli/run/run.h"
#include "draw/contact_residuals.h"
#include "draw/recording3.h"

struct run_outputs3 {
    struct model3 model;
    struct state3 state;
    struct view3 view;
    struct contact_residuals *residuals;
    struct recording3_writer *recording;
};

/** Reads the shapes of the world, and loads the renderer if there will be pictures. */
int run_outputs3_begin(struct run_outputs3 *outputs, const struct run_output_options *options, const md3_world *world,
                       struct contact_residuals *residuals);
void run_outputs3_free(struct run_outputs3 *outputs);

/** Reads the present state of the world, or one between the last two. `report` may be NULL. */
int run_outputs3_read(struct run_outputs3 *outputs, const md3_world *world, md_real fraction,
                      const md_step_report *report);
/** Starts the recording, after the state has been read. */
int run_outputs3_record(struct run_outputs3 *outputs, const char *path, const struct recording_info *info);

#endif
