/* The results as tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

static void print_outcome(FILE *file, const struct bench_outcome *outcome, bool stands)
{
    char engine[96];
    snprintf(engine, sizeof engine, "%s %s %s", outcome->engine->name, outcome->engine->version,
             outcome->engine->precision);
    fprintf(file, "  %-22s %-38s", engine, outcome->words);
    if (outcome->problem[0] != '\0') {
        fprintf(file, " %s\n", outcome->problem);
        return;
    }
    const struct accuracy *accuracy = &outcome->accuracy;
    fprintf(file, " %9.4g %9.4g %9.4g %8.3f %8.2f %9.1e", outcome->ms, outcome->median_ms, outcome->settle_ms,
            1e3 * accuracy->penetration, 1e3 * accuracy->penetration_max, accuracy->kinetic);
    if (accuracy->joint_error_max > 0) {
        fprintf(file, " %9.3f", 1e3 * accuracy->joint_error);
    }
    if (stands) {
        fprintf(file, " %9.2f", 1e3 * accuracy->top_sag);
    }
    fprintf(file, "%s\n", outcome->fell ? "  fell" : "");
}

static void print_scene(FILE *file, const struct bench_scene_result *result)
{
    const bool joints = result->joints > 0;
    const bool stands = result->scene->stands;
    fprintf(file, "\n%s: %s; %d bodies, %d shapes, %d joints; %d steps to settle, then %d windows of %d steps\n",
            result->scene->name, result->scene->about, result->bodies, result->shapes, result->joints, result->settle,
            result->repeats, result->window);
    fprintf(file, "  %-22s %-38s    %-26s %17s %9s%s%s\n", "", "", "ms per step", "penetration, mm", "kinetic",
            joints ? "    joints" : "", stands ? "    sag of" : "");
    fprintf(file, "  %-22s %-38s %9s %9s %9s %8s %8s %9s%s%s\n", "engine", "setting", "min", "median", "settling",
            "mean", "max", "energy, J", joints ? "  mean, mm" : "", stands ? "   top, mm" : "");
    for (int i = 0; i < result->outcome_count; ++i) {
        print_outcome(file, &result->outcome[i], stands);
    }
}

static void print_phases(FILE *file, const struct bench_results *results)
{
    bool has_heading = false;
    for (int s = 0; s < results->scene_count; ++s) {
        const struct bench_scene_result *scene = &results->scene[s];
        const struct bench_outcome *outcome = &scene->outcome[0]; /* the first engine's default */
        if (scene->repeats == 0 || outcome->phases.count == 0) {
            continue;
        }
        if (!has_heading) {
            fprintf(file, "\nTime by phase, %s, ms per step\n  %-14s", outcome->words, "");
            for (int p = 0; p < outcome->phases.count; ++p) {
                fprintf(file, " %9s", outcome->phases.name[p]);
            }
            fprintf(file, " %9s\n", "total");
            has_heading = true;
        }
        fprintf(file, "  %-14s", scene->scene->name);
        for (int p = 0; p < outcome->phases.count; ++p) {
            fprintf(file, " %9.3f", 1e3 * outcome->phases.seconds[p]);
        }
        fprintf(file, " %9.3f\n", outcome->ms);
    }
}

/* Mean penetration, or the mean joint error where nothing touches; mm. */
static double shown_error(const struct bench_match *match, const struct bench_outcome *outcome)
{
    const bool joints = match->scene->joints > 0 && match->peer->accuracy.touching == 0;
    return 1e3 * (joints ? outcome->accuracy.joint_error : outcome->accuracy.penetration);
}

static void print_match(FILE *file, const struct bench_match *match)
{
    char peer[MAX_SETTING_WORDS + 80];
    snprintf(peer, sizeof peer, "%s %s %s", match->peer->engine->name, match->peer->engine->version,
             match->peer->words);
    const char *ours = match->ours != NULL ? match->ours->words : "no setting is as accurate";
    fprintf(file, "  %-13s %-40s %9.4g %8.3f  %-38s", match->scene->scene->name, peer, match->peer->ms,
            shown_error(match, match->peer), ours);
    if (match->ours != NULL) {
        fprintf(file, " %9.4g %8.3f %6.2f", match->ours->ms, shown_error(match, match->ours), match->ratio);
    } else {
        fprintf(file, " %9s %8s %6s", "-", "-", "-");
    }
    if (match->target > 0 && match->same_precision) {
        fprintf(file, "  %.2f %s", match->target,
                match->ours != NULL && match->ratio <= match->target ? "met" : "not met");
    }
    fputc('\n', file);
}

/* Prints the geometric mean against each peer that has a target for it. */
static void print_means(FILE *file, const struct bench_results *results, const struct bench_match *matches, int count)
{
    for (int e = 0; e < results->engine_count; ++e) {
        const struct engine_info *peer = results->engine[e];
        const struct bench_mean mean = bench_mean_of(matches, count, peer);
        if (mean.target > 0 && mean.count + mean.missing > 0) {
            fprintf(file, "  geometric mean of %d ratios against %s %s: %.2f, target %.2f %s\n", mean.count, peer->name,
                    peer->version, mean.ratio, mean.target,
                    mean.missing == 0 && mean.ratio <= mean.target ? "met" : "not met");
        }
    }
}

static void print_matches(FILE *file, const struct bench_results *results)
{
    int count = 0;
    struct bench_match *matches = bench_match_all(results, &count);
    for (int same = 1; same >= 0; --same) {
        bool has_heading = false;
        for (int i = 0; i < count; ++i) {
            if (matches[i].same_precision != (same == 1)) {
                continue;
            }
            if (!has_heading) {
                fprintf(file,
                        "\n"
                        "At equal accuracy, in %s precision: the fastest setting of Modulus whose mean penetration, "
                        "joint error and, at\n"
                        "rest, kinetic energy are no larger than the peer's; ratio of our time to the peer's, and "
                        "its target. mm: mean penetration, or joint error if nothing touches\n",
                        same == 1 ? "the peer's" : "the other");
                fprintf(file, "  %-13s %-40s %9s %8s  %-38s %9s %8s %6s\n", "scene", "peer", "ms", "mm", "Modulus",
                        "ms", "mm", "ratio");
                has_heading = true;
            }
            print_match(file, &matches[i]);
        }
        if (same == 1) {
            print_means(file, results, matches, count);
        }
    }
    free(matches);
}

static void print_stands(FILE *file, const struct bench_results *results)
{
    int count = 0;
    struct bench_stand *stands = bench_stand_all(results, &count);
    if (count > 0) {
        fprintf(file,
                "\nSag of the top: the fastest setting of Modulus within the limit\n  %-13s %-9s %9s  %-38s %9s %9s\n",
                "scene", "precision", "limit, mm", "Modulus", "ms", "sag, mm");
    }
    for (int i = 0; i < count; ++i) {
        const struct bench_stand *stand = &stands[i];
        fprintf(file, "  %-13s %-9s %9.4g  ", stand->scene->scene->name, stand->engine->precision, 1e3 * stand->limit);
        if (stand->ours != NULL) {
            fprintf(file, "%-38s %9.4g %9.2f  met\n", stand->ours->words, stand->ours->ms,
                    1e3 * stand->ours->accuracy.top_sag);
        } else {
            fprintf(file, "%-38s %9s %9s  not met\n", "no setting stands within it", "-", "-");
        }
    }
    free(stands);
}

static void print_engines(FILE *file, const struct bench_results *results)
{
    for (int e = 0; e < results->engine_count; ++e) {
        const struct engine_info *engine = results->engine[e];
        fprintf(file, "%s %s, %s%s%s\n", engine->name, engine->version, engine->precision,
                engine->note[0] != '\0' ? ": " : "", engine->note);
    }
}

void bench_print(FILE *file, const struct bench_results *results)
{
    char warning[160];
    fprintf(file, "%s; one thread unless the setting gives another number\n", results->machine);
    print_engines(file, results);
    for (int s = 0; s < results->scene_count; ++s) {
        if (results->scene[s].repeats > 0) {
            print_scene(file, &results->scene[s]);
        }
    }
    print_phases(file, results);
    print_matches(file, results);
    print_stands(file, results);
    machine_judge(&results->before, &results->after, warning, sizeof warning);
    if (warning[0] != '\0') {
        fprintf(file, "\nwarning: the machine was busy: %s. Compare times within this run only.\n", warning);
    }
}
