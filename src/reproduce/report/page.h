/* Writing an HTML page: escaped text, formatted numbers, tables and figures. */
#ifndef MODULUS_REPRODUCE_PAGE_H
#define MODULUS_REPRODUCE_PAGE_H

#include "base/output_file.h"
#include "reproduce/data/sample.h"

struct page {
    struct output_file out;
};

/** Writes markup unchanged. */
#define page_print(page, ...) md_output_print(&(page)->out, __VA_ARGS__)

/** Writes text; markup characters are escaped. */
void page_text(struct page *page, const char *text);

/** Writes a heading with an anchor for the table of contents. */
void page_section(struct page *page, const char *id, const char *title);

/** Writes a figure with an alternative text and a caption; both are escaped. */
void page_figure(struct page *page, const char *file, const char *alternative, const char *caption);

/** Opens a table that scrolls horizontally by itself; `columns` is a list of headings that ends with NULL. "!" at the start of
 *  a heading marks a column of quoted numbers, "<" a column of words. */
void page_table_begin(struct page *page, const char *caption, const char *const *columns);
void page_table_end(struct page *page);
/** Begins a row with its heading. */
void page_row(struct page *page, const char *label);
void page_row_end(struct page *page);

/** The format of a number. */
enum number_style {
    NUMBER_COUNT,   /* 26,068 */
    NUMBER_RATIO,   /* 1.83 */
    NUMBER_SECONDS, /* 1.47 s, 38.7 ms, 573 µs */
    NUMBER_PAPER,   /* 0.042 s: seconds with the paper's three decimals */
    NUMBER_LOG,     /* −2.44 */
    NUMBER_POWER,   /* 9.6e-05 */
    NUMBER_PLAIN    /* 1.937 */
};

/** "One placement.", or "Medians over 10 placements; below them minimum and maximum." */
const char *placements_text(char text[96], size_t count);

/** Formats a number; "–" for NaN, "∞" for infinity. */
const char *number_text(char text[48], double value, enum number_style style);

/** A cell with a measured number, and one with a number of the paper. */
void page_cell(struct page *page, double value, enum number_style style);
void page_quoted(struct page *page, double value, enum number_style style);
void page_cell_text(struct page *page, const char *text);
/** A cell with the median, and below it minimum and maximum. */
void page_spread(struct page *page, const struct sample *sample, enum number_style style);

#endif
