/* The measurements as one JSON object for programs. Seconds, bytes and rows; null where nothing was measured. */
#include <stdio.h>

#include "bench.h"

static void write_number(FILE *file, const char *key, double value, const char *end)
{
    if (value > 0) {
        fprintf(file, "\"%s\": %.6g%s", key, value, end);
    } else {
        fprintf(file, "\"%s\": null%s", key, end);
    }
}

static void write_contenders(FILE *file, const char *key, const double *values)
{
    fprintf(file, "\"%s\": {", key);
    for (int c = 0; c < CONTENDERS; ++c) {
        write_number(file, CONTENDER_NAMES[c], values[c], c + 1 < CONTENDERS ? ", " : "");
    }
    fprintf(file, "}");
}

/* Texts are the program's own and need no escapes. */
static void write_measurement(FILE *file, const struct measurement *at)
{
    double bytes[CONTENDERS];
    double bound[CONTENDERS];
    for (int c = 0; c < CONTENDERS; ++c) {
        bytes[c] = at->traffic[c].read + at->traffic[c].updated;
        bound[c] = streaming_bound(at, (enum contender)c) * at->m;
    }
    fprintf(file, "    {\"family\": \"%s\", \"spec\": \"%s\", \"m\": %d, \"n\": %d, ", at->family, at->spec, at->m,
            at->n);
    write_number(file, "entries_per_row", at->entries_per_row, ",\n     ");
    write_contenders(file, "sweep_seconds", at->sweep_seconds);
    fprintf(file, ",\n     ");
    write_contenders(file, "prepare_seconds", at->prepare_seconds);
    fprintf(file, ",\n     ");
    write_contenders(file, "bytes_per_row", bytes);
    fprintf(file, ",\n     ");
    write_contenders(file, "bound_seconds", bound);
    fprintf(file, ",\n     ");
    write_number(file, "read_bytes_per_second", at->bandwidth.read, ", ");
    write_number(file, "update_bytes_per_second", at->bandwidth.update, "}");
}

bool report_json(const struct measurement *measurements, int count, const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    fprintf(file, "{\"version\": \"%s\", \"real\": \"%s\", \"measurements\": [\n", md_version(), md_real_name());
    for (int i = 0; i < count; ++i) {
        write_measurement(file, &measurements[i]);
        fprintf(file, "%s\n", i + 1 < count ? "," : "");
    }
    fprintf(file, "]}\n");
    const bool written = ferror(file) == 0;
    return fclose(file) == 0 && written;
}
