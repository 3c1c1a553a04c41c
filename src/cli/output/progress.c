#define _XOPEN_SOURCE 700 /* setitimer */

#include "cli/output/progress.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/output_file.h"
#include "base/utf8.h"

#define BAR_WIDTH 30

/* ---- Progress bar ------------------------------------------------------------------------------------------------ */

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
                             .enabled = !quiet && isatty(STDERR_FILENO) == 1,
                             .start_time = now,
                             .last_drawn = now};
}

/* "12 s", "3 min 20 s", "2 h 5 min". */
static void format_remaining(double seconds, char *text, size_t size)
{
    const long rounded = (long)(seconds + 0.5);
    if (rounded < 60) {
        snprintf(text, size, "%ld s", rounded);
    } else if (rounded < 3600) {
        snprintf(text, size, "%ld min %ld s", rounded / 60, rounded % 60);
    } else {
        snprintf(text, size, "%ld h %ld min", rounded / 3600, rounded % 3600 / 60);
    }
}

/* True if it is time to draw the bar again. */
static bool is_due(const struct progress *progress, double now)
{
    return progress->enabled && now - progress->last_drawn >= (progress->shown ? 0.1 : 0.5);
}

static void mark_drawn(struct progress *progress, double now)
{
    fflush(stderr);
    progress->shown = true;
    progress->last_drawn = now;
}

void progress_show(struct progress *progress, int64_t done)
{
    const double now = md_clock_seconds();
    if (!is_due(progress, now)) {
        return;
    }
    char bar[BAR_WIDTH + 1];
    char remaining[48];
    const double rate = (double)(done - progress->done_before) / (now - progress->start_time);
    progress_bar(bar, BAR_WIDTH, (double)done / (double)progress->total);
    if (rate > 0) {
        format_remaining((double)(progress->total - done) / rate, remaining, sizeof remaining);
    } else {
        snprintf(remaining, sizeof remaining, "unknown time");
    }
    fprintf(stderr, "\r[%s] %s: %lld of %lld %s, %.*f per second, %s left\033[K", bar,
            md_printable(progress->label).text, (long long)done, (long long)progress->total, progress->unit,
            rate < 10 ? 1 : 0, rate, remaining);
    mark_drawn(progress, now);
}

void progress_show_fraction(struct progress *progress, const char *task, double fraction)
{
    const double now = md_clock_seconds();
    if (!is_due(progress, now)) {
        return;
    }
    char bar[BAR_WIDTH + 1];
    char remaining[48];
    const double elapsed = now - progress->start_time;
    progress_bar(bar, BAR_WIDTH, fraction);
    format_remaining(fraction > 0 ? elapsed * (1 - fraction) / fraction : 0, remaining, sizeof remaining);
    fprintf(stderr, "\r[%s] %.0f %%, %s left: %s\033[K", bar, 100 * fraction, remaining, task);
    mark_drawn(progress, now);
}

void progress_end(struct progress *progress)
{
    if (progress->shown) {
        fprintf(stderr, "\r\033[K");
        progress->shown = false;
    }
}

/* ---- Ctrl-C ------------------------------------------------------------------------------------------------------ */

/* The first is Ctrl-C; the others are those of a launcher. */
static const int SIGNALS[] = {SIGINT, SIGTERM, SIGUSR1};
#define SIGNAL_COUNT (sizeof SIGNALS / sizeof *SIGNALS)
#define TERMINATION_MS 500

static volatile sig_atomic_t interrupted;
static int catch_depth;
static bool is_launched;
static struct sigaction previous_actions[SIGNAL_COUNT];

/* Another rank has died: this one cannot complete its step. */
static void on_late(int signal_number)
{
    (void)signal_number;
    md_output_remove_unfinished();
    signal(SIGTERM, SIG_DFL);
    raise(SIGTERM);
}

static void set_timer(long ms)
{
    const struct itimerval timer = {.it_value = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void on_interrupt(int signal_number)
{
    interrupted = 1;
    for (size_t i = 0; i < (is_launched ? SIGNAL_COUNT : 1); ++i) {
        if (SIGNALS[i] == signal_number) {
            sigaction(signal_number, &previous_actions[i], NULL); /* a second Ctrl-C ends the process */
        }
    }
    if (signal_number == SIGTERM) {
        set_timer(TERMINATION_MS);
    }
}

void interrupt_by_launcher(void)
{
    struct sigaction action = {.sa_handler = on_late};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    is_launched = true;
}

void interrupt_agreed(void)
{
    set_timer(0);
}

void interrupt_catch(void)
{
    if (catch_depth++ == 0) {
        struct sigaction action = {.sa_handler = on_interrupt};
        sigemptyset(&action.sa_mask);
        for (size_t i = 0; i < (is_launched ? SIGNAL_COUNT : 1); ++i) {
            sigaction(SIGNALS[i], &action, &previous_actions[i]);
        }
    }
}

void interrupt_release(void)
{
    if (--catch_depth == 0) {
        for (size_t i = 0; i < (is_launched ? SIGNAL_COUNT : 1); ++i) {
            sigaction(SIGNALS[i], &previous_actions[i], NULL);
        }
    }
}

void interrupt_note(void)
{
    interrupted = 1;
}

bool interrupt_seen(void)
{
    return interrupted != 0;
}
