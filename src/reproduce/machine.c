#define _POSIX_C_SOURCE 200809L

#include "reproduce/study.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include <modulus/base.h>

static uint32_t hash_bytes(uint32_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; ++i) {
        hash = (hash ^ at[i]) * 16777619u; /* FNV-1a */
    }
    return hash;
}

static uint32_t hash_program(uint32_t hash)
{
    FILE *file = fopen("/proc/self/exe", "rb");
    char block[65536];
    size_t count = 0;
    while (file != NULL && (count = fread(block, 1, sizeof block, file)) > 0) {
        hash = hash_bytes(hash, block, count);
    }
    if (file != NULL) {
        fclose(file);
    }
    return hash;
}

static void read_processor(char *text, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    snprintf(text, size, "unknown processor");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            snprintf(text, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

struct machine machine_current(void)
{
    struct machine machine = {0};
    struct utsname names;
    const time_t now = time(NULL);
    struct tm parts;
    read_processor(machine.processor, sizeof machine.processor);
    if (uname(&names) == 0) {
        snprintf(machine.system, sizeof machine.system, "%.40s %.60s, %.40s", names.sysname, names.release,
                 names.machine);
    }
#if defined(__clang__)
    snprintf(machine.compiler, sizeof machine.compiler, "%s", __VERSION__);
#else
    snprintf(machine.compiler, sizeof machine.compiler, "GCC %s", __VERSION__);
#endif
    snprintf(machine.version, sizeof machine.version, "modulus %s (%s)", md_version(), md_real_name());
    if (gmtime_r(&now, &parts) != NULL) {
        strftime(machine.date, sizeof machine.date, "%Y-%m-%d %H:%M UTC", &parts);
    }
    machine.cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    machine.memory_gb = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGE_SIZE) / 1e9;
    machine.build = hash_program(hash_bytes(2166136261u, machine.processor, strlen(machine.processor)));
    return machine;
}
