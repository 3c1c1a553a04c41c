/* FCLIB files on the command line: read, written, converted, and refused in one line. Files are made by FCLIB itself. */
#define _POSIX_C_SOURCE 200809L

#include "command.h"
#include "support/problem_text.h"

static void assert_refused(const char *folder, const char *line, const char *message)
{
    const struct outcome *outcome = run_in(folder, line);
    assert_int_equal(outcome->code, 2);
    assert_string_equal(outcome->out, "");
    if (strstr(outcome->err, message) == NULL || strchr(outcome->err, '\n') + 1 != strchr(outcome->err, '\0')) {
        fail_msg("'%s', expected one line with '%s'", outcome->err, message);
    }
}

#ifdef HAS_FCLIB

#include <fclib.h>
#include <hdf5.h>
#include <hdf5_hl.h>

/* ---- Files of FCLIB ---------------------------------------------------------------------------------------------- */

/* Two contacts in 3D; W in compressed columns, not symmetric. */
struct local_data {
    int p[7], i[9];
    double x[9], q[6], mu[2];
    struct fclib_matrix W;
    struct fclib_local local;
};

static struct fclib_local *local_problem(struct local_data *data)
{
    *data = (struct local_data){.p = {0, 2, 3, 4, 6, 8, 9},
                                .i = {0, 3, 1, 2, 3, 0, 4, 5, 5},
                                .x = {2, -0.5, 3, 4, 5, -0.25, 6, 0.125, 7},
                                .q = {-1, -2, 3, -4, 5, -6},
                                .mu = {0.5, 0.75}};
    data->W = (struct fclib_matrix){.nzmax = 9, .m = 6, .n = 6, .nz = -1, .p = data->p, .i = data->i, .x = data->x};
    data->local = (struct fclib_local){.W = &data->W, .q = data->q, .mu = data->mu, .spacedim = 3};
    return &data->local;
}

/* One contact in 2D between a body and the ground, and an equality constraint between two of the four velocities. M has
 * a block of two. H and G are lists, H with its rows in i, as Siconos writes it. */
struct global_data {
    int M_p[7], M_i[6], H_p[3], H_i[3], G_p[2], G_i[2];
    double M_x[6], H_x[3], G_x[2], f[4], w[2], b[1], mu[1];
    struct fclib_matrix M, H, G;
    struct fclib_global global;
};

static struct fclib_global *global_problem(struct global_data *data)
{
    *data = (struct global_data){.M_p = {0, 1, 3, 5, 6},
                                 .M_i = {0, 1, 2, 1, 2, 3},
                                 .M_x = {2, 4, 1, 1, 4, 8},
                                 .H_i = {1, 0, 3},
                                 .H_p = {0, 1, 1},
                                 .H_x = {1, 1, -0.5},
                                 .G_i = {2, 3},
                                 .G_p = {0, 0},
                                 .G_x = {1, -1},
                                 .f = {2, -15, 0, 16},
                                 .w = {0.5, 0},
                                 .b = {0.25},
                                 .mu = {0.3}};
    data->M =
        (struct fclib_matrix){.nzmax = 6, .m = 4, .n = 4, .nz = -1, .p = data->M_p, .i = data->M_i, .x = data->M_x};
    data->H =
        (struct fclib_matrix){.nzmax = 3, .m = 4, .n = 2, .nz = 3, .p = data->H_p, .i = data->H_i, .x = data->H_x};
    data->G =
        (struct fclib_matrix){.nzmax = 2, .m = 4, .n = 1, .nz = 2, .p = data->G_p, .i = data->G_i, .x = data->G_x};
    data->global = (struct fclib_global){.M = &data->M,
                                         .H = &data->H,
                                         .G = &data->G,
                                         .f = data->f,
                                         .w = data->w,
                                         .b = data->b,
                                         .mu = data->mu,
                                         .spacedim = 2};
    return &data->global;
}

/* Replaces a dataset by whole numbers, or removes it if the count is 0. */
static void replace(const char *path, const char *name, int count, const int *numbers)
{
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0 && H5Ldelete(file, name, H5P_DEFAULT) >= 0);
    const hsize_t size = (hsize_t)count;
    if (count > 0) {
        assert_true(H5LTmake_dataset_int(file, name, 1, &size, numbers) >= 0);
    }
    H5Fclose(file);
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static double element(const char *folder, const char *name, int32_t row, int32_t col)
{
    md_matrix matrix = {0};
    assert_int_equal(md_matrix_read(&matrix, NULL, path_in(folder, name), NULL, NULL), MD_OK);
    const double value = (double)md_matrix_at(&matrix, row, col);
    md_matrix_free(&matrix);
    return value;
}

static void a_local_problem_of_fclib_becomes_A_and_q(void **state)
{
    const char *folder = *state;
    struct local_data data;
    assert_int_equal(fclib_write_local(local_problem(&data), path_in(folder, "local.hdf5")), 1);
    assert_int_equal(run_in(folder, "generate --problem @/local.hdf5 --out @/local")->code, 0);
    for (int col = 0; col < 6; ++col) {
        for (int k = data.p[col]; k < data.p[col + 1]; ++k) {
            assert_true(element(folder, "local/A.mtx", data.i[k], col) == data.x[k]);
        }
        assert_true(element(folder, "local/q.mtx", col, 0) == data.q[col]);
    }
    assert_true(element(folder, "local/A.mtx", 0, 3) == -0.25 && element(folder, "local/A.mtx", 3, 0) == -0.5);
    assert_true(element(folder, "local/mu.mtx", 0, 0) == 0.5 && element(folder, "local/mu.mtx", 1, 0) == 0.75);
    cJSON *json = cJSON_Parse(run_in(folder, "solve --problem @/local.hdf5 --friction cone --json")->out);
    assert_string_equal(text_of(json, "friction"), "cone");
    assert_string_equal(text_of(json, "status"), "converged");
    assert_true(number_of(json, "m") == 6);
    cJSON_Delete(json);
}

static void every_form_of_a_matrix_is_read(void **state)
{
    const char *folder = *state;
    struct local_data data;
    struct fclib_local *local = local_problem(&data);
    /* The transpose by rows is the same matrix. */
    int rows[9];
    int cols[9];
    for (int col = 0; col < 6; ++col) {
        for (int k = data.p[col]; k < data.p[col + 1]; ++k) {
            rows[k] = data.i[k];
            cols[k] = col;
        }
    }
    assert_int_equal(fclib_write_local(local, path_in(folder, "columns.hdf5")), 1);
    data.W = (struct fclib_matrix){.nzmax = 9, .m = 6, .n = 6, .nz = 9, .p = cols, .i = rows, .x = data.x};
    assert_int_equal(fclib_write_local(local, path_in(folder, "list.hdf5")), 1);
    int by_row[] = {0, 2, 3, 4, 6, 7, 9};
    int col_of[] = {0, 3, 1, 2, 0, 3, 4, 4, 5};
    double x[] = {2, -0.25, 3, 4, -0.5, 5, 6, 0.125, 7};
    data.W = (struct fclib_matrix){.nzmax = 9, .m = 6, .n = 6, .nz = -2, .p = by_row, .i = col_of, .x = x};
    assert_int_equal(fclib_write_local(local, path_in(folder, "rows.hdf5")), 1);
    static const char *const NAMES[] = {"columns", "list", "rows"};
    char first[4096];
    char text[4096];
    for (size_t k = 0; k < 3; ++k) {
        char line[200];
        char file[64];
        snprintf(line, sizeof line, "generate --problem @/%s.hdf5 --out @/%s", NAMES[k], NAMES[k]);
        snprintf(file, sizeof file, "%s/A.mtx", NAMES[k]);
        assert_int_equal(run_in(folder, line)->code, 0);
        read_all(path_in(folder, file), k == 0 ? first : text, sizeof text);
        assert_string_equal(k == 0 ? first : text, first);
    }
}

/* J = [H^T; G^T], v = M^-1 f with the block [4 1; 1 4] of M, b = [w; b]. */
static void a_global_problem_becomes_J_v_and_b(void **state)
{
    const char *folder = *state;
    struct global_data data;
    assert_int_equal(fclib_write_global(global_problem(&data), path_in(folder, "global.hdf5")), 1);
    assert_int_equal(run_in(folder, "generate --problem @/global.hdf5 --out @/global")->code, 0);
    const double J[3][4] = {{0, 1, 0, 0}, {1, 0, 0, -0.5}, {0, 0, 1, -1}};
    const double v[] = {1, -4, 1, 2};
    const double b[] = {0.5, 0, 0.25};
    for (int row = 0; row < 3; ++row) {
        for (int col = 0; col < 4; ++col) {
            assert_true(element(folder, "global/J.mtx", row, col) == J[row][col]);
            assert_true(fabs(element(folder, "global/v.mtx", col, 0) - v[col]) < PICK(1e-14, 1e-5));
        }
        assert_true(element(folder, "global/b.mtx", row, 0) == b[row]);
    }
    assert_true(fabs(element(folder, "global/Minv.mtx", 1, 2) + 1.0 / 15) < PICK(1e-15, 1e-7));
    assert_true(fabs(element(folder, "global/mu.mtx", 1, 0) - 0.3) < PICK(1e-15, 1e-7)); /* a mu per row */
    assert_true(element(folder, "global/parent.mtx", 1, 0) == 1);
    assert_int_equal(
        run_in(folder, "solve --problem @/global.hdf5 --tol-relative 1e-5 --out @/r.mtx --out-w @/w.mtx")->code, 0);
    assert_true(element(folder, "r.mtx", 0, 0) > 0);
    assert_true(fabs(element(folder, "w.mtx", 2, 0)) < 1e-3); /* the equality holds */
}

/* The same equality in a local problem: V, R and s. */
static void equality_constraints_of_a_local_problem_are_rows_without_bounds(void **state)
{
    const char *folder = *state;
    struct local_data data;
    struct fclib_local *local = local_problem(&data);
    int V_p[] = {0, 1};
    int V_i[] = {1};
    double V_x[] = {0.5};
    int R_p[] = {0, 1};
    int R_i[] = {0};
    double R_x[] = {2};
    double s[] = {-3};
    struct fclib_matrix V = {.nzmax = 1, .m = 6, .n = 1, .nz = -1, .p = V_p, .i = V_i, .x = V_x};
    struct fclib_matrix R = {.nzmax = 1, .m = 1, .n = 1, .nz = -1, .p = R_p, .i = R_i, .x = R_x};
    local->V = &V;
    local->R = &R;
    local->s = s;
    assert_int_equal(fclib_write_local(local, path_in(folder, "mixed.hdf5")), 1);
    assert_int_equal(run_in(folder, "generate --problem @/mixed.hdf5 --out @/mixed")->code, 0);
    assert_true(element(folder, "mixed/A.mtx", 1, 6) == 0.5 && element(folder, "mixed/A.mtx", 6, 1) == 0.5);
    assert_true(element(folder, "mixed/A.mtx", 6, 6) == 2 && element(folder, "mixed/q.mtx", 6, 0) == -3);
    char lower[4096];
    read_all(path_in(folder, "mixed/lower.mtx"), lower, sizeof lower);
    assert_non_null(strstr(lower, "-inf"));
    assert_int_equal(run_in(folder, "solve --problem @/mixed.hdf5 --tol-relative 1e-5")->code, 0);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static void assert_same_file(const char *folder, const char *a, const char *b)
{
    static char texts[2][1 << 20];
    read_all(path_in(folder, a), texts[0], sizeof texts[0]);
    read_all(path_in(folder, b), texts[1], sizeof texts[1]);
    assert_string_equal(texts[0], texts[1]);
}

/* A folder, the HDF5 file of it, and a folder of that have the same numbers, in 2D and 3D. */
static void problems_survive_the_way_through_hdf5(void **state)
{
    const char *folder = *state;
    static const char *const LINES[] = {"generate %s --out @/given", "generate --problem @/given --out @/first.hdf5",
                                        "generate --problem @/first.hdf5 --out @/first",
                                        "generate --problem @/first --out @/second.hdf5",
                                        "generate --problem @/second.hdf5 --out @/second"};
    static const char *const PROBLEMS[] = {"boxes3:boxes=3", "packing:circles=20,width=2"};
    static const char *const FILES[] = {"A.mtx", "q.mtx", "mu.mtx"};
    for (size_t p = 0; p < 2; ++p) {
        for (size_t k = 0; k < sizeof LINES / sizeof *LINES; ++k) {
            char line[200];
            snprintf(line, sizeof line, LINES[k], PROBLEMS[p]);
            const struct outcome *outcome = run_in(folder, line);
            assert_string_equal(outcome->err, "");
            assert_int_equal(outcome->code, 0);
        }
        for (size_t k = 0; k < 3; ++k) {
            char a[40];
            char b[40];
            snprintf(a, sizeof a, "first/%s", FILES[k]);
            snprintf(b, sizeof b, "second/%s", FILES[k]);
            assert_same_file(folder, a, b);
        }
        assert_same_file(folder, "given/mu.mtx", "first/mu.mtx");
        /* The same A and q, thus the same impulses. */
        assert_int_equal(
            run_in(folder, "solve --problem @/given --cold --solver pgs:form=explicit --iterations 20 --out @/a.mtx")
                ->code,
            0);
        assert_int_equal(
            run_in(folder, "solve --problem @/first.hdf5 --solver pgs --iterations 20 --out @/b.mtx")->code, 0);
        assert_same_file(folder, "a.mtx", "b.mtx");
        char line[1200];
        snprintf(line, sizeof line, "cd %s && rm -r given first second", folder);
        assert_int_equal(system(line), 0);
    }
}

/* The problem of a step is the same file, whether the run writes it or a folder of the run is converted. */
static void a_run_exports_the_problem_of_a_step_to_hdf5(void **state)
{
    static const char *const RUNS[] = {
        "run pool1 --set circles=30 --steps 60 --quiet --export-lcp 60:@/step.hdf5 --export-lcp 60:@/step",
        "run pyramid3 --set base=3 --steps 5 --quiet --export-lcp 5:@/step.hdf5 --export-lcp 5:@/step"};
    const char *folder = *state;
    for (size_t i = 0; i < 2; ++i) {
        assert_int_equal(run_in(folder, RUNS[i])->code, 0);
        assert_int_equal(run_in(folder, "generate --problem @/step --out @/converted.hdf5")->code, 0);
        assert_int_equal(run_in(folder, "generate --problem @/step.hdf5 --out @/a")->code, 0);
        assert_int_equal(run_in(folder, "generate --problem @/converted.hdf5 --out @/b")->code, 0);
        assert_same_file(folder, "a/A.mtx", "b/A.mtx");
        assert_same_file(folder, "a/q.mtx", "b/q.mtx");
        assert_same_file(folder, "a/mu.mtx", "b/mu.mtx");
        char line[1200];
        snprintf(line, sizeof line, "cd %s && rm -r step a b", folder);
        assert_int_equal(system(line), 0);
    }
    const struct outcome *central =
        run_in(folder, "run pyramid3 --set base=3 --set central_friction=true --steps 5 --export-lcp 5:@/central.hdf5");
    assert_int_equal(central->code, 1);
    assert_non_null(strstr(central->err, "FCLIB has one normal per contact; write a folder instead"));
}

static void fclib_reads_what_the_command_writes(void **state)
{
    const char *folder = *state;
    char path[600];
    snprintf(path, sizeof path, "%s", path_in(folder, "stack.hdf5"));
    assert_int_equal(run_in(folder, "generate stack:circles=3,friction=0.25 --out @/stack.hdf5")->code, 0);
    struct fclib_local *local = fclib_read_local(path);
    assert_non_null(local);
    assert_int_equal(local->spacedim, 2);
    assert_int_equal(local->W->m, 6);
    assert_int_equal(local->W->nz, -1);
    assert_true(local->W->x[0] > 0 && local->q[0] < 0);
    for (int k = 0; k < 3; ++k) {
        assert_true(local->mu[k] == 0.25);
    }
    fclib_delete_local(local);
    free(local);
}

static void compliance_is_part_of_W(void **state)
{
    const char *folder = *state;
    put_files(folder,
              (struct text_file[]){{"A", ARRAY "2 2\n2\n1\n1\n3\n"},
                                   {"q", ARRAY "2 1\n-1\n-2\n"},
                                   {"mu", ARRAY "1 1\n.5\n"},
                                   {"c", ARRAY "2 1\n.25\n.5\n"}},
              4);
    assert_int_equal(run_in(folder, "generate --problem @ --out @/soft.hdf5")->code, 0);
    assert_int_equal(run_in(folder, "generate --problem @/soft.hdf5 --out @/soft")->code, 0);
    assert_true(element(folder, "soft/A.mtx", 0, 0) == 2.25 && element(folder, "soft/A.mtx", 1, 1) == 3.5);
    assert_true(element(folder, "soft/A.mtx", 0, 1) == 1);
}

static void problems_that_fclib_does_not_have_are_not_written(void **state)
{
    assert_refused(*state, "generate chain:links=3 --out @/a.hdf5", "a.hdf5: row 1 is not in a contact with a normal");
    assert_refused(*state, "generate stack:circles=3 --out @/a.hdf5",
                   "a.hdf5: row 1 is not in a contact with a normal");
    assert_refused(*state, "generate boxes3 --out @/absent/a.hdf5", "--out ");
    assert_refused(*state, "generate boxes3 --out @/.hdf5/a.hdf5", "--out ");
    assert_int_equal(access(path_in(*state, "a.hdf5"), F_OK), -1);
    /* A file that is read is not replaced. */
    assert_int_equal(run_in(*state, "generate boxes3:boxes=1 --out @/b.hdf5")->code, 0);
    assert_refused(*state, "generate --problem @/b.hdf5 --out @/b.hdf5", "the command reads this file");
}

/* ---- Bad files --------------------------------------------------------------------------------------------------- */

static void files_that_are_no_problems_are_refused_in_one_line(void **state)
{
    const char *folder = *state;
    write_text(path_in(folder, "text.hdf5"), "not a problem");
    write_text(path_in(folder, "empty.hdf5"), "");
    write_text(path_in(folder, "plain"), "a file without the name of one");
    assert_refused(folder, "solve --problem @/absent.hdf5", "absent.hdf5: cannot be opened: No such file");
    assert_refused(folder, "solve --problem @/text.hdf5", "text.hdf5: not an HDF5 file");
    assert_refused(folder, "solve --problem @/empty.hdf5", "empty.hdf5: not an HDF5 file");
    assert_refused(folder, "analyze --problem @/plain", "plain: not an HDF5 file");
    assert_refused(folder, "compare --problem @/text.hdf5", "text.hdf5: not an HDF5 file");
    const hid_t file = H5Fcreate(path_in(folder, "other.h5"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(file >= 0);
    H5Fclose(file);
    assert_refused(folder, "solve --problem @/other.h5", "other.h5: no problem of FCLIB, expected a group fclib_local");
    struct local_data data;
    assert_int_equal(fclib_write_local(local_problem(&data), path_in(folder, "good.hdf5")), 1);
    assert_refused(folder, "solve --problem @/good.hdf5 --mu @/text.hdf5", "--mu: expected no such option, because");
    assert_refused(folder, "solve --problem @/good.hdf5 --contact-dim 3", "--contact-dim: expected no such option");
}

/* FCLIB itself reads such files into too little memory. */
static void sizes_and_types_that_do_not_fit_are_refused(void **state)
{
    static const struct {
        const char *name;
        int count, numbers[8];
        const char *message;
    } CASES[] = {
        {"/fclib_local/W/p", 0, {0}, "/fclib_local/W/p is missing"},
        {"/fclib_local/vectors/q", 0, {0}, "/fclib_local/vectors/q is missing"},
        {"/fclib_local/vectors/q", 7, {1, 1, 1, 1, 1, 1, 1}, "/fclib_local/vectors/q has 7 elements, expected 6"},
        {"/fclib_local/vectors/mu", 3, {1, 1, 1}, "/fclib_local/vectors/mu has 3 elements, expected 2"},
        {"/fclib_local/vectors/mu", 2, {1, -1}, "mu: number 2 is -1, expected zero or a positive number"},
        {"/fclib_local/W/nzmax", 1, {2}, "/fclib_local/W/i has 9 elements, expected 2"},
        {"/fclib_local/W/nzmax", 1, {-1}, "/fclib_local/W/nzmax is -1, expected 0 to"},
        {"/fclib_local/W/nz", 1, {-3}, "/fclib_local/W/nz is -3, expected -2 to 9"},
        {"/fclib_local/W/m", 1, {5}, "/fclib_local/W is 5 x 6, expected 5 x 5"},
        {"/fclib_local/W/m", 2, {6, 6}, "/fclib_local/W/m has 2 elements, expected 1"},
        {"/fclib_local/W/p", 7, {0, 2, 3, 4, 6, 8, 10}, "W: p does not start at 0 and ascend to at most 9"},
        {"/fclib_local/W/p", 7, {0, 2, 1, 4, 6, 8, 9}, "W: p does not start at 0 and ascend to at most 9"},
        {"/fclib_local/W/p", 7, {-1, 2, 3, 4, 6, 8, 9}, "W: p does not start at 0 and ascend to at most 9"},
        {"/fclib_local/spacedim", 1, {4}, "/fclib_local/spacedim is 4, expected 2 to 3"},
        {"/fclib_local/spacedim", 0, {0}, "/fclib_local/spacedim is missing"},
    };
    const char *folder = *state;
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        struct local_data data;
        char path[600];
        snprintf(path, sizeof path, "%s", path_in(folder, "bad.hdf5"));
        remove(path);
        assert_int_equal(fclib_write_local(local_problem(&data), path), 1);
        replace(path, CASES[k].name, CASES[k].count, CASES[k].numbers);
        assert_refused(folder, "solve --problem @/bad.hdf5", CASES[k].message);
    }
}

static void numbers_that_are_not_finite_are_refused(void **state)
{
    const char *folder = *state;
    struct local_data data;
    struct fclib_local *local = local_problem(&data);
    data.q[2] = (double)NAN;
    assert_int_equal(fclib_write_local(local, path_in(folder, "a.hdf5")), 1);
    assert_refused(folder, "solve --problem @/a.hdf5", "a.hdf5: q: number 3 is nan, expected a finite number");
    local = local_problem(&data);
    data.x[4] = (double)INFINITY;
    assert_int_equal(fclib_write_local(local, path_in(folder, "b.hdf5")), 1);
    assert_refused(folder, "solve --problem @/b.hdf5", "b.hdf5: W: entry 5 is inf, expected a finite number");
    local = local_problem(&data);
    data.mu[0] = (double)NAN;
    assert_int_equal(fclib_write_local(local, path_in(folder, "c.hdf5")), 1);
    assert_refused(folder, "solve --problem @/c.hdf5", "c.hdf5: mu: number 1 is nan");
    local = local_problem(&data);
    data.i[0] = 6;
    assert_int_equal(fclib_write_local(local, path_in(folder, "d.hdf5")), 1);
    assert_refused(folder, "solve --problem @/d.hdf5", "d.hdf5: W: entry 1 is in row 7, column 1 of 6 x 6");
    local = local_problem(&data);
    data.x[0] = 0;
    assert_int_equal(fclib_write_local(local, path_in(folder, "e.hdf5")), 1);
    assert_refused(folder, "solve --problem @/e.hdf5 --solver pgs", "row 1: the diagonal of A is 0");
}

static void masses_that_are_not_block_diagonal_are_refused(void **state)
{
    const char *folder = *state;
    struct global_data data;
    struct fclib_global *global = global_problem(&data);
    data.M_x[2] = 2; /* not symmetric */
    assert_int_equal(fclib_write_global(global, path_in(folder, "a.hdf5")), 1);
    assert_refused(folder, "solve --problem @/a.hdf5", "a.hdf5: M: entries (2, 3) and (3, 2) differ");
    global = global_problem(&data);
    data.M_x[0] = 0;
    assert_int_equal(fclib_write_global(global, path_in(folder, "b.hdf5")), 1);
    assert_refused(folder, "solve --problem @/b.hdf5", "b.hdf5: M: the block of rows 1 to 1 is not positive definite");
    enum { SIZE = 500 };
    static int p[SIZE + 1];
    static int i[3 * SIZE];
    static double x[3 * SIZE];
    static double f[SIZE];
    int count = 0;
    for (int col = 0; col < SIZE; ++col) {
        for (int row = col == 0 ? 0 : col - 1; row <= col + 1 && row < SIZE; ++row) {
            i[count] = row;
            x[count++] = row == col ? 4 : 1;
        }
        p[col + 1] = count;
    }
    global = global_problem(&data);
    data.M = (struct fclib_matrix){.nzmax = count, .m = SIZE, .n = SIZE, .nz = -1, .p = p, .i = i, .x = x};
    data.H.m = SIZE;
    data.G.m = SIZE;
    data.global.f = f;
    assert_int_equal(fclib_write_global(global, path_in(folder, "c.hdf5")), 1);
    assert_refused(folder, "solve --problem @/c.hdf5", "c.hdf5: M: rows 1 to ");
}

/* Replaces the numbers of W by the same with a checksum, and changes one of them in the file. */
static void spoil_checksum(const char *path, const double *x)
{
    const hsize_t size = 9;
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(1, &size, NULL);
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    assert_true(H5Ldelete(file, "/fclib_local/W/x", H5P_DEFAULT) >= 0);
    assert_true(H5Pset_chunk(properties, 1, &size) >= 0 && H5Pset_fletcher32(properties) >= 0);
    const hid_t dataset =
        H5Dcreate2(file, "/fclib_local/W/x", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    assert_true(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
    H5Dclose(dataset);
    H5Pclose(properties);
    H5Sclose(space);
    H5Fclose(file);
    static char bytes[1 << 17];
    FILE *stream = fopen(path, "r+b");
    assert_non_null(stream);
    const size_t length = fread(bytes, 1, sizeof bytes, stream);
    size_t last = 0; /* the old numbers may still be in the file, before the new ones */
    for (size_t at = 0; at + 9 * sizeof *x <= length; ++at) {
        last = memcmp(bytes + at, x, 9 * sizeof *x) == 0 ? at : last;
    }
    assert_true(last > 0);
    assert_int_equal(fseek(stream, (long)last, SEEK_SET), 0);
    fputc(bytes[last] ^ 1, stream);
    fclose(stream);
}

/* FCLIB ends the process at such a file, whose sizes are all right. */
static void data_that_hdf5_refuses_is_refused_in_one_line(void **state)
{
    struct local_data data;
    char path[600];
    snprintf(path, sizeof path, "%s", path_in(*state, "spoilt.hdf5"));
    assert_int_equal(fclib_write_local(local_problem(&data), path), 1);
    spoil_checksum(path, data.x);
    assert_refused(*state, "solve --problem @/spoilt.hdf5",
                   "spoilt.hdf5: HDF5 cannot read its data, it is damaged or there is too little memory");
}

/* Truncated at random lengths, and with bytes changed: one line and exit code 2, or a result. */
static void damaged_files_never_crash_the_command(void **state)
{
    const char *folder = *state;
    static char bytes[1 << 17];
    struct local_data data;
    char path[600];
    snprintf(path, sizeof path, "%s", path_in(folder, "damaged.hdf5"));
    assert_int_equal(fclib_write_local(local_problem(&data), path), 1);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    struct random random = {3};
    for (int k = 0; k < 60; ++k) {
        static char changed[1 << 17];
        memcpy(changed, bytes, size);
        size_t length = size;
        if (k % 3 == 0) {
            length = (size_t)random_index(&random, (int32_t)size);
        } else {
            for (int c = 0; c <= k % 3; ++c) {
                changed[random_index(&random, (int32_t)size)] = (char)random_index(&random, 256);
            }
        }
        file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(changed, 1, length, file), length);
        fclose(file);
        const struct outcome *outcome = run_in(folder, "solve --problem @/damaged.hdf5 --iterations 2");
        const char *end = strchr(outcome->err, '\n');
        const bool has_result = (outcome->code == 0 || outcome->code == 3) && outcome->err[0] == '\0';
        const bool is_refused = outcome->code == 2 && outcome->out[0] == '\0' && end != NULL && end[1] == '\0';
        if (!has_result && !is_refused) {
            fail_msg("file %d: exit code %d, '%s'", k, outcome->code, outcome->err);
        }
        assert_true(length == size || is_refused);
    }
}

#endif

static void without_its_module_the_command_says_what_is_missing(void **state)
{
    char alone[600];
    char line[1400];
    snprintf(alone, sizeof alone, "%s/modulus", (const char *)*state);
    snprintf(line, sizeof line, "cp %s %s", command, alone);
    assert_int_equal(system(line), 0);
    const char *whole = command;
    command = alone;
#ifdef HAS_FCLIB
    const char *message = "modulus: FCLIB and HDF5 cannot be loaded: modulus_fclib";
#else
    const char *message = "modulus: this build reads no HDF5; install libfclib-dev and build again\n";
#endif
    assert_refused(*state, "solve --problem @/problem.hdf5", message);
    assert_refused(*state, "generate boxes3 --out @/problem.hdf5", message);
    assert_refused(*state, "run pool1 --steps 2 --export-lcp 1:@/problem.hdf5", "--export-lcp: ");
    command = whole;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: test_hdf5 COMMAND\n");
        return 2;
    }
    command = argv[1];
    const struct CMUnitTest tests[] = {
#ifdef HAS_FCLIB
        TEST(a_local_problem_of_fclib_becomes_A_and_q),
        TEST(every_form_of_a_matrix_is_read),
        TEST(a_global_problem_becomes_J_v_and_b),
        TEST(equality_constraints_of_a_local_problem_are_rows_without_bounds),
        TEST(problems_survive_the_way_through_hdf5),
        TEST(a_run_exports_the_problem_of_a_step_to_hdf5),
        TEST(fclib_reads_what_the_command_writes),
        TEST(compliance_is_part_of_W),
        TEST(problems_that_fclib_does_not_have_are_not_written),
        TEST(files_that_are_no_problems_are_refused_in_one_line),
        TEST(sizes_and_types_that_do_not_fit_are_refused),
        TEST(numbers_that_are_not_finite_are_refused),
        TEST(masses_that_are_not_block_diagonal_are_refused),
        TEST(data_that_hdf5_refuses_is_refused_in_one_line),
        TEST(damaged_files_never_crash_the_command),
#endif
        TEST(without_its_module_the_command_says_what_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
