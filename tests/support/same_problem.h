/* Comparing two problems bit by bit. */
#ifndef MODULUS_TESTS_SAME_PROBLEM_H
#define MODULUS_TESTS_SAME_PROBLEM_H

#include "lcp/matrix.h"
#include "lcp/problem.h"
#include "support/random_world.h"

static inline void assert_same_matrix(const md_problem *a, const md_problem *b,
                                      md_status (*get)(const md_problem *, md_matrix *))
{
    md_matrix of_a = {0};
    md_matrix of_b = {0};
    assert_int_equal(get(a, &of_a), MD_OK);
    assert_int_equal(get(b, &of_b), MD_OK);
    assert_int_equal(of_a.rows, of_b.rows);
    assert_int_equal(of_a.cols, of_b.cols);
    const size_t entries = (size_t)md_matrix_entries(&of_a);
    assert_int_equal(entries, md_matrix_entries(&of_b));
    assert_memory_equal(of_a.start, of_b.start, ((size_t)of_a.rows + 1) * sizeof *of_a.start);
    assert_memory_equal(of_a.col, of_b.col, entries * sizeof *of_a.col);
    assert_memory_equal(of_a.value, of_b.value, entries * sizeof *of_a.value);
    md_matrix_free(&of_a);
    md_matrix_free(&of_b);
}

/** The problems have the same bits. Contacts are compared by assert_same_contacts. */
static inline void assert_same_problem(const md_problem *a, const md_problem *b)
{
    const size_t m = (size_t)md_problem_rows(a);
    assert_int_equal(md_problem_get_kind(a), md_problem_get_kind(b));
    assert_int_equal(m, md_problem_rows(b));
    assert_int_equal(md_problem_velocities(a), md_problem_velocities(b));
    assert_int_equal(md_problem_degrees_of_freedom(a), md_problem_degrees_of_freedom(b));
    assert_memory_equal(md_problem_parent(a), md_problem_parent(b), m * sizeof(int32_t));
    const md_real *(*const rows[])(const md_problem *) = {md_problem_lower, md_problem_upper,   md_problem_compliance,
                                                          md_problem_bias,  md_problem_lambda0, md_problem_y0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        assert_memory_equal(rows[i](a), rows[i](b), m * sizeof(md_real));
    }
    md_real numbers[2][WORLD_VELOCITIES];
    assert_true(m <= WORLD_VELOCITIES && md_problem_velocities(a) <= WORLD_VELOCITIES);
    md_problem_get_q(a, numbers[0]);
    md_problem_get_q(b, numbers[1]);
    assert_memory_equal(numbers[0], numbers[1], m * sizeof(md_real));
    assert_same_matrix(a, b, md_problem_get_A);
    if (md_problem_get_kind(a) != MD_PROBLEM_EXPLICIT) {
        assert_same_matrix(a, b, md_problem_get_J);
        assert_same_matrix(a, b, md_problem_get_inverse_M);
        md_problem_get_v(a, numbers[0]);
        md_problem_get_v(b, numbers[1]);
        assert_memory_equal(numbers[0], numbers[1], (size_t)md_problem_velocities(a) * sizeof(md_real));
    }
}

/** The problems have the same contacts, laws included. */
static inline void assert_same_contacts(const md_problem *a, const md_problem *b)
{
    assert_int_equal(a->contact_count, b->contact_count);
    for (int32_t k = 0; k < a->contact_count; ++k) {
        const struct contact_rows *of_a = &a->contacts[k];
        const struct contact_rows *of_b = &b->contacts[k];
        assert_int_equal(of_a->row, of_b->row);
        assert_int_equal(of_a->law, of_b->law);
        assert_int_equal(of_a->tangents, of_b->tangents);
        assert_int_equal(of_a->has_torsion, of_b->has_torsion);
        assert_int_equal(of_a->has_rolling, of_b->has_rolling);
    }
}

#endif
