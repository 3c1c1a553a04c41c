#include "cli/output/recording_source.h"

#include "cli/cli.h"

int recording_source_open(struct recording_source *source, const char *file)
{
    md_error error = {0};
    *source = (struct recording_source){0};
    const bool is_solid = recording_dimensions(file) == 3;
    const md_status status =
        is_solid ? recording3_open(&source->solid, file, &error) : recording_open(&source->flat, file, &error);
    if (status != MD_OK) {
        return fail_with_error(&error);
    }
    source->facts = is_solid ? recording3_facts(source->solid) : recording_facts_of(source->flat);
    return -1;
}

void recording_source_close(struct recording_source *source)
{
    view3_end(&source->view);
    recording3_close(source->solid);
    recording_close(source->flat);
}

static md_status read_flat(struct recording_source *source, int64_t frame, md_error *error)
{
    struct recording_frame read;
    const md_status status = recording_read(source->flat, frame, &read, error);
    source->step = read.step;
    source->contacts = read.contacts;
    source->residual = read.residual;
    source->penetration_max = read.penetration_max;
    source->kinetic_energy = read.kinetic_energy;
    source->asleep = read.asleep;
    source->broken = read.broken;
    return status;
}

static md_status read_solid(struct recording_source *source, int64_t frame, md_error *error)
{
    const md_status status = recording3_read(source->solid, frame, error);
    const struct state3 *state = recording3_state(source->solid);
    source->step = state->step;
    source->contacts = state->contacts;
    source->residual = state->residual;
    source->penetration_max = state->penetration_max;
    source->kinetic_energy = state->kinetic_energy;
    source->asleep = state->asleep;
    source->broken = state->broken;
    return status;
}

md_status recording_source_read(struct recording_source *source, int64_t frame, md_error *error)
{
    return source->flat != NULL ? read_flat(source, frame, error) : read_solid(source, frame, error);
}
