/* The report: figures and one HTML page, from the data of a finished run alone. */
#ifndef MODULUS_REPRODUCE_REPORT_H
#define MODULUS_REPRODUCE_REPORT_H

#include "reproduce/report/evidence.h"
#include "reproduce/experiments/experiments.h"
#include "reproduce/report/page.h"

md_status report_write(const struct study *study, md_error *error);

/** figures.c: writes all figures as SVG files, by gnuplot: summary.svg, iterations-SCENE.svg, steps-SCENE-gamma1.svg,
 *  time-SCENE.svg, ... */
md_status figures_write(const struct evidence *evidence, const char *folder, md_error *error);

/** Writes the figures NAME-SCENE.svg of the three scenes; the title of the scene precedes both texts. */
void report_scene_figures(struct page *page, const char *name, const char *alternative, const char *caption);

/* The sections of the page, in their order. */
void report_head(struct page *page, const struct evidence *evidence);
void report_summary(struct page *page, const struct evidence *evidence);
void report_how_to_read(struct page *page, const struct evidence *evidence);
void report_scenes(struct page *page, const struct evidence *evidence);
void report_table1(struct page *page, const struct evidence *evidence);
void report_by_iteration(struct page *page, const struct evidence *evidence);
void report_by_step(struct page *page, const struct evidence *evidence);
void report_table2(struct page *page, const struct evidence *evidence);
void report_claims(struct page *page, const struct evidence *evidence);
void report_theorems(struct page *page, const struct evidence *evidence);
void report_error_time(struct page *page, const struct evidence *evidence);
void report_solver_pairs(struct page *page, const struct evidence *evidence);
void report_public_problems(struct page *page, const struct evidence *evidence);
void report_method(struct page *page, const struct evidence *evidence);
void report_foot(struct page *page);

#endif
