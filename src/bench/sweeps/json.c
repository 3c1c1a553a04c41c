/* The measurements as one JSON object. Units are seconds, bytes and rows; null means not measured. */
#include "base/output_file.h"
#include "bench/sweeps/sweeps.h"

static void write_number(struct output_file *file, const char *key, double value, const char *end)
{
    if (value > 0) {
        md_output_print(file, "\"%s\": %.6g%s", key, value, end);
    } else {
        md_output_print(file, "\"%s\": null%s", key, end);
    }
}

static void write_contenders(struct output_file *file, const char *key, const double *values)
{
    md_output_print(file, "\"%s\": {", key);
    for (int c = 0; c < CONTENDERS; ++c) {
        write_number(file, CONTENDER_NAMES[c], values[c], c + 1 < CONTENDERS ? ", " : "");
    }
    md_output_print(file, "}");
}

/* The texts are constants that need no escapes. */
static void write_measurement(struct output_file *file, const struct measurement *at)
{
    double bytes[CONTENDERS];
    double bound[CONTENDERS];
    for (int c = 0; c < CONTENDERS; ++c) {
        bytes[c] = at->traffic[c].read + at->traffic[c].updated;
        bound[c] = streaming_bound(at, (enum contender)c) * at->m;
    }
    md_output_print(file, "    {\"family\": \"%s\", \"spec\": \"%s\", \"m\": %d, \"n\": %d, ", at->family, at->spec,
                    at->m, at->n);
    write_number(file, "entries_per_row", at->entries_per_row, ",\n     ");
    write_contenders(file, "sweep_seconds", at->sweep_seconds);
    md_output_print(file, ",\n     ");
    write_contenders(file, "prepare_seconds", at->prepare_seconds);
    md_output_print(file, ",\n     ");
    write_contenders(file, "bytes_per_row", bytes);
    md_output_print(file, ",\n     ");
    write_contenders(file, "bound_seconds", bound);
    md_output_print(file, ",\n     ");
    write_contenders(file, "operations_per_row", at->operations);
    md_output_print(file, ",\n     ");
    write_number(file, "operations_per_second", at->arithmetic_rate, ", ");
    write_number(file, "vector_operations_per_second", at->vector_rate, ", ");
    write_number(file, "read_bytes_per_second", at->bandwidth.read, ", ");
    write_number(file, "update_bytes_per_second", at->bandwidth.update, "}");
}

md_status sweeps_write_json(const struct measurement *measurements, int count, const char *path, md_error *error)
{
    struct output_file file;
    const md_status status = md_output_open(&file, path, error);
    if (status != MD_OK) {
        return status;
    }
    md_output_print(&file, "{\"version\": \"%s\", \"real\": \"%s\", \"measurements\": [\n", md_version(),
                    md_real_name());
    for (int i = 0; i < count; ++i) {
        write_measurement(&file, &measurements[i]);
        md_output_print(&file, "%s\n", i + 1 < count ? "," : "");
    }
    md_output_print(&file, "]}\n");
    return md_output_commit(&file, error);
}
