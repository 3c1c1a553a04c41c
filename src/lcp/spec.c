/* Methods by name, and their parameters: NAME[:key=value,...]. */
#define _POSIX_C_SOURCE 200809L

#include "lcp/spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"

/* Which parameters a method takes. */
enum {
    TAKES_OMEGA = 1, /* gamma, alpha, omega */
    TAKES_RELAX = 2,
    TAKES_BETA = 4,
    HAS_SPARSE_FORM = 8,
    HAS_PAPER_BOX = 16,
};

/* Defaults, by method. gamma alpha = 0.5 is what the paper's figures come from, and serves the accelerated Gauss-Seidel
 * kinds. The unaccelerated and the Jacobi kinds are known to converge where gamma Omega >= D and relax <= 1 (Bai 2010, for
 * H+ matrices), and outside they do fail: mj at gamma alpha = 0.5 on one in eight diagonally dominant problems
 * (tests/lcp/test_methods.c), msor at relax = 1.2 on contact graphs (tests/lcp/test_reference.c). */
static const struct {
    const char *name, *title;
    unsigned traits;
    double gamma_alpha, relax;
} METHODS[MD_METHOD_COUNT] = {
    [MD_PGS] = {"pgs", "projected Gauss-Seidel", HAS_SPARSE_FORM, 1, 1},
    [MD_PSOR] = {"psor", "projected SOR", TAKES_RELAX | HAS_SPARSE_FORM, 1, 1.2},
    [MD_MJ] = {"mj", "modulus-based Jacobi", TAKES_OMEGA, 1, 1},
    [MD_MGS] = {"mgs", "modulus-based Gauss-Seidel", TAKES_OMEGA, 1, 1},
    [MD_MSOR] = {"msor", "modulus-based SOR", TAKES_OMEGA | TAKES_RELAX, 1, 0.9},
    [MD_MAOR] = {"maor", "modulus-based AOR", TAKES_OMEGA | TAKES_RELAX | TAKES_BETA, 1, 0.9},
    [MD_AMJ] = {"amj", "accelerated modulus-based Jacobi", TAKES_OMEGA, 1, 1},
    [MD_AMGS] = {"amgs", "accelerated modulus-based Gauss-Seidel", TAKES_OMEGA | HAS_SPARSE_FORM | HAS_PAPER_BOX, 0.5,
                 1},
    [MD_AMSOR] = {"amsor", "accelerated modulus-based SOR", TAKES_OMEGA | TAKES_RELAX | HAS_SPARSE_FORM, 0.5, 1.2},
    [MD_AMAOR] = {"amaor", "accelerated modulus-based AOR", TAKES_OMEGA | TAKES_RELAX | TAKES_BETA, 0.5, 1.2},
    [MD_AUTO] = {"auto", "chooses alpha and acceleration by itself", HAS_SPARSE_FORM, 1, 1},
};

static const char *const FORMS[] = {"auto", "sparse", "explicit", "dense", "blocks"};
static const char *const BOXES[] = {"two-sided", "paper"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool takes(md_method method, unsigned trait)
{
    return (METHODS[method].traits & trait) != 0;
}

const char *md_method_name(md_method method)
{
    return (unsigned)method < MD_METHOD_COUNT ? METHODS[method].name : "unknown";
}

const char *md_method_title(md_method method)
{
    return (unsigned)method < MD_METHOD_COUNT ? METHODS[method].title : "unknown";
}

const char *md_form_name(md_form form)
{
    return (unsigned)form < COUNT(FORMS) ? FORMS[form] : "unknown";
}

bool md_method_has_modulus(md_method method)
{
    return takes(method, TAKES_OMEGA);
}

bool md_method_has_sparse_form(md_method method)
{
    return takes(method, HAS_SPARSE_FORM);
}

md_solver_spec md_solver_spec_of(md_method method)
{
    md_solver_spec spec = {.method = method, .gamma = 2, .relax = 1, .beta = 1};
    if ((unsigned)method < MD_METHOD_COUNT) {
        spec.relax = (md_real)METHODS[method].relax;
    }
    return spec;
}

md_solver_spec md_solver_spec_default(void)
{
    return md_solver_spec_of(MD_AUTO);
}

static bool is_positive(md_real value)
{
    return value > 0 && isfinite(value);
}

md_status md_solver_spec_complete(md_solver_spec *spec, md_error *error)
{
    if ((unsigned)spec->method >= MD_METHOD_COUNT || (unsigned)spec->form >= COUNT(FORMS) ||
        (unsigned)spec->box >= COUNT(BOXES) || (unsigned)spec->omega > MD_OMEGA_NUMBER) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver: unknown method, form, omega or box");
    }
    const char *name = METHODS[spec->method].name;
    if (!is_positive(spec->gamma)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: gamma must be a positive number", name);
    }
    if (spec->alpha == 0) {
        spec->alpha = (md_real)METHODS[spec->method].gamma_alpha / spec->gamma;
    }
    if (!is_positive(spec->alpha)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: alpha must be a positive number", name);
    }
    if (!is_positive(spec->relax)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: relax must be a positive number", name);
    }
    if (!isfinite(spec->beta) || spec->beta < 0) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: beta must be zero or a positive number", name);
    }
    if (spec->omega == MD_OMEGA_NUMBER && !is_positive(spec->omega_number)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: omega must be 'mean' or a positive number", name);
    }
    if (spec->form == MD_FORM_SPARSE && !takes(spec->method, HAS_SPARSE_FORM)) {
        return md_fail(error, MD_ERROR_ARGUMENT,
                       "solver %s: form=sparse exists for pgs, psor, amgs, amsor and auto; use form=explicit", name);
    }
    if (spec->box == MD_BOX_PAPER &&
        (!takes(spec->method, HAS_PAPER_BOX) || spec->form == MD_FORM_EXPLICIT || spec->form == MD_FORM_DENSE)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: box=paper exists for amgs in its sparse form only", name);
    }
    return MD_OK;
}

/* ---- Reading ------------------------------------------------------------------------------------------------------ */

static bool find_word(const char *word, const char *const *words, size_t count, unsigned *index)
{
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(word, words[i]) == 0) {
            *index = (unsigned)i;
            return true;
        }
    }
    return false;
}

static md_status parse_positive(const char *name, const char *key, const char *text, md_real *value, md_error *error)
{
    double number = 0;
    if (!md_number_parse(text, &number) || !is_positive((md_real)number)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: %s='%s', expected a positive number", name, key, text);
    }
    *value = (md_real)number;
    return MD_OK;
}

static md_status parse_omega(md_solver_spec *spec, const char *name, const char *text, md_error *error)
{
    if (strcmp(text, "mean") == 0) {
        spec->omega = MD_OMEGA_MEAN;
        return MD_OK;
    }
    spec->omega = MD_OMEGA_NUMBER;
    double number = 0;
    if (!md_number_parse(text, &number) || !is_positive((md_real)number)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: omega='%s', expected 'mean' or a positive number", name,
                       text);
    }
    spec->omega_number = (md_real)number;
    return MD_OK;
}

static md_status parse_beta(md_solver_spec *spec, const char *name, const char *text, md_error *error)
{
    double number = 0;
    if (!md_number_parse(text, &number) || !isfinite(number) || number < 0) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: beta='%s', expected zero or a positive number", name,
                       text);
    }
    spec->beta = (md_real)number;
    return MD_OK;
}

/* The keys that a method takes, for the message about one that it does not. */
static void list_keys(md_method method, char *text, size_t size)
{
    snprintf(text, size, "%s%s%sform%s", takes(method, TAKES_OMEGA) ? "gamma, alpha, omega, " : "",
             takes(method, TAKES_RELAX) ? "relax, " : "", takes(method, TAKES_BETA) ? "beta, " : "",
             takes(method, HAS_PAPER_BOX) ? ", box" : "");
}

static md_status parse_key(md_solver_spec *spec, const char *key, const char *value, md_error *error)
{
    const char *name = METHODS[spec->method].name;
    unsigned index = 0;
    if (strcmp(key, "form") == 0) {
        if (!find_word(value, FORMS, COUNT(FORMS), &index)) {
            return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: form='%s', expected sparse, explicit, dense or auto",
                           name, value);
        }
        spec->form = (md_form)index;
        return MD_OK;
    }
    if (strcmp(key, "box") == 0 && takes(spec->method, HAS_PAPER_BOX)) {
        if (!find_word(value, BOXES, COUNT(BOXES), &index)) {
            return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: box='%s', expected two-sided or paper", name, value);
        }
        spec->box = (md_box)index;
        return MD_OK;
    }
    if (takes(spec->method, TAKES_OMEGA)) {
        if (strcmp(key, "alpha") == 0 && strcmp(value, "auto") == 0) {
            if (spec->method != MD_AMGS) {
                return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: alpha=auto exists for amgs only; use auto", name);
            }
            spec->method = MD_AUTO; /* amgs:alpha=auto is an older name of it */
            return MD_OK;
        }
        if (strcmp(key, "gamma") == 0) {
            return parse_positive(name, key, value, &spec->gamma, error);
        }
        if (strcmp(key, "alpha") == 0) {
            return parse_positive(name, key, value, &spec->alpha, error);
        }
        if (strcmp(key, "omega") == 0) {
            return parse_omega(spec, name, value, error);
        }
    }
    if (strcmp(key, "relax") == 0 && takes(spec->method, TAKES_RELAX)) {
        return parse_positive(name, key, value, &spec->relax, error);
    }
    if (strcmp(key, "beta") == 0 && takes(spec->method, TAKES_BETA)) {
        return parse_beta(spec, name, value, error);
    }
    char keys[80];
    list_keys(spec->method, keys, sizeof keys);
    return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: unknown key '%s', expected one of %s", name, key, keys);
}

static md_status parse_pairs(md_solver_spec *spec, char *pairs, md_error *error)
{
    char *rest = NULL;
    for (char *pair = strtok_r(pairs, ",", &rest); pair != NULL; pair = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(pair, '=');
        if (equals == NULL) {
            return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: '%s', expected key=value", METHODS[spec->method].name,
                           pair);
        }
        *equals = '\0';
        const md_status status = parse_key(spec, pair, equals + 1, error);
        if (status != MD_OK) {
            return status;
        }
    }
    return MD_OK;
}

md_status md_solver_spec_parse(const char *text, md_solver_spec *spec, md_error *error)
{
    char copy[256];
    if (strlen(text) >= sizeof copy) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver: the text is longer than %zu characters", sizeof copy - 1);
    }
    strcpy(copy, text);
    char *colon = strchr(copy, ':');
    if (colon != NULL) {
        *colon = '\0';
    }
    md_method method = MD_METHOD_COUNT;
    for (int i = 0; i < MD_METHOD_COUNT; ++i) {
        if (strcmp(copy, METHODS[i].name) == 0) {
            method = (md_method)i;
        }
    }
    if (method == MD_METHOD_COUNT) {
        return md_fail(
            error, MD_ERROR_ARGUMENT,
            "solver: unknown method '%s', expected auto, pgs, psor, mj, mgs, msor, maor, amj, amgs, amsor or amaor",
            copy);
    }
    md_solver_spec parsed = md_solver_spec_of(method);
    md_status status = colon != NULL ? parse_pairs(&parsed, colon + 1, error) : MD_OK;
    if (status == MD_OK) {
        md_solver_spec completed = parsed;
        status = md_solver_spec_complete(&completed, error);
    }
    if (status == MD_OK) {
        *spec = parsed;
    }
    return status;
}

/* ---- Writing ------------------------------------------------------------------------------------------------------ */

struct writer {
    char *text;
    size_t size, used;
    char separator;
};

static void write_text(struct writer *writer, const char *key, const char *value)
{
    if (writer->used < writer->size) {
        const int written = snprintf(writer->text + writer->used, writer->size - writer->used, "%c%s=%s",
                                     writer->separator, key, value);
        writer->used += written > 0 ? (size_t)written : 0;
    }
    writer->separator = ',';
}

static void write_number(struct writer *writer, const char *key, md_real value)
{
    char number[40];
    md_number_format(value, number, sizeof number);
    write_text(writer, key, number);
}

void md_solver_spec_format(const md_solver_spec *spec, char *text, size_t size)
{
    if (size == 0 || (unsigned)spec->method >= MD_METHOD_COUNT) {
        if (size > 0) {
            text[0] = '\0';
        }
        return;
    }
    const md_solver_spec plain = md_solver_spec_of(spec->method);
    struct writer writer = {.text = text, .size = size, .separator = ':'};
    writer.used = (size_t)snprintf(text, size, "%s", METHODS[spec->method].name);
    if (takes(spec->method, TAKES_OMEGA)) {
        if (spec->gamma != plain.gamma) {
            write_number(&writer, "gamma", spec->gamma);
        }
        if (spec->omega == MD_OMEGA_MEAN) {
            write_text(&writer, "omega", "mean");
        } else if (spec->omega == MD_OMEGA_NUMBER) {
            write_number(&writer, "omega", spec->omega_number);
        } else if (spec->alpha != 0) {
            write_number(&writer, "alpha", spec->alpha);
        }
    }
    if (takes(spec->method, TAKES_RELAX) && spec->relax != plain.relax) {
        write_number(&writer, "relax", spec->relax);
    }
    if (takes(spec->method, TAKES_BETA) && spec->beta != plain.beta) {
        write_number(&writer, "beta", spec->beta);
    }
    if (spec->form != MD_FORM_AUTO) {
        write_text(&writer, "form", FORMS[spec->form]);
    }
    if (spec->box != MD_BOX_TWO_SIDED) {
        write_text(&writer, "box", BOXES[spec->box]);
    }
}
