/* The report: figures and one page, from the data of a finished run and from nothing else. */
#ifndef MODULUS_REPRODUCE_REPORT_H
#define MODULUS_REPRODUCE_REPORT_H

#include "reproduce/evidence.h"
#include "reproduce/experiments.h"
#include "reproduce/page.h"

md_status report_write(const struct study *study, md_error *error);

/* The parts of the page, in their order. */
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
void report_public_problems(struct page *page, const struct evidence *evidence);
void report_method(struct page *page, const struct evidence *evidence);
void report_foot(struct page *page);

#endif
