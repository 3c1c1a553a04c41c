#include "reproduce/report/page.h"

#include <math.h>
#include <string.h>

void page_text(struct page *page, const char *text)
{
    for (; *text != '\0'; ++text) {
        switch (*text) {
        case '<': page_print(page, "&lt;"); break;
        case '>': page_print(page, "&gt;"); break;
        case '&': page_print(page, "&amp;"); break;
        case '"': page_print(page, "&quot;"); break;
        default: page_print(page, "%c", *text); break;
        }
    }
}

void page_section(struct page *page, const char *id, const char *title)
{
    page_print(page, "<h2 id=\"%s\">", id);
    page_text(page, title);
    page_print(page, "</h2>\n");
}

void page_figure(struct page *page, const char *file, const char *alternative, const char *caption)
{
    page_print(page, "<figure><div class=\"scroll\"><a href=\"%s\"><img src=\"%s\" alt=\"", file, file);
    page_text(page, alternative);
    page_print(page, "\"></a></div>\n<figcaption>");
    page_text(page, caption);
    page_print(page, "</figcaption></figure>\n");
}

/* ---- Tables ------------------------------------------------------------------------------------------------------------- */

void page_table_begin(struct page *page, const char *caption, const char *const *columns)
{
    page_print(page, "<div class=\"scroll\"><table>\n<caption>");
    page_text(page, caption);
    page_print(page, "</caption>\n<thead><tr>");
    for (; *columns != NULL; ++columns) {
        const bool quoted = (*columns)[0] == '!';
        const bool words = (*columns)[0] == '<';
        page_print(page, "<th scope=\"col\"%s>", quoted ? " class=\"quoted\"" : words ? " class=\"words\"" : "");
        page_text(page, *columns + (quoted || words ? 1 : 0));
        page_print(page, "</th>");
    }
    page_print(page, "</tr></thead>\n<tbody>\n");
}

void page_table_end(struct page *page)
{
    page_print(page, "</tbody></table></div>\n");
}

void page_row(struct page *page, const char *label)
{
    page_print(page, "<tr><th scope=\"row\">");
    page_text(page, label);
    page_print(page, "</th>");
}

void page_row_end(struct page *page)
{
    page_print(page, "</tr>\n");
}

/* ---- Numbers ------------------------------------------------------------------------------------------------------------ */

/* Writes 26068 as 26,068. */
static void write_count(char text[48], double value)
{
    char digits[32];
    const int length = snprintf(digits, sizeof digits, "%.0f", value);
    size_t used = 0;
    for (int i = 0; i < length; ++i) {
        if (i > 0 && (length - i) % 3 == 0 && digits[i - 1] != '-') {
            text[used++] = ',';
        }
        text[used++] = digits[i];
    }
    text[used] = '\0';
}

/* Writes three digits; with an exponent only if the number is very small or large. */
static void write_plain(char text[48], double value)
{
    const double size = fabs(value);
    if (size != 0 && (size < 1e-3 || size >= 1e5)) {
        snprintf(text, 48, "%.2e", value);
    } else {
        snprintf(text, 48, "%.*f", size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3, value);
    }
}

/* Writes three digits and the matching unit. */
static void write_seconds(char text[48], double value)
{
    static const char *const UNITS[] = {"s", "ms", "µs"};
    size_t unit = 0;
    for (; unit < 2 && value < 1; ++unit) {
        value *= 1e3;
    }
    snprintf(text, 48, "%.*f %s", value >= 100 ? 0 : value >= 10 ? 1 : 2, value, UNITS[unit]);
}

const char *placements_text(char text[96], size_t count)
{
    if (count == 1) {
        snprintf(text, 96, "One placement.");
    } else {
        snprintf(text, 96, "Medians over %zu placements; below them minimum and maximum.", count);
    }
    return text;
}

const char *number_text(char text[48], double value, enum number_style style)
{
    if (!isfinite(value)) {
        snprintf(text, 48, isnan(value) ? "–" : "∞");
        return text;
    }
    switch (style) {
    case NUMBER_COUNT: write_count(text, value); break;
    case NUMBER_RATIO: write_plain(text, value); break;
    case NUMBER_SECONDS: write_seconds(text, value); break;
    case NUMBER_PAPER: snprintf(text, 48, "%.3f s", value); break;
    case NUMBER_LOG: snprintf(text, 48, "%s%.2f", value < 0 ? "−" : "", fabs(value)); break;
    case NUMBER_POWER: snprintf(text, 48, value != 0 ? "%.1e" : "%.0f", value); break;
    case NUMBER_PLAIN: snprintf(text, 48, "%.4g", value); break;
    }
    return text;
}

static void write_cell(struct page *page, const char *class, double value, enum number_style style)
{
    char text[48];
    page_print(page, "<td%s>%s</td>", class, number_text(text, value, style));
}

void page_cell(struct page *page, double value, enum number_style style)
{
    write_cell(page, "", value, style);
}

void page_quoted(struct page *page, double value, enum number_style style)
{
    write_cell(page, " class=\"quoted\"", value, style);
}

void page_cell_text(struct page *page, const char *text)
{
    page_print(page, "<td class=\"words\">");
    page_text(page, text);
    page_print(page, "</td>");
}

void page_spread(struct page *page, const struct sample *sample, enum number_style style)
{
    char texts[3][48];
    number_text(texts[0], sample_median(sample), style);
    page_print(page, "<td>%s", texts[0]);
    if (sample->count > 1) {
        page_print(page, "<br><small>%s to %s</small>", number_text(texts[1], sample_min(sample), style),
                   number_text(texts[2], sample_max(sample), style));
    }
    page_print(page, "</td>");
}
