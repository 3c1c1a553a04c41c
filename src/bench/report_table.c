/* The results as tables for people. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

static void print_outcome(const struct bench_outcome *outcome)
{
    char engine[96];
    snprintf(engine, sizeof engine, "%s %s %s", outcome->engine->name, outcome->engine->version,
             outcome->engine->precision);
    printf("  %-22s %-38s", engine, outcome->words);
    if (outcome->problem[0] != '\0') {
        printf(" %s\n", outcome->problem);
        return;
    }
    const struct accuracy *accuracy = &outcome->accuracy;
    printf(" %9.3f %9.3f %9.3f %8.3f %8.2f %9.1e", outcome->ms, outcome->median_ms, outcome->settle_ms,
           1e3 * accuracy->penetration, 1e3 * accuracy->penetration_max, accuracy->kinetic);
    if (accuracy->joint_error_max > 0) {
        printf(" %9.3f", 1e3 * accuracy->joint_error);
    }
    printf("%s\n", outcome->fell ? "  fell" : "");
}

static void print_scene(const struct bench_scene_result *result)
{
    const bool joints = result->joints > 0;
    printf("\n%s: %s; %d bodies, %d shapes, %d joints; %d steps to settle, then %d windows of %d\n",
           result->scene->name, result->scene->about, result->bodies, result->shapes, result->joints, result->settle,
           result->repeats, result->window);
    printf("  %-22s %-38s %9s %9s %9s %8s %8s %9s%s\n", "", "", "ms a step", "", "", "overlap,", "mm", "kinetic",
           joints ? "    joints" : "");
    printf("  %-22s %-38s %9s %9s %9s %8s %8s %9s%s\n", "engine", "setting", "least", "median", "settling", "mean",
           "max", "energy, J", joints ? "  mean, mm" : "");
    for (int i = 0; i < result->outcome_count; ++i) {
        print_outcome(&result->outcome[i]);
    }
}

static const struct bench_outcome *default_of_modulus(const struct bench_scene_result *result)
{
    for (int i = 0; i < result->outcome_count; ++i) {
        if (result->outcome[i].phases.count > 0 && result->outcome[i].problem[0] == '\0') {
            return &result->outcome[i];
        }
    }
    return NULL;
}

static void print_phases(const struct bench_results *results)
{
    bool headed = false;
    for (int s = 0; s < results->scene_count; ++s) {
        const struct bench_scene_result *scene = &results->scene[s];
        const struct bench_outcome *outcome = scene->repeats > 0 ? default_of_modulus(scene) : NULL;
        if (outcome == NULL) {
            continue;
        }
        if (!headed) {
            printf("\nWhere the time goes, %s, ms a step\n  %-14s", outcome->words, "");
            for (int p = 0; p < outcome->phases.count; ++p) {
                printf(" %9s", outcome->phases.name[p]);
            }
            printf(" %9s\n", "all");
            headed = true;
        }
        printf("  %-14s", scene->scene->name);
        for (int p = 0; p < outcome->phases.count; ++p) {
            printf(" %9.3f", 1e3 * outcome->phases.seconds[p]);
        }
        printf(" %9.3f\n", outcome->ms);
    }
}

static void print_match(const struct bench_match *match)
{
    char peer[200];
    char ours[128];
    snprintf(peer, sizeof peer, "%s %s %s", match->peer->engine->name, match->peer->engine->version,
             match->peer->words);
    snprintf(ours, sizeof ours, "%s", match->ours != NULL ? match->ours->words : "none is as accurate");
    printf("  %-13s %-40s %9.3f %8.3f  %-38s", match->scene->scene->name, peer, match->peer->ms,
           1e3 * match->peer->accuracy.penetration, ours);
    if (match->ours != NULL) {
        printf(" %9.3f %8.3f %6.2f", match->ours->ms, 1e3 * match->ours->accuracy.penetration, match->ratio);
    } else {
        printf(" %9s %8s %6s", "-", "-", "-");
    }
    if (match->target > 0 && match->same_precision) {
        printf("  %.2f %s", match->target, match->ours != NULL && match->ratio <= match->target ? "met" : "not met");
    }
    putchar('\n');
}

#define MATCHES_MOST 4096

static void print_matches(const struct bench_results *results)
{
    struct bench_match *matches = calloc(MATCHES_MOST, sizeof *matches);
    const int count = matches != NULL ? bench_match_all(results, matches, MATCHES_MOST) : 0;
    for (int same = 1; same >= 0; --same) {
        bool headed = false;
        for (int i = 0; i < count; ++i) {
            if (matches[i].same_precision != (same == 1)) {
                continue;
            }
            if (!headed) {
                printf("\nAt equal accuracy, %s precision: the fastest setting of Modulus whose mean overlap, kinetic "
                       "energy and joint\nerror are no larger than the peer's; ratio of the times, and the target\n",
                       same == 1 ? "the peer's" : "the other");
                printf("  %-13s %-40s %9s %8s  %-38s %9s %8s %6s\n", "scene", "peer", "ms", "mm", "Modulus", "ms", "mm",
                       "ratio");
                headed = true;
            }
            print_match(&matches[i]);
        }
    }
    free(matches);
}

static void print_engines(const struct bench_results *results)
{
    for (int e = 0; e < results->engine_count; ++e) {
        const struct engine_info *engine = results->engine[e];
        printf("%s %s, %s%s%s\n", engine->name, engine->version, engine->precision, engine->note[0] != '\0' ? ": " : "",
               engine->note);
    }
}

void bench_print(const struct bench_results *results)
{
    char judged[160];
    printf("%s; one thread unless a setting says otherwise\n", results->machine);
    print_engines(results);
    for (int s = 0; s < results->scene_count; ++s) {
        if (results->scene[s].repeats > 0) {
            print_scene(&results->scene[s]);
        }
    }
    print_phases(results);
    print_matches(results);
    machine_judge(&results->before, &results->after, judged, sizeof judged);
    if (judged[0] != '\0') {
        printf("\nwarning: this machine was busy: %s. Trust ratios of one run, not times.\n", judged);
    }
}
