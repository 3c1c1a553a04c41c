#include "cli/run/outputs3.h"

#include "cli/cli.h"

int run_outputs3_begin(struct run_outputs3 *outputs, const struct run_output_options *options, const md3_world *world,
                       struct contact_residuals *residuals)
{
    const bool draws = options->pictures.count > 0 || options->video != NULL;
    md_error error = {0};
    if (!draws && options->record == NULL) {
        return -1;
    }
    outputs->residuals = residuals;
    if (model3_create(&outputs->model, world, &error) != MD_OK ||
        state3_create(&outputs->state, &outputs->model, &error) != MD_OK) {
        return fail_with_error(&error);
    }
    const int code = run_outputs3_read(outputs, world, 1, NULL);
    return code < 0 && draws ? view3_begin(&outputs->view, &options->view_settings, &outputs->model, &outputs->state)
                             : code;
}

void run_outputs3_free(struct run_outputs3 *outputs)
{
    recording3_discard(outputs->recording);
    view3_end(&outputs->view);
    state3_free(&outputs->state);
    model3_free(&outputs->model);
}

int run_outputs3_read(struct run_outputs3 *outputs, const md3_world *world, md_real fraction,
                      const md_step_report *report)
{
    md_error error = {0};
    return state3_read(&outputs->state, &outputs->model, world, fraction, report, outputs->residuals, &error) == MD_OK
               ? -1
               : fail_with_error(&error);
}

int run_outputs3_record(struct run_outputs3 *outputs, const char *path, const struct recording_info *info)
{
    md_error error = {0};
    const md_status status =
        recording3_create(&outputs->recording, path, info, &outputs->model, &outputs->state, &error);
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "%s", error.message);
}
