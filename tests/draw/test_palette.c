/* The palette: every method has a colour of its own, which people with colour blindness can tell from the others, and
 * plots use it. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <modulus/lcp.h>

#include "draw/palette.h"
#include "draw/plot.h"
#include "draw/plot_test.h"

static const char *const COLOURS[2][16] = {
#define SERIES_COLOUR(light)
#define SOLVER_COLOUR(method, light, dark) light,
    {
#include "draw/palette.inc"
    },
#undef SOLVER_COLOUR
#define SOLVER_COLOUR(method, light, dark) dark,
    {
#include "draw/palette.inc"
    },
};

struct triple {
    double at[3];
};

/* Linear sRGB of "#rrggbb". */
static struct triple linear_of(const char *colour)
{
    struct triple linear;
    const unsigned long rgb = strtoul(colour + 1, NULL, 16);
    for (int i = 0; i < 3; ++i) {
        const double value = (double)(rgb >> (16 - 8 * i) & 255) / 255;
        linear.at[i] = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
    }
    return linear;
}

static struct triple product(const double matrix[9], struct triple of)
{
    struct triple result;
    for (int i = 0; i < 3; ++i) {
        const double sum = matrix[3 * i] * of.at[0] + matrix[3 * i + 1] * of.at[1] + matrix[3 * i + 2] * of.at[2];
        result.at[i] = fmin(1, fmax(0, sum));
    }
    return result;
}

static double cube_root(double value)
{
    return value > 0.008856 ? cbrt(value) : 7.787 * value + 16.0 / 116;
}

/* CIELAB under D65. */
static struct triple lab_of(struct triple rgb)
{
    const double r = rgb.at[0];
    const double g = rgb.at[1];
    const double b = rgb.at[2];
    const double x = cube_root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
    const double y = cube_root(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const double z = cube_root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    return (struct triple){{116 * y - 16, 500 * (x - y), 200 * (y - z)}};
}

/* Complete protanopia, deuteranopia and tritanopia: Machado, Oliveira and Fernandes, "A physiologically-based model for
 * simulation of color vision deficiency", 2009, table 1. */
static const double SIGHTS[][9] = {
    {1, 0, 0, 0, 1, 0, 0, 0, 1},
    {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
    {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
    {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
};

/* The distance of two colours as the eyes see them for which it is smallest. */
static double smallest_distance(const char *a, const char *b)
{
    double smallest = INFINITY;
    for (size_t i = 0; i < sizeof SIGHTS / sizeof *SIGHTS; ++i) {
        const struct triple seen_a = lab_of(product(SIGHTS[i], linear_of(a)));
        const struct triple seen_b = lab_of(product(SIGHTS[i], linear_of(b)));
        double sum = 0;
        for (int k = 0; k < 3; ++k) {
            sum += (seen_a.at[k] - seen_b.at[k]) * (seen_a.at[k] - seen_b.at[k]);
        }
        smallest = fmin(smallest, sqrt(sum));
    }
    return smallest;
}

static void colours_differ_for_every_kind_of_sight(void **state)
{
    (void)state;
    for (int theme = 0; theme < 2; ++theme) {
        for (size_t i = 0; COLOURS[theme][i] != NULL; ++i) {
            for (size_t k = 0; k < i; ++k) {
                /* Okabe and Ito's own colours have 16, between green and sky blue. */
                const double distance = smallest_distance(COLOURS[theme][i], COLOURS[theme][k]);
                if (distance < 15) {
                    fail_msg("%s and %s differ by %.1f", COLOURS[theme][i], COLOURS[theme][k], distance);
                }
            }
        }
    }
}

static void every_method_has_a_colour(void **state)
{
    (void)state;
    for (md_method method = 0; method < MD_METHOD_COUNT; ++method) {
        if (palette_solver(md_method_name(method)) == NULL) {
            fail_msg("%s has no colour", md_method_name(method));
        }
    }
    assert_null(palette_solver("chipmunk"));
    assert_string_equal(palette_solver("amgs:alpha=0.1"), palette_solver("amgs"));
    assert_string_equal(palette_solver("pgs + auto"), palette_solver("pgs"));
    assert_string_not_equal(palette_solver("amgs"), palette_solver("mgs"));
}

static void variants_share_a_hue_but_not_a_style(void **state)
{
    (void)state;
    assert_string_equal(palette_solver_style("amgs", 1).colour, palette_solver("amgs"));
    for (int i = 1; i <= 10; ++i) {
        for (int k = 1; k < i; ++k) {
            const struct palette_style a = palette_solver_style("amgs", i);
            const struct palette_style b = palette_solver_style("amgs", k);
            assert_string_not_equal(a.colour, b.colour);
        }
    }
}

/* How gnuplot writes the colour of a solver into an SVG file. */
static const char *stroke_of(const char *colour)
{
    static char text[40];
    const unsigned long rgb = strtoul(colour + 1, NULL, 16);
    snprintf(text, sizeof text, "rgb(%3lu, %3lu, %3lu)", rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255);
    return text;
}

static char *draw(const struct plot_series *series, size_t count)
{
    static char text[1 << 17];
    const struct plot plot = {
        .x_label = "x", .y_label = "y", .log_x = true, .log_y = true, .series = series, .series_count = count};
    md_error error = {0};
    if (plot_write(&plot, "plot.svg", &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
    FILE *file = fopen("plot.svg", "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static const double X[] = {1, 1000, 1000000};
static const double Y[] = {1e-4, 1e-2, 1};
#define CURVE(text)                                                                                                    \
    {                                                                                                                  \
        .label = text, .x = X, .y = Y, .count = 3                                                                      \
    }
#define SOLVER(text)                                                                                                   \
    {                                                                                                                  \
        .label = text, .solver = text, .x = X, .y = Y, .count = 3                                                      \
    }

static void a_solver_has_its_colour_at_every_place_in_a_plot(void **state)
{
    (void)state;
    static const char *const SOLVERS[] = {"pgs", "auto", "amgs", "psor"};
    for (size_t first = 0; first < 4; ++first) {
        const struct plot_series series[] = {SOLVER(SOLVERS[first]), CURVE("other"), SOLVER(SOLVERS[(first + 1) % 4])};
        const char *svg = draw(series, 3);
        assert_non_null(strstr(svg, stroke_of(palette_solver(SOLVERS[first]))));
        assert_non_null(strstr(svg, stroke_of(palette_solver(SOLVERS[(first + 1) % 4]))));
        assert_null(strstr(svg, stroke_of(palette_solver(SOLVERS[(first + 2) % 4]))));
        assert_non_null(strstr(svg, stroke_of(palette_series_style(0).colour)));
    }
}

static void a_second_curve_of_a_method_has_the_second_style(void **state)
{
    (void)state;
    const struct plot_series series[] = {SOLVER("amgs"), SOLVER("pgs"), SOLVER("amgs:alpha=0.1")};
    const char *svg = draw(series, 3);
    assert_non_null(strstr(svg, stroke_of(palette_solver_style("amgs", 1).colour)));
    assert_non_null(strstr(svg, stroke_of(palette_solver_style("amgs", 2).colour)));
}

static void logarithmic_axes_have_one_number_format(void **state)
{
    (void)state;
    const struct plot_series series[] = {SOLVER("pgs")};
    const char *svg = draw(series, 1);
    /* gnuplot writes 10^{6} as two pieces of text. */
    assert_null(strstr(svg, "1e+06"));
    assert_null(strstr(svg, "1x10"));
    assert_null(strstr(svg, ">1000<"));
    assert_null(strstr(svg, ">0.01<"));
    int powers = 0;
    for (const char *at = svg; (at = strstr(at, ">10<")) != NULL; ++at) {
        ++powers;
    }
    /* The decades from 1e0 to 1e6 and from 1e-4 to 1e0, at least every second one. */
    assert_true(powers >= 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_differ_for_every_kind_of_sight),
        cmocka_unit_test(every_method_has_a_colour),
        cmocka_unit_test(variants_share_a_hue_but_not_a_style),
        PLOT_TEST(a_solver_has_its_colour_at_every_place_in_a_plot),
        PLOT_TEST(a_second_curve_of_a_method_has_the_second_style),
        PLOT_TEST(logarithmic_axes_have_one_number_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
