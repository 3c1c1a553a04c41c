/* The name, version and settings of an engine. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "bench/engines/session.h"

static void add_setting(struct engine_info *info, int dimensions, enum setting_level level, const char *words)
{
    if (info->setting_count < MAX_SETTINGS) {
        info->setting[info->setting_count].dimensions = dimensions;
        info->setting[info->setting_count].level = level;
        snprintf(info->setting[info->setting_count].words, sizeof info->setting[0].words, "%s", words);
        ++info->setting_count;
    }
}

struct engine_info engine_info_local(const struct engine *engine)
{
    struct engine_info info = {.max_threads = engine->max_threads, .local = engine};
    snprintf(info.name, sizeof info.name, "%s", engine->name);
    snprintf(info.version, sizeof info.version, "%s", engine->version);
    snprintf(info.precision, sizeof info.precision, "%s", engine->precision);
    snprintf(info.note, sizeof info.note, "%s", engine->note != NULL ? engine->note : "");
    for (int dimensions = 2; dimensions <= 3; ++dimensions) {
        const struct engine *part = engine_in(engine, dimensions);
        for (int i = 0; part != NULL && i < part->setting_count; ++i) {
            add_setting(&info, dimensions, part->settings[i].level, part->settings[i].words);
        }
    }
    return info;
}

const char *engine_info_default(const struct engine_info *info, int dimensions)
{
    for (int i = 0; i < info->setting_count; ++i) {
        if (info->setting[i].dimensions == dimensions && info->setting[i].level == LEVEL_DEFAULT) {
            return info->setting[i].words;
        }
    }
    return NULL;
}

static bool add_setting_line(struct engine_info *info, int dimensions, const char *rest)
{
    static const char *const LEVELS[] = {"default ", "usual ", "full "};
    for (int i = 0; i < 3; ++i) {
        const size_t length = strlen(LEVELS[i]);
        if (strncmp(rest, LEVELS[i], length) == 0) {
            add_setting(info, dimensions, (enum setting_level)i, rest + length);
            return true;
        }
    }
    return false;
}

/* Parses a line without its newline; false if the line is unknown. `dimensions` is that of the settings that follow. */
static bool read_line(struct engine_info *info, int *dimensions, const char *line)
{
    if (strncmp(line, "engine ", 7) == 0) {
        return sscanf(line + 7, "%31s %31s %15s", info->name, info->version, info->precision) == 3;
    }
    if (strncmp(line, "threads ", 8) == 0) {
        info->max_threads = (int)strtol(line + 8, NULL, 10);
        return info->max_threads >= 1;
    }
    if (strncmp(line, "note ", 5) == 0) {
        snprintf(info->note, sizeof info->note, "%.190s", line + 5);
        return true;
    }
    if (strncmp(line, "dimensions ", 11) == 0) {
        *dimensions = (int)strtol(line + 11, NULL, 10);
        return *dimensions == 2 || *dimensions == 3;
    }
    return strncmp(line, "setting ", 8) == 0 && add_setting_line(info, *dimensions, line + 8);
}

static bool is_modulus(const char *command)
{
    const char *name = strrchr(command, '/');
    return strcmp(name != NULL ? name + 1 : command, "modulus") == 0;
}

md_status engine_info_peer(struct engine_info *info, const char *command, md_error *error)
{
    struct peer_process peer;
    char line[512];
    bool good = true;
    bool ended = false;
    int dimensions = 2;
    *info = (struct engine_info){.max_threads = 1};
    snprintf(info->command, sizeof info->command, "%s%s", command, is_modulus(command) ? " bench --as-peer" : "");
    const md_status status = peer_start(&peer, info->command, "about", error);
    if (status != MD_OK) {
        return status;
    }
    while (good && !ended && fgets(line, sizeof line, peer.from) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        ended = strcmp(line, "end") == 0;
        good = ended || read_line(info, &dimensions, line);
    }
    const int code = peer_end(&peer);
    if (code == 127) {
        return md_fail(error, MD_ERROR_FILE, "--peer '%s': no such program", command);
    }
    if (!good || !ended || info->name[0] == '\0' || info->setting_count == 0) {
        return md_fail(error, MD_ERROR_FORMAT,
                       "--peer '%s': not a peer (see bench/peers/README.md): the answer to 'about' was %s%s%s", command,
                       good ? "incomplete" : "'", good ? "" : line, good ? "" : "'");
    }
    return MD_OK;
}
