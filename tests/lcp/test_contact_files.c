/* Contacts in folders of files: mu, torsion and rolling per contact, contacts by parents, and reading back. */
#define _XOPEN_SOURCE 700

#include "support/support.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/counting_allocator.h"
#include "support/problem_text.h"
#include "support/same_problem.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { SIX_ROWS = 6 };

/* Rows 1 to m of an explicit problem with A = 1. */
static void put_rows(const char *folder, int32_t m)
{
    char text[600];
    int used = snprintf(text, sizeof text, "%s%d %d %d\n", SPARSE, m, m, m);
    for (int32_t i = 1; i <= m; ++i) {
        used += snprintf(text + used, sizeof text - (size_t)used, "%d %d 1\n", i, i);
    }
    write_text(path_in(folder, "A.mtx"), text);
    used = snprintf(text, sizeof text, "%s%d 1\n", ARRAY, m);
    for (int32_t i = 1; i <= m; ++i) {
        used += snprintf(text + used, sizeof text - (size_t)used, "-1\n");
    }
    write_text(path_in(folder, "q.mtx"), text);
}

static md_problem *read_with(const md_problem_files *files)
{
    md_problem *problem = md_problem_create(NULL);
    md_error error = {0};
    const md_status status = md_problem_read(problem, files, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(status, MD_OK);
    return problem;
}

/* ---- One number per contact -------------------------------------------------------------------------------------- */

struct shape {
    int32_t m;
    const char *torsion, *rolling; /* texts of the files, NULL for none */
    int32_t tangents;
    int32_t torsion_row, rolling_row; /* of the second contact; 0: none */
};

static void torsion_and_rolling_follow_the_tangents(void **state)
{
    (void)state;
    static const struct shape SHAPES[] = {
        {4, NULL, NULL, 1, 0, 0},
        {6, NULL, NULL, 2, 0, 0},
        {6, NULL, ARRAY "2 1\n.1\n.2\n", 1, 0, 5},
        {8, ARRAY "2 1\n.3\n.4\n", NULL, 2, 7, 0},
        {10, NULL, ARRAY "2 1\n.1\n.2\n", 2, 0, 8},
        {12, ARRAY "2 1\n.3\n.4\n", ARRAY "2 1\n.1\n.2\n", 2, 9, 10},
    };
    for (size_t s = 0; s < COUNT(SHAPES); ++s) {
        const struct shape *shape = &SHAPES[s];
        char *folder = folder_create();
        put_rows(folder, shape->m);
        const struct text_file files[] = {{"mu", ARRAY "2 1\n.5\n.7\n"},
                                          {shape->torsion != NULL ? "torsion" : NULL, shape->torsion}};
        put_files(folder, files, 2);
        if (shape->rolling != NULL) {
            put_files(folder, (struct text_file[]){{"rolling", shape->rolling}}, 1);
        }
        for (int law = 0; law < MD_FRICTION_COUNT; ++law) {
            for (int32_t dim = 0; dim <= 3; dim += shape->tangents + 1) { /* found, and given */
                md_problem *problem =
                    read_with(&(md_problem_files){.folder = folder, .law = (md_friction)law, .contact_dim = dim});
                const int32_t rows = shape->m / 2;
                assert_int_equal(md_problem_contacts(problem), 2);
                assert_int_equal(md_problem_contact_row(problem, 1), rows);
                assert_int_equal(md_problem_contact_tangents(problem, 1), shape->tangents);
                assert_int_equal(md_problem_contact_law(problem, 1), law);
                assert_true(md_problem_contact_mu(problem, 0) == (md_real)0.5);
                assert_true(md_problem_contact_mu(problem, 1) == (md_real)0.7);
                assert_int_equal(problem->contacts[1].has_torsion, shape->torsion != NULL);
                assert_int_equal(problem->contacts[1].has_rolling, shape->rolling != NULL);
                if (shape->torsion_row > 0) {
                    assert_true(md_problem_upper(problem)[shape->torsion_row] == (md_real)0.4);
                }
                if (shape->rolling_row > 0) {
                    assert_true(md_problem_upper(problem)[shape->rolling_row] == (md_real)0.2);
                    assert_true(md_problem_lower(problem)[shape->m - 1] == (md_real)-0.2);
                }
                for (int32_t i = 1; i < rows; ++i) {
                    assert_int_equal(md_problem_parent(problem)[rows + i], rows);
                }
                md_problem_destroy(problem);
            }
        }
        folder_remove(folder);
    }
}

struct refusal {
    struct text_file files[4];
    int32_t contact_dim;
    md_status status;
    const char *message;
};

#define TWO(a, b) ARRAY "2 1\n" #a "\n" #b "\n"

static void coefficients_that_do_not_fit_are_refused_with_the_file(void **state)
{
    (void)state;
    static const struct refusal REFUSALS[] = {
        {{{"torsion", TWO(1, 1)}}, 0, MD_ERROR_FILE, "/mu.mtx is missing, expected beside torsion"},
        {{{"rolling", TWO(1, 1)}}, 0, MD_ERROR_FILE, "/mu.mtx is missing, expected beside rolling"},
        {{{"mu", TWO(1, 1)}, {"torsion", TWO(1, 1)}},
         0,
         MD_ERROR_PROBLEM,
         "/mu.mtx: 2 numbers for 6 rows, expected one per four rows"},
        {{{"mu", ARRAY "4 1\n1\n1\n1\n1\n"}, {"rolling", TWO(1, 1)}},
         0,
         MD_ERROR_PROBLEM,
         "/mu.mtx: 4 numbers for 6 rows, expected one per three or five rows"},
        {{{"mu", TWO(1, 1)}, {"torsion", TWO(1, 1)}, {"rolling", TWO(1, 1)}},
         3,
         MD_ERROR_PROBLEM,
         "/mu.mtx: 2 numbers for 6 rows, expected one per six rows"},
        {{{"mu", ARRAY "1 1\n1\n"}, {"torsion", TWO(1, 1)}, {"rolling", ARRAY "1 1\n1\n"}},
         0,
         MD_ERROR_PROBLEM,
         "/torsion.mtx: 2 numbers, expected 1 (one per contact, as mu)"},
        {{{"mu", TWO(1, 1)}, {"rolling", TWO(1, -2)}},
         0,
         MD_ERROR_PROBLEM,
         "/rolling.mtx: number 2 is -2, expected zero or a positive number"},
        {{{"mu", TWO(1, 1)}, {"rolling", TWO(1, inf)}}, 0, MD_ERROR_FORMAT, "/rolling.mtx:4: 'inf', expected"},
        {{{"mu", TWO(1, 1)}, {"torsion", TWO(1, 1)}},
         2,
         MD_ERROR_PROBLEM,
         "/torsion.mtx: torsion needs contacts in 3D, but the contact dimension is 2"},
        {{{"mu", ARRAY "6 1\n0\n1\n1\n0\n1\n1\n"}, {"parent", ARRAY "6 1\n0\n1\n1\n0\n4\n4\n"}, {"torsion", TWO(1, 1)}},
         0,
         MD_ERROR_PROBLEM,
         "/torsion.mtx: expected no such file beside parent, which has one mu per row, torsion included"},
    };
    for (size_t i = 0; i < COUNT(REFUSALS); ++i) {
        char *folder = folder_create();
        md_problem *problem = md_problem_create(NULL);
        md_error error = {0};
        put_rows(folder, SIX_ROWS);
        put_files(folder, REFUSALS[i].files, COUNT(REFUSALS[i].files));
        const md_problem_files files = {.folder = folder, .contact_dim = REFUSALS[i].contact_dim};
        assert_int_equal(md_problem_read(problem, &files, &error), REFUSALS[i].status);
        if (strstr(error.message, REFUSALS[i].message) == NULL) {
            fail_msg("'%s', expected '%s'", error.message, REFUSALS[i].message);
        }
        assert_int_equal(md_problem_rows(problem), 0);
        md_problem_destroy(problem);
        folder_remove(folder);
    }
}

/* ---- One number per row ------------------------------------------------------------------------------------------ */

/* Rows with parents that follow each other: a plain row, then a parent with children of each number. */
static void a_parent_followed_by_its_children_is_a_contact(void **state)
{
    (void)state;
    static const struct {
        int32_t children;
        const char *mu; /* of the children */
        int32_t tangents;
        bool has_torsion, has_rolling;
    } CASES[] = {
        {1, ".5\n", 1, false, false},
        {2, ".5\n.5\n", 2, false, false},
        {3, ".5\n.5\n.1\n", 2, true, false},
        {4, ".5\n.5\n.2\n.2\n", 2, false, true},
        {5, ".5\n.5\n.1\n.2\n.2\n", 2, true, true},
        {2, ".5\n.6\n", 0, false, false},
        {4, ".5\n.5\n.2\n.3\n", 0, false, false},
        {6, "1\n1\n1\n1\n1\n1\n", 0, false, false},
    };
    for (size_t c = 0; c < COUNT(CASES); ++c) {
        char *folder = folder_create();
        char parent[200];
        char mu[200];
        const int32_t m = 2 + CASES[c].children;
        put_rows(folder, m);
        int used = snprintf(parent, sizeof parent, "%s%d 1\n0\n0\n", ARRAY, m);
        for (int32_t i = 0; i < CASES[c].children; ++i) {
            used += snprintf(parent + used, sizeof parent - (size_t)used, "2\n");
        }
        snprintf(mu, sizeof mu, "%s%d 1\n0\n0\n%s", ARRAY, m, CASES[c].mu);
        put_files(folder, (struct text_file[]){{"parent", parent}, {"mu", mu}}, 2);
        for (int law = 0; law < MD_FRICTION_COUNT; ++law) {
            md_problem *problem = read_with(&(md_problem_files){.folder = folder, .law = (md_friction)law});
            assert_int_equal(md_problem_contacts(problem), CASES[c].tangents > 0);
            if (CASES[c].tangents > 0) {
                assert_int_equal(md_problem_contact_row(problem, 0), 1);
                assert_int_equal(md_problem_contact_tangents(problem, 0), CASES[c].tangents);
                assert_int_equal(md_problem_contact_law(problem, 0), law);
                assert_int_equal(problem->contacts[0].has_torsion, CASES[c].has_torsion);
                assert_int_equal(problem->contacts[0].has_rolling, CASES[c].has_rolling);
            }
            md_problem_destroy(problem);
        }
        folder_remove(folder);
    }
}

static void children_elsewhere_stay_rows(void **state)
{
    (void)state;
    char *folder = folder_create();
    put_rows(folder, SIX_ROWS);
    /* Rows 1 and 2 are bounded by row 3, whose tangent is row 4; rows 5 and 6 are of row 3, but after another. */
    put_files(
        folder,
        (struct text_file[]){{"parent", ARRAY "6 1\n3\n3\n0\n3\n0\n3\n"}, {"mu", ARRAY "6 1\n1\n1\n0\n1\n0\n1\n"}}, 2);
    md_problem *problem = read_with(&(md_problem_files){.folder = folder});
    assert_int_equal(md_problem_contacts(problem), 1);
    assert_int_equal(md_problem_contact_row(problem, 0), 2);
    assert_int_equal(md_problem_contact_tangents(problem, 0), 1);
    md_problem_destroy(problem);
    folder_remove(folder);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static md_contact random_contact(struct random *random, int32_t freedom, int32_t tangents)
{
    md_contact contact = md_contact_default();
    contact.tangents = tangents;
    contact.body[0] = random_index(random, WORLD_BODIES);
    contact.body[1] = MD_NO_BODY;
    contact.mu = (md_real)random_real(random, 0.1, 1);
    md_contact_row *rows[] = {&contact.normal, &contact.tangent[0], &contact.tangent[1],
                              &contact.spin,   &contact.roll[0],    &contact.roll[1]};
    for (size_t k = 0; k < COUNT(rows); ++k) {
        for (int32_t j = 0; j < freedom; ++j) {
            rows[k]->jacobian[0][j] = (md_real)random_real(random, -1, 1);
        }
        rows[k]->bias = (md_real)random_real(random, -1, 0);
        rows[k]->lambda0 = (md_real)random_real(random, 0, 1);
    }
    return contact;
}

/* Four contacts; kinds of friction as bits: 1 torsion, 2 rolling, 4 only in every second contact. */
static md_problem *contact_problem(int32_t freedom, int32_t tangents, int kinds)
{
    struct random random = {7};
    md_problem *problem = md_problem_create(NULL);
    assert_int_equal(md_problem_begin_bodies(problem, freedom), MD_OK);
    for (int32_t i = 0; i < WORLD_BODIES; ++i) {
        const md_body body = random_body(&random, freedom, false);
        assert_int_equal(md_problem_add_body(problem, &body), MD_OK);
    }
    for (int32_t k = 0; k < 4; ++k) {
        md_contact contact = random_contact(&random, freedom, tangents);
        const bool has_more = (kinds & 4) == 0 || k % 2 == 0;
        contact.torsion = has_more && (kinds & 1) != 0 ? (md_real)0.125 : 0;
        contact.rolling = has_more && (kinds & 2) != 0 ? contact.mu : 0;
        assert_int_equal(md_problem_add_contact(problem, &contact), MD_OK);
    }
    return problem;
}

static bool exists(const char *folder, const char *name)
{
    return access(path_in(folder, name), F_OK) == 0;
}

static void contacts_are_read_back_with_the_law_of_the_reader(void **state)
{
    (void)state;
    for (int32_t freedom = 3; freedom <= 6; freedom += 3) {
        for (int kinds = 0; kinds < 8; ++kinds) {
            if (kinds == 4 || (freedom == 3 && (kinds & 1) != 0)) {
                continue; /* nothing more; torsion is of 3D */
            }
            char *folder = folder_create();
            md_problem *problem = contact_problem(freedom, freedom == 3 ? 1 : 2, kinds);
            assert_int_equal(md_problem_write(problem, folder, NULL), MD_OK);
            const bool is_uniform = kinds < 4;
            assert_int_equal(exists(folder, "parent.mtx"), !is_uniform);
            assert_int_equal(exists(folder, "torsion.mtx"), is_uniform && (kinds & 1) != 0);
            assert_int_equal(exists(folder, "rolling.mtx"), is_uniform && (kinds & 2) != 0);
            for (int law = 0; law < MD_FRICTION_COUNT; ++law) {
                md_problem *back = read_with(
                    &(md_problem_files){.folder = folder, .law = (md_friction)law, .body_degrees_of_freedom = freedom});
                assert_int_equal(md_problem_set_friction_law(problem, (md_friction)law), MD_OK);
                assert_same_problem(problem, back);
                assert_same_contacts(problem, back);
                md_problem_destroy(back);
            }
            md_problem_destroy(problem);
            folder_remove(folder);
        }
    }
}

/* The rolling of a contact in 2D, with one mu per row and nothing that says 2D, would be read as a second tangent. */
static void a_contact_that_would_be_read_as_another_is_refused(void **state)
{
    (void)state;
    char *folder = folder_create();
    md_problem *problem = contact_problem(6, 1, 2 | 4);
    md_error error = {0};
    assert_int_equal(md_problem_write(problem, path_in(folder, "problem"), &error), MD_ERROR_PROBLEM);
    assert_non_null(strstr(error.message, "row 1: files cannot store this contact beside others"));
    assert_int_equal(files_in(folder), 0);
    md_problem_destroy(problem);
    folder_remove(folder);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static md_status read_files(const md_allocator *allocator, void *user)
{
    md_problem *problem = md_problem_create(allocator);
    const md_status status = problem != NULL ? md_problem_read(problem, user, NULL) : MD_ERROR_MEMORY;
    md_problem_destroy(problem);
    return status;
}

static void reading_contacts_reports_a_failed_allocation_and_leaks_nothing(void **state)
{
    (void)state;
    for (int kinds = 3; kinds < 8; kinds += 4) {
        char *folder = folder_create();
        md_problem *problem = contact_problem(6, 2, kinds);
        assert_int_equal(md_problem_write(problem, folder, NULL), MD_OK);
        md_problem_files files = {.folder = folder};
        assert_true(assert_survives_every_refusal(read_files, &files) > 20);
        md_problem_destroy(problem);
        folder_remove(folder);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torsion_and_rolling_follow_the_tangents),
        cmocka_unit_test(coefficients_that_do_not_fit_are_refused_with_the_file),
        cmocka_unit_test(a_parent_followed_by_its_children_is_a_contact),
        cmocka_unit_test(children_elsewhere_stay_rows),
        cmocka_unit_test(contacts_are_read_back_with_the_law_of_the_reader),
        cmocka_unit_test(a_contact_that_would_be_read_as_another_is_refused),
        cmocka_unit_test(reading_contacts_reports_a_failed_allocation_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
