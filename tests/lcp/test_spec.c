/* Solver specs as text: parsing, formatting, defaults and errors. */
#include <stdio.h>
#include <string.h>

#include "lcp/spec.h"
#include "support/support.h"

static void assert_parses_as(const char *text, const char *written)
{
    md_solver_spec spec;
    md_error error = {0};
    char out[128];
    if (md_solver_spec_parse(text, &spec, &error) != MD_OK) {
        fail_msg("%s: %s", text, error.message);
    }
    md_solver_spec_format(&spec, out, sizeof out);
    assert_string_equal(out, written);
    md_solver_spec again;
    assert_int_equal(md_solver_spec_parse(out, &again, &error), MD_OK);
    assert_true(again.method == spec.method && again.form == spec.form && again.omega == spec.omega);
    assert_true(again.box == spec.box && again.accelerate == spec.accelerate && again.gamma == spec.gamma);
    assert_true(again.alpha == spec.alpha);
    assert_true(again.omega_number == spec.omega_number && again.relax == spec.relax && again.beta == spec.beta);
}

static void formatting_a_parsed_spec_gives_the_same_spec(void **state)
{
    (void)state;
    assert_parses_as("pgs", "pgs");
    assert_parses_as("amgs:alpha=0.25", "amgs:alpha=0.25");
    assert_parses_as("auto", "auto");
    assert_parses_as("exact", "exact");
    assert_parses_as("exact:form=dense", "exact:form=dense");
    assert_parses_as("amgs:alpha=auto", "auto"); /* the older name */
    assert_parses_as("amgs:form=dense,alpha=auto", "auto:form=dense");
    assert_parses_as("amgs:alpha=0.2,alpha=0.3", "amgs:alpha=0.3"); /* the last value counts */
    assert_parses_as("amgs:omega=mean", "amgs:omega=mean");
    assert_parses_as("amgs:omega=1.5", "amgs:omega=1.5");
    assert_parses_as("amsor:relax=1.2", "amsor"); /* the default is not written */
    assert_parses_as("amsor:relax=1.25,form=explicit", "amsor:relax=1.25,form=explicit");
    assert_parses_as("maor:relax=0.8,beta=0,gamma=3", "maor:gamma=3,relax=0.8,beta=0");
    assert_parses_as("amgs:form=sparse,box=paper", "amgs:form=sparse,box=paper");
    assert_parses_as("psor:relax=1e-3", "psor:relax=0.001");
    assert_parses_as("pgs:accelerate=anderson", "pgs:accelerate=anderson");
    assert_parses_as("amgs:accelerate=anderson,alpha=0.25", "amgs:alpha=0.25,accelerate=anderson");
    assert_parses_as("amsor:accelerate=none", "amsor");
}

static void every_method_has_a_name_that_parses(void **state)
{
    (void)state;
    for (int method = 0; method < MD_METHOD_COUNT; ++method) {
        md_solver_spec spec;
        assert_int_equal(md_solver_spec_parse(md_method_name((md_method)method), &spec, NULL), MD_OK);
        assert_int_equal(spec.method, method);
        assert_true(strlen(md_method_title((md_method)method)) > 5);
    }
}

static void each_method_has_its_defaults(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double gamma_alpha, relax;
    } DEFAULTS[] = {{"amgs", 0.5, 1},    {"amgs:gamma=1", 0.5, 1}, {"amsor", 0.5, 1.2},
                    {"amaor", 0.5, 1.2}, {"mgs:gamma=4", 1, 1},    {"mj", 1, 1},
                    {"amj", 1, 1},       {"msor", 1, 0.9},         {"amgs:alpha=0.2", 0.4, 1}};
    for (size_t k = 0; k < sizeof DEFAULTS / sizeof *DEFAULTS; ++k) {
        md_solver_spec spec;
        assert_int_equal(md_solver_spec_parse(DEFAULTS[k].text, &spec, NULL), MD_OK);
        assert_int_equal(md_solver_spec_complete(&spec, NULL), MD_OK);
        assert_true(fabs((double)(spec.gamma * spec.alpha) - DEFAULTS[k].gamma_alpha) < 1e-6);
        assert_true(fabs((double)spec.relax - DEFAULTS[k].relax) < 1e-6);
    }
}

static void bad_specs_are_refused_with_what_was_expected(void **state)
{
    (void)state;
    static const char *const BAD[][2] = {
        {"", "unknown method ''"},
        {"newton", "solver: unknown method 'newton', expected pgs, psor, mj, mgs, msor, maor, amj, amgs, amsor, amaor, "
                   "auto, nsgs, apgd or exact"},
        {"PGS", "unknown method 'PGS'"},
        {"amg", "solver: unknown method 'amg', did you mean 'amgs'?"},
        {"pgs:alpha=1", "solver pgs: unknown key 'alpha', expected accelerate or form"},
        {"amgs:alhpa=1", "solver amgs: unknown key 'alhpa', did you mean 'alpha'?"},
        {"amgs:form=spars", "solver amgs: form='spars', did you mean 'sparse'?"},
        {"pgs:accelerate=andersen", "solver pgs: accelerate='andersen', did you mean 'anderson'?"},
        {"pgs:accelerate=x", "solver pgs: accelerate='x', expected none or anderson"},
        {"auto:accelerate=anderson", "solver auto: unknown key 'accelerate', expected form"},
        {"exact:accelerate=anderson", "solver exact: unknown key 'accelerate', expected form"},
        {"exact:form=sparse", "solver exact: form=sparse exists for pgs, psor, amgs, amsor, auto, nsgs and apgd"},
        {"amgs:box=paper,accelerate=anderson",
         "accelerate=anderson exists for pgs, psor, amgs, amsor and nsgs, without"},
        {"pgs:relax=1", "unknown key 'relax'"},
        {"amgs:relax=1", "unknown key 'relax', expected gamma, alpha, omega, accelerate, form or box"},
        {"amgs:alpha", "'alpha', expected key=value"},
        {"amgs:alpha=", "alpha='', expected a positive number"},
        {"amgs:alpha=x", "alpha='x', expected a positive number"},
        {"amgs:alpha=-1", "alpha='-1'"},
        {"amgs:alpha=0", "alpha='0'"},
        {"amgs:alpha=nan", "alpha='nan'"},
        {"amgs:alpha=inf", "alpha='inf'"},
        {"amgs:alpha=1e999", "alpha='1e999'"},
        {"amgs:alpha=0.5x", "alpha='0.5x'"},
        {"amgs:alpha=automatic", "alpha='automatic', expected a positive number"},
        {"mgs:alpha=auto", "solver mgs: alpha=auto exists for amgs only; use auto"},
        {"amsor:alpha=auto", "solver amsor: alpha=auto exists for amgs only; use auto"},
        {"amgs:alpha=auto,box=paper", "solver auto: unknown key 'box'"},
        {"pgs:alpha=auto", "solver pgs: unknown key 'alpha'"},
        {"amgs:omega=median", "expected 'mean' or a positive number"},
        {"amgs:gamma=0", "gamma='0', expected a positive number"},
        {"amaor:beta=-1", "beta='-1', expected zero or a positive number"},
        {"amgs:form=csr", "form='csr', expected auto, sparse, explicit, dense or blocks"},
        {"amgs:box=round", "box='round', expected two-sided or paper"},
        {"mj:form=sparse", "solver mj: form=sparse exists for pgs, psor, amgs, amsor"},
        {"mj:form=blocks", "solver mj: form=blocks exists for pgs, psor, amgs, amsor"},
        {"amaor:form=blocks", "solver amaor: form=blocks exists for"},
        {"amgs:form=explicit,box=paper", "box=paper exists for amgs in its sparse form only"},
        {"amgs:form=dense,box=paper", "box=paper exists for amgs in its sparse form only"},
        {"amgs:box=paper,form=blocks", "box=paper exists for amgs in its sparse form only"},
        {"amsor:box=paper", "unknown key 'box'"},
    };
    for (size_t k = 0; k < sizeof BAD / sizeof *BAD; ++k) {
        md_solver_spec spec = {.gamma = 77};
        md_error error = {0};
        assert_int_equal(md_solver_spec_parse(BAD[k][0], &spec, &error), MD_ERROR_ARGUMENT);
        if (strstr(error.message, BAD[k][1]) == NULL) {
            fail_msg("'%s' gives: %s", BAD[k][0], error.message);
        }
        assert_true(spec.gamma == 77); /* unchanged */
    }
    char long_text[400];
    memset(long_text, 'a', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    assert_int_equal(md_solver_spec_parse(long_text, &(md_solver_spec){0}, NULL), MD_ERROR_ARGUMENT);
}

static void formatting_does_not_overrun_a_small_buffer(void **state)
{
    (void)state;
    md_solver_spec spec;
    assert_int_equal(md_solver_spec_parse("amsor:gamma=1.5,alpha=0.123,relax=1.4,form=explicit", &spec, NULL), MD_OK);
    for (size_t size = 0; size < 60; ++size) {
        char text[64];
        memset(text, '#', sizeof text);
        md_solver_spec_format(&spec, text, size);
        assert_int_equal(text[size], '#');
        if (size > 0) {
            assert_true(memchr(text, '\0', size) != NULL);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formatting_a_parsed_spec_gives_the_same_spec),
        cmocka_unit_test(every_method_has_a_name_that_parses),
        cmocka_unit_test(each_method_has_its_defaults),
        cmocka_unit_test(bad_specs_are_refused_with_what_was_expected),
        cmocka_unit_test(formatting_does_not_overrun_a_small_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
