#define _POSIX_C_SOURCE 200809L

#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

#define BAR_WIDTH 30

void progress_bar(char *bar, int width, double fraction)
{
    const int filled = (int)(width * fraction);
    for (int i = 0; i < width; ++i) {
        bar[i] = i < filled ? '#' : '.';
    }
    bar[width] = '\0';
}

struct progress progress_begin(const char *label, const char *unit, int64_t total, bool quiet)
{
    const double now = md_clock_seconds();
    return (struct progress){.label = label,
                             .unit = unit,
                             .total = total,
                             .on = !quiet && isatty(STDERR_FILENO) == 1,
                             .started = now,
                             .last = now};
}

/* "12 s", "3 min 20 s", "2 h 5 min". */
static void format_left(double seconds, char *text, size_t size)
{
    const long whole = (long)(seconds + 0.5);
    if (whole < 60) {
        snprintf(text, size, "%ld s", whole);
    } else if (whole < 3600) {
        snprintf(text, size, "%ld min %ld s", whole / 60, whole % 60);
    } else {
        snprintf(text, size, "%ld h %ld min", whole / 3600, whole % 3600 / 60);
    }
}

/* Whether it is time to draw the bar again. */
static bool is_due(const struct progress *progress, double now)
{
    return progress->on && now - progress->last >= (progress->shown ? 0.1 : 0.5);
}

static void note_shown(struct progress *progress, double now)
{
    fflush(stderr);
    progress->shown = true;
    progress->last = now;
}

void progress_show(struct progress *progress, int64_t done)
{
    const double now = md_clock_seconds();
    if (!is_due(progress, now)) {
        return;
    }
    char bar[BAR_WIDTH + 1];
    char left[48];
    const double rate = (double)done / (now - progress->started);
    progress_bar(bar, BAR_WIDTH, (double)done / (double)progress->total);
    format_left(rate > 0 ? (double)(progress->total - done) / rate : 0, left, sizeof left);
    fprintf(stderr, "\r[%s] %s: %lld of %lld %s, %.*f a second, %s left\033[K", bar, progress->label, (long long)done,
            (long long)progress->total, progress->unit, rate < 10 ? 1 : 0, rate, left);
    note_shown(progress, now);
}

void progress_show_share(struct progress *progress, const char *what, double share)
{
    const double now = md_clock_seconds();
    if (!is_due(progress, now)) {
        return;
    }
    char bar[BAR_WIDTH + 1];
    char left[48];
    progress_bar(bar, BAR_WIDTH, share);
    format_left(share > 0 ? (now - progress->started) * (1 - share) / share : 0, left, sizeof left);
    fprintf(stderr, "\r[%s] %.0f %%, %s left: %s\033[K", bar, 100 * share, left, what);
    note_shown(progress, now);
}

void progress_end(struct progress *progress)
{
    if (progress->shown) {
        fprintf(stderr, "\r\033[K");
        progress->shown = false;
    }
}
