/* The methods with their parameters: defaults, checks, and the text form NAME[:key=value,...]. */
#define _POSIX_C_SOURCE 200809L

#include "lcp/spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/nearest.h"
#include "base/number.h"

/* Properties of a method. */
enum {
    TAKES_OMEGA = 1, /* gamma, alpha, omega: the modulus methods */
    TAKES_RELAX = 2,
    TAKES_BETA = 4,
    TAKES_ACCELERATE = 8,
    HAS_SPARSE_FORM = 16,
    HAS_PAPER_BOX = 32,
    HAS_BLOCKS = 64,
};

/* Methods and their defaults. gamma alpha = 0.5 is the value behind the paper's figures and suits the accelerated
 * Gauss-Seidel kinds. The unaccelerated and the Jacobi kinds are known to converge for gamma Omega >= D and relax <= 1
 * (Bai 2010, for H+ matrices), and fail outside this range: mj at gamma alpha = 0.5 on one in eight diagonally dominant
 * problems (tests/lcp/test_methods.c), msor at relax = 1.2 on contact graphs (tests/lcp/test_reference.c). */
static const struct {
    const char *name, *title;
    unsigned traits;
    double gamma_alpha, relax;
} METHODS[MD_METHOD_COUNT + 1] = {
    [MD_PGS] = {"pgs", "projected Gauss-Seidel", TAKES_ACCELERATE | HAS_SPARSE_FORM | HAS_BLOCKS, 1, 1},
    [MD_PSOR] = {"psor", "projected SOR", TAKES_RELAX | TAKES_ACCELERATE | HAS_SPARSE_FORM | HAS_BLOCKS, 1, 1.2},
    [MD_MJ] = {"mj", "modulus-based Jacobi", TAKES_OMEGA, 1, 1},
    [MD_MGS] = {"mgs", "modulus-based Gauss-Seidel", TAKES_OMEGA, 1, 1},
    [MD_MSOR] = {"msor", "modulus-based SOR", TAKES_OMEGA | TAKES_RELAX, 1, 0.9},
    [MD_MAOR] = {"maor", "modulus-based AOR", TAKES_OMEGA | TAKES_RELAX | TAKES_BETA, 1, 0.9},
    [MD_AMJ] = {"amj", "accelerated modulus-based Jacobi", TAKES_OMEGA, 1, 1},
    [MD_AMGS] = {"amgs", "accelerated modulus-based Gauss-Seidel",
                 TAKES_OMEGA | TAKES_ACCELERATE | HAS_SPARSE_FORM | HAS_BLOCKS | HAS_PAPER_BOX, 0.5, 1},
    [MD_AMSOR] = {"amsor", "accelerated modulus-based SOR",
                  TAKES_OMEGA | TAKES_RELAX | TAKES_ACCELERATE | HAS_SPARSE_FORM | HAS_BLOCKS, 0.5, 1.2},
    [MD_AMAOR] = {"amaor", "accelerated modulus-based AOR", TAKES_OMEGA | TAKES_RELAX | TAKES_BETA, 0.5, 1.2},
    [MD_AUTO] = {"auto", "chooses alpha and acceleration by itself", HAS_SPARSE_FORM | HAS_BLOCKS, 1, 1},
    [MD_NSGS] = {"nsgs", "Gauss-Seidel with an exact solve per contact", TAKES_ACCELERATE | HAS_SPARSE_FORM, 1, 1},
    [MD_APGD] = {"apgd", "accelerated projected gradient with restarts", HAS_SPARSE_FORM, 1, 1},
    [MD_EXACT] = {"exact", "sweeps, then Newton's method to a small residual", 0, 1, 1},
};

enum key { KEY_GAMMA, KEY_ALPHA, KEY_OMEGA, KEY_RELAX, KEY_BETA, KEY_ACCELERATE, KEY_FORM, KEY_BOX, KEY_COUNT };

/* Keys and the trait that a method needs to take them; every method takes form. */
static const struct {
    const char *name;
    unsigned trait;
} KEYS[KEY_COUNT] = {
    [KEY_GAMMA] = {"gamma", TAKES_OMEGA},
    [KEY_ALPHA] = {"alpha", TAKES_OMEGA},
    [KEY_OMEGA] = {"omega", TAKES_OMEGA},
    [KEY_RELAX] = {"relax", TAKES_RELAX},
    [KEY_BETA] = {"beta", TAKES_BETA},
    [KEY_ACCELERATE] = {"accelerate", TAKES_ACCELERATE},
    [KEY_FORM] = {"form", 0},
    [KEY_BOX] = {"box", HAS_PAPER_BOX},
};

/* Values in the order of their enums. */
static const char *const FORMS[] = {"auto", "sparse", "explicit", "dense", "blocks", NULL};
static const char *const BOXES[] = {"two-sided", "paper", NULL};
static const char *const ACCELERATIONS[] = {"none", "anderson", NULL};

static const char POSITIVE[] = "a positive number";
static const char ZERO_OR_POSITIVE[] = "zero or a positive number";
static const char MEAN_OR_POSITIVE[] = "'mean' or a positive number";

#define COUNT(words) (sizeof(words) / sizeof *(words)-1)

static bool takes(md_method method, unsigned trait)
{
    return (METHODS[method].traits & trait) == trait;
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

bool md_method_has_blocks(md_method method)
{
    return takes(method, HAS_BLOCKS);
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

static md_status check_numbers(const md_solver_spec *spec, md_error *error)
{
    const bool uses_number = spec->omega == MD_OMEGA_NUMBER;
    const struct {
        const char *key, *expected;
        md_real value;
    } numbers[] = {{"gamma", POSITIVE, spec->gamma},
                   {"alpha", POSITIVE, spec->alpha},
                   {"relax", POSITIVE, spec->relax},
                   {"beta", ZERO_OR_POSITIVE, spec->beta},
                   {"omega", MEAN_OR_POSITIVE, uses_number ? spec->omega_number : 1}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        if (!is_positive(numbers[i].value) && !(numbers[i].expected == ZERO_OR_POSITIVE && numbers[i].value == 0)) {
            return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: %s must be %s", METHODS[spec->method].name,
                           numbers[i].key, numbers[i].expected);
        }
    }
    return MD_OK;
}

md_status md_solver_spec_complete(md_solver_spec *spec, md_error *error)
{
    if ((unsigned)spec->method >= MD_METHOD_COUNT || (unsigned)spec->form >= COUNT(FORMS) ||
        (unsigned)spec->box >= COUNT(BOXES) || (unsigned)spec->omega > MD_OMEGA_NUMBER ||
        (unsigned)spec->accelerate >= COUNT(ACCELERATIONS)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver: unknown method, form, omega, box or acceleration");
    }
    const char *name = METHODS[spec->method].name;
    if (spec->alpha == 0) {
        spec->alpha = (md_real)METHODS[spec->method].gamma_alpha / spec->gamma;
    }
    if (spec->form == MD_FORM_SPARSE && !takes(spec->method, HAS_SPARSE_FORM)) {
        return md_fail(error, MD_ERROR_ARGUMENT,
                       "solver %s: form=sparse exists for pgs, psor, amgs, amsor, auto, nsgs and apgd; "
                       "use form=explicit",
                       name);
    }
    if (spec->form == MD_FORM_BLOCKS && !takes(spec->method, HAS_BLOCKS)) {
        return md_fail(error, MD_ERROR_ARGUMENT,
                       "solver %s: form=blocks exists for pgs, psor, amgs, amsor and auto; use form=explicit", name);
    }
    /* The sweep of paper_box.c reads scalar rows of the sparse form: it knows neither blocks nor A. */
    const bool may_be_paper = spec->form == MD_FORM_AUTO || spec->form == MD_FORM_SPARSE;
    if (spec->box == MD_BOX_PAPER && (!takes(spec->method, HAS_PAPER_BOX) || !may_be_paper)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: box=paper exists for amgs in its sparse form only", name);
    }
    if (spec->accelerate != MD_ACCELERATE_NONE &&
        (!takes(spec->method, TAKES_ACCELERATE) || spec->box == MD_BOX_PAPER)) {
        return md_fail(error, MD_ERROR_ARGUMENT,
                       "solver %s: accelerate=%s exists for pgs, psor, amgs, amsor and nsgs, without box=paper", name,
                       ACCELERATIONS[spec->accelerate]);
    }
    return check_numbers(spec, error);
}

/* ---- Parsing ----------------------------------------------------------------------------------------------------- */

/* Fails with "WHAT, did you mean 'NEAREST'?", or with all names if none is near. `names` is as in md_nearest_name. */
static md_status fail_unknown(md_error *error, const char *what, const char *word, const void *names, size_t stride)
{
    const char *nearest = md_nearest_name(word, names, stride);
    if (nearest != NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "%s, did you mean '%s'?", what, nearest);
    }
    char list[128] = "";
    size_t used = 0;
    for (const char *at = names; *(const char *const *)at != NULL && used < sizeof list; at += stride) {
        const bool is_last = *(const char *const *)(at + stride) == NULL;
        const char *separator = used == 0 ? "" : is_last ? " or " : ", ";
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", separator, *(const char *const *)at);
    }
    return md_fail(error, MD_ERROR_ARGUMENT, "%s, expected %s", what, list);
}

static md_status parse_word(const char *method, const char *key, const char *text, const char *const *words,
                            unsigned *index, md_error *error)
{
    for (*index = 0; words[*index] != NULL; ++*index) {
        if (strcmp(text, words[*index]) == 0) {
            return MD_OK;
        }
    }
    char what[160];
    snprintf(what, sizeof what, "solver %s: %s='%.100s'", method, key, text);
    return fail_unknown(error, what, text, words, sizeof *words);
}

static md_status parse_number(const char *method, const char *key, const char *text, const char *expected,
                              md_real *value, md_error *error)
{
    double number = 0;
    const bool allows_zero = expected == ZERO_OR_POSITIVE;
    if (!md_number_parse(text, &number) || !(is_positive((md_real)number) || (allows_zero && number == 0))) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: %s='%s', expected %s", method, key, text, expected);
    }
    *value = (md_real)number;
    return MD_OK;
}

static md_status parse_alpha(md_solver_spec *spec, const char *method, const char *text, md_error *error)
{
    if (strcmp(text, "auto") != 0) {
        return parse_number(method, "alpha", text, POSITIVE, &spec->alpha, error);
    }
    if (spec->method != MD_AMGS) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver %s: alpha=auto exists for amgs only; use auto", method);
    }
    spec->method = MD_AUTO; /* amgs:alpha=auto is an older name for auto */
    return MD_OK;
}

static md_status parse_omega(md_solver_spec *spec, const char *method, const char *text, md_error *error)
{
    if (strcmp(text, "mean") == 0) {
        spec->omega = MD_OMEGA_MEAN;
        return MD_OK;
    }
    spec->omega = MD_OMEGA_NUMBER;
    return parse_number(method, "omega", text, MEAN_OR_POSITIVE, &spec->omega_number, error);
}

/* Index into KEYS of a key that the method takes; KEY_COUNT if there is none. */
static enum key find_key(md_method method, const char *name)
{
    enum key key = 0;
    while (key < KEY_COUNT && (strcmp(name, KEYS[key].name) != 0 || !takes(method, KEYS[key].trait))) {
        ++key;
    }
    return key;
}

static md_status fail_unknown_key(md_method method, const char *name, md_error *error)
{
    const char *names[KEY_COUNT + 1] = {NULL};
    char what[160];
    for (int key = 0, count = 0; key < KEY_COUNT; ++key) {
        if (takes(method, KEYS[key].trait)) {
            names[count++] = KEYS[key].name;
        }
    }
    snprintf(what, sizeof what, "solver %s: unknown key '%.100s'", METHODS[method].name, name);
    return fail_unknown(error, what, name, names, sizeof *names);
}

static md_status parse_key(md_solver_spec *spec, const char *name, const char *value, md_error *error)
{
    const char *method = METHODS[spec->method].name;
    unsigned index = 0;
    md_status status = MD_OK;
    switch (find_key(spec->method, name)) {
    case KEY_GAMMA: return parse_number(method, name, value, POSITIVE, &spec->gamma, error);
    case KEY_ALPHA: return parse_alpha(spec, method, value, error);
    case KEY_OMEGA: return parse_omega(spec, method, value, error);
    case KEY_RELAX: return parse_number(method, name, value, POSITIVE, &spec->relax, error);
    case KEY_BETA: return parse_number(method, name, value, ZERO_OR_POSITIVE, &spec->beta, error);
    case KEY_ACCELERATE:
        status = parse_word(method, name, value, ACCELERATIONS, &index, error);
        spec->accelerate = (md_acceleration)index;
        return status;
    case KEY_FORM:
        status = parse_word(method, name, value, FORMS, &index, error);
        spec->form = (md_form)index;
        return status;
    case KEY_BOX:
        status = parse_word(method, name, value, BOXES, &index, error);
        spec->box = (md_box)index;
        return status;
    case KEY_COUNT: break;
    }
    return fail_unknown_key(spec->method, name, error);
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

static md_status parse_method(const char *name, md_method *method, md_error *error)
{
    for (int i = 0; i < MD_METHOD_COUNT; ++i) {
        if (strcmp(name, METHODS[i].name) == 0) {
            *method = (md_method)i;
            return MD_OK;
        }
    }
    char what[160];
    snprintf(what, sizeof what, "solver: unknown method '%.100s'", name);
    return fail_unknown(error, what, name, METHODS, sizeof *METHODS);
}

md_status md_solver_spec_parse(const char *text, md_solver_spec *spec, md_error *error)
{
    char copy[256];
    if (text == NULL || spec == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver: the %s is NULL", text == NULL ? "text" : "spec");
    }
    if (strlen(text) >= sizeof copy) {
        return md_fail(error, MD_ERROR_ARGUMENT, "solver: the text is longer than %zu characters", sizeof copy - 1);
    }
    strcpy(copy, text);
    char *colon = strchr(copy, ':');
    if (colon != NULL) {
        *colon = '\0';
    }
    md_method method = MD_METHOD_COUNT;
    md_status status = parse_method(copy, &method, error);
    if (status != MD_OK) {
        return status;
    }
    md_solver_spec parsed = md_solver_spec_of(method);
    if (colon != NULL) {
        status = parse_pairs(&parsed, colon + 1, error);
    }
    if (status == MD_OK) {
        md_solver_spec completed = parsed;
        status = md_solver_spec_complete(&completed, error);
    }
    if (status == MD_OK) {
        *spec = parsed;
    }
    return status;
}

/* ---- Formatting -------------------------------------------------------------------------------------------------- */

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
    if (size == 0 || text == NULL || spec == NULL || (unsigned)spec->method >= MD_METHOD_COUNT) {
        if (size > 0 && text != NULL) {
            text[0] = '\0';
        }
        return;
    }
    const md_solver_spec defaults = md_solver_spec_of(spec->method);
    struct writer writer = {.text = text, .size = size, .separator = ':'};
    writer.used = (size_t)snprintf(text, size, "%s", METHODS[spec->method].name);
    if (takes(spec->method, TAKES_OMEGA)) {
        if (spec->gamma != defaults.gamma) {
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
    if (takes(spec->method, TAKES_RELAX) && spec->relax != defaults.relax) {
        write_number(&writer, "relax", spec->relax);
    }
    if (takes(spec->method, TAKES_BETA) && spec->beta != defaults.beta) {
        write_number(&writer, "beta", spec->beta);
    }
    if (spec->accelerate != MD_ACCELERATE_NONE) {
        write_text(&writer, "accelerate", ACCELERATIONS[spec->accelerate]);
    }
    if (spec->form != MD_FORM_AUTO) {
        write_text(&writer, "form", FORMS[spec->form]);
    }
    if (spec->box != MD_BOX_TWO_SIDED) {
        write_text(&writer, "box", BOXES[spec->box]);
    }
}
