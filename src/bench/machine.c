/* Checks whether the machine is idle enough for meaningful times. */
#define _GNU_SOURCE /* getloadavg */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "bench/bench.h"

#define SPIN_ROUNDS 15
#define SPIN_LENGTH 2000000 /* about 10 ms of multiplications, each of which depends on the one before */
#define MAX_SPREAD 0.1

static double spin(void)
{
    const double start = md_clock_seconds();
    double value = 1;
    for (int i = 0; i < SPIN_LENGTH; ++i) {
        value = value * 0.999999 + 1e-6;
        __asm__ volatile("" : "+m"(value)); /* keeps the compiler from computing the result in advance */
    }
    return md_clock_seconds() - start;
}

static int ascending(const void *first, const void *second)
{
    const double a = *(const double *)first;
    const double b = *(const double *)second;
    return (a > b) - (a < b);
}

struct machine_check machine_check(void)
{
    double seconds[SPIN_ROUNDS];
    struct machine_check check = {.load = -1, .cores = (int)sysconf(_SC_NPROCESSORS_ONLN)};
    if (getloadavg(&check.load, 1) != 1) {
        check.load = -1;
    }
    for (int i = 0; i < SPIN_ROUNDS; ++i) {
        seconds[i] = spin();
    }
    qsort(seconds, SPIN_ROUNDS, sizeof *seconds, ascending);
    check.spin_seconds = seconds[0];
    check.spin_spread = seconds[SPIN_ROUNDS / 2] / seconds[0] - 1;
    return check;
}

void machine_judge(const struct machine_check *before, const struct machine_check *after, char *text, size_t size)
{
    const double low = before->spin_seconds < after->spin_seconds ? before->spin_seconds : after->spin_seconds;
    const double high = before->spin_seconds > after->spin_seconds ? before->spin_seconds : after->spin_seconds;
    const double spread = before->spin_spread > after->spin_spread ? before->spin_spread : after->spin_spread;
    const double drift = high / low - 1;
    text[0] = '\0';
    if (drift > MAX_SPREAD || spread > MAX_SPREAD) {
        snprintf(text, size, "the time of a fixed computation varied by up to %.0f %%",
                 100 * (drift > spread ? drift : spread));
    } else if (before->load > 0.5) {
        snprintf(text, size, "%.1f processes were running on %d cores at the start", before->load, before->cores);
    }
}

void machine_name(char *text, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    snprintf(text, size, "unknown");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(text, size, "%s", colon + 2);
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}
