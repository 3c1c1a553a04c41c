/* Writing a page of HTML: escaped text, numbers as people read them, tables and figures. */
#ifndef MODULUS_REPRODUCE_PAGE_H
#define MODULUS_REPRODUCE_PAGE_H

#include "base/output_file.h"
#include "reproduce/sample.h"

struct page {
    struct output_file out;
};

/** Markup, as it is. */
#define page_print(page, ...) md_output_print(&(page)->out, __VA_ARGS__)

/** Text: what would be markup is escaped. */
void page_text(struct page *page, const char *text);

/** A heading with an anchor, which the contents link to. */
void page_section(struct page *page, const char *id, const char *title);

/** A figure in the folder, with a text for those who do not see it and a caption; both are escaped. */
void page_figure(struct page *page, const char *file, const char *alternative, const char *caption);

/** Opens a table in a box that scrolls by itself; `columns` is a list of headings, ended by NULL. A heading that starts
 *  with "!" is of quoted numbers, one that starts with "<" of words. */
void page_table_begin(struct page *page, const char *caption, const char *const *columns);
void page_table_end(struct page *page);
/** The first cell of a row. */
void page_row(struct page *page, const char *label);
void page_row_end(struct page *page);

/** How a number is written. */
enum number_style {
    NUMBER_COUNT,   /* 26,068 */
    NUMBER_RATIO,   /* 1.83 */
    NUMBER_SECONDS, /* 1.47 s, 38.7 ms, 573 µs */
    NUMBER_PAPER,   /* 0.042 s: seconds with the paper's three decimals */
    NUMBER_LOG,     /* −2.44 */
    NUMBER_POWER,   /* 9.6e-05 */
    NUMBER_PLAIN    /* 1.937 */
};

/** "One placement.", or "Medians of 10 placements, below them the least and the most." */
const char *placements_text(char text[96], size_t count);

/** The number as text; "–" where there is none, "∞" for one without end. */
const char *number_text(char text[48], double value, enum number_style style);

/** A cell of what was measured, and of what the paper states. */
void page_cell(struct page *page, double value, enum number_style style);
void page_quoted(struct page *page, double value, enum number_style style);
void page_cell_text(struct page *page, const char *text);
/** The median, and below it the least and the most. */
void page_spread(struct page *page, const struct sample *sample, enum number_style style);

#endif
