/* The command line: exit codes, one-line errors, JSON output, complete files. */
#define _POSIX_C_SOURCE 200809L

#include "command.h"

/* ---- Successful runs --------------------------------------------------------------------------------------------- */

static void solve_prints_the_documented_keys(void **state)
{
    const struct outcome *outcome = run_in(*state, "solve stack:circles=10 --solver pgs --tol 1e-4 --json");
    assert_int_equal(outcome->code, 0);
    assert_string_equal(outcome->err, "");
    cJSON *json = cJSON_Parse(outcome->out);
    assert_non_null(json);
    assert_string_equal(text_of(json, "solver"), "pgs");
    assert_string_equal(text_of(json, "status"), "converged");
    assert_true(number_of(json, "iterations") > 10);
    assert_true(number_of(json, "residual") < 1e-4);
    assert_true(number_of(json, "residual_scaled") < 1e-4);
    assert_true(number_of(json, "residual_relative") < 1e-2);
    assert_true(number_of(json, "seconds") >= 0);
    assert_true(number_of(json, "m") == 10);
    assert_true(number_of(json, "n") == 30);
    cJSON_Delete(json);
}

/* The history is of one solve, the one that records it, and takes longer than those that do not. */
static void repeated_solves_report_the_result_of_one_and_the_shortest_time(void **state)
{
    cJSON *once = cJSON_Parse(run_in(*state, "solve stack:circles=5 --json --history @/once.csv")->out);
    cJSON *often = cJSON_Parse(run_in(*state, "solve stack:circles=5 --json --history @/often.csv --repeat 50")->out);
    static char histories[2][1 << 16];
    read_all(path_in(*state, "once.csv"), histories[0], sizeof histories[0]);
    read_all(path_in(*state, "often.csv"), histories[1], sizeof histories[1]);
    int lines[2] = {0};
    for (int k = 0; k < 2; ++k) {
        for (const char *at = histories[k]; *at != '\0'; ++at) {
            lines[k] += *at == '\n';
        }
    }
    assert_int_equal(lines[0], lines[1]);
    assert_true(number_of(once, "iterations") == number_of(often, "iterations"));
    assert_true(number_of(once, "residual") == number_of(often, "residual"));
    assert_true(number_of(often, "seconds") < number_of(once, "seconds"));
    cJSON_Delete(once);
    cJSON_Delete(often);
    assert_int_equal(run_in(*state, "solve stack:circles=5 --repeat 0")->code, 2);
}

static void compare_gives_every_solver_the_same_problem(void **state)
{
    const struct outcome *outcome = run_in(
        *state,
        "compare stack:circles=10 --solver pgs --solver amgs:alpha=0.5 --solver amgs:alpha=0.1 --tol 1e-4 --json");
    assert_int_equal(outcome->code, 0);
    cJSON *json = cJSON_Parse(outcome->out);
    assert_string_equal(text_of(json, "scene"), "stack:circles=10");
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(json, "step")));
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(json, "results");
    assert_int_equal(cJSON_GetArraySize(results), 3);
    const double pgs = number_of(cJSON_GetArrayItem(results, 0), "iterations");
    assert_true(pgs == number_of(cJSON_GetArrayItem(results, 1), "iterations"));
    assert_true(pgs > 2 * number_of(cJSON_GetArrayItem(results, 2), "iterations"));
    cJSON_Delete(json);
}

static void analyze_prints_one_object(void **state)
{
    const struct outcome *outcome = run_in(*state, "analyze stack:circles=20 --json");
    assert_int_equal(outcome->code, 0);
    cJSON *json = cJSON_Parse(outcome->out);
    assert_true(number_of(json, "m") == 20);
    assert_true(number_of(json, "rank") == 20);
    assert_string_equal(text_of(json, "definiteness"), "positive definite");
    const double tau = number_of(cJSON_GetObjectItemCaseSensitive(json, "tau"), "value");
    assert_true(tau > 1.2 && tau < 1.25);
    assert_true(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(json, "statements")) >= 5);
    cJSON_Delete(json);
}

/* The object with the key `advice` of an analysis, whose solver is as expected; the caller deletes `json`. */
static const cJSON *advice_of(const char *folder, const char *line, const char *solver, cJSON **json)
{
    const struct outcome *outcome = run_in(folder, line);
    assert_int_equal(outcome->code, 0);
    *json = cJSON_Parse(outcome->out);
    const cJSON *advice = cJSON_GetObjectItemCaseSensitive(*json, "advice");
    assert_string_equal(text_of(advice, "solver"), solver);
    assert_true(number_of(advice, "tol_relative") > 0);
    assert_true(number_of(advice, "max_iterations") >= 1000);
    const cJSON *reasons = cJSON_GetObjectItemCaseSensitive(advice, "reasons");
    assert_true(cJSON_GetArraySize(reasons) >= 2);
    for (const cJSON *reason = reasons->child; reason != NULL; reason = reason->next) {
        assert_true(strlen(text_of(reason, "topic")) > 3 && strlen(text_of(reason, "text")) > 20);
    }
    return advice;
}

static void analyze_advises_a_solver_and_says_why(void **state)
{
    cJSON *json = NULL;
    const cJSON *advice = advice_of(*state, "analyze stack:circles=4 --json", "auto", &json);
    assert_true(cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(advice, "uncertain")));
    const cJSON *trial = cJSON_GetObjectItemCaseSensitive(json, "pgs_trial");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(trial, "met")));
    assert_true(number_of(trial, "sweeps") > 1);
    cJSON_Delete(json);
    advice_of(*state, "analyze stack:circles=150 --json", "exact", &json);
    trial = cJSON_GetObjectItemCaseSensitive(json, "pgs_trial");
    assert_true(cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(trial, "met")));
    assert_true(number_of(trial, "sweeps") == 1000);
    cJSON_Delete(json);

    /* No sweep can handle a zero on the diagonal: their numbers are null. */
    write_text(path_in(*state, "A.mtx"), "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 1\n1 2 1\n2 1 1\n");
    write_text(path_in(*state, "q.mtx"), "%%MatrixMarket matrix array real general\n2 1\n-1\n-1\n");
    advice = advice_of(*state, "analyze --A @/A.mtx --q @/q.mtx --json", "exact", &json);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(advice, "uncertain")));
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(json, "pgs_trial")));
    assert_true(number_of(json, "diagonal_min") == 0);
    cJSON_Delete(json);
    const struct outcome *outcome = run_in(*state, "analyze --A @/A.mtx --q @/q.mtx");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "try             `exact`, which often meets a relative residual of"));
    assert_non_null(strstr(outcome->out, "because         - Row 2 has 0 on the diagonal of A."));
    assert_null(strstr(outcome->out, "rho of PGS"));
}

static void tables_show_the_problem_the_solver_and_the_outcome(void **state)
{
    const struct outcome *outcome = run_in(*state, "solve stack:circles=10");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "stack:circles=10"));
    assert_non_null(strstr(outcome->out, "auto"));
    assert_non_null(strstr(outcome->out, "converged"));
    outcome = run_in(*state, "compare stack:circles=10");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "auto"));
    outcome = run_in(*state, "analyze stack:circles=10");
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "positive definite"));
    assert_non_null(strstr(outcome->out, "\nexpect          `auto` to meet a relative residual of "));
    assert_non_null(strstr(outcome->out, "\nbecause         - Sweeps suffice: in a trial PGS met"));
}

static void problems_and_results_are_exchanged_through_files(void **state)
{
    const char *folder = *state;
    assert_int_equal(run_in(folder, "generate packing:circles=30,width=1.7 --out @/problem")->code, 0);
    assert_int_equal(run_in(folder,
                            "solve --problem @/problem --solver amgs --iterations 20 --out @/ten.mtx --out-y @/y.mtx "
                            "--history @/history.csv")
                         ->code,
                     0);
    /* The second run starts where the first one ended, so its first residual is the last one of the first run. */
    char history[65536];
    read_all(path_in(folder, "history.csv"), history, sizeof history);
    assert_memory_equal(history, "solver,iteration,seconds,residual,residual_scaled,residual_relative,residual_cone\n",
                        82);
    int lines = 0;
    for (const char *c = history; *c != '\0'; ++c) {
        lines += *c == '\n';
    }
    assert_int_equal(lines, 1 + 21);
    const struct outcome *outcome =
        run_in(folder, "solve --problem @/problem --lambda0 @/ten.mtx --y0 @/y.mtx --solver amgs "
                       "--iterations 1 --history @/next.csv");
    assert_int_equal(outcome->code, 0);
    char next[65536];
    read_all(path_in(folder, "next.csv"), next, sizeof next);
    const char *last = strstr(history, "\"amgs\",20,");
    const char *first = strstr(next, "\"amgs\",0,");
    assert_non_null(last);
    assert_non_null(first);
    double residual[2];
    assert_int_equal(sscanf(last, "\"amgs\",20,%*f,%lf", &residual[0]), 1);
    assert_int_equal(sscanf(first, "\"amgs\",0,%*f,%lf", &residual[1]), 1);
    assert_true(fabs(residual[0] - residual[1]) < PICK(1e-12, 1e-5));
    /* The stack is at rest: w and v are zero up to the tolerance. */
    assert_int_equal(run_in(folder, "solve stack:circles=3 --tol 1e-4 --out-w @/w.mtx --out-v @/v.mtx")->code, 0);
    md_matrix v = {0};
    assert_int_equal(md_matrix_read(&v, NULL, path_in(folder, "v.mtx"), NULL, NULL), MD_OK);
    assert_int_equal(v.rows, 9);
    assert_true(fabs((double)md_matrix_at(&v, 1, 0)) < 1e-3);
    md_matrix_free(&v);
    assert_int_equal(md_matrix_read(&v, NULL, path_in(folder, "w.mtx"), NULL, NULL), MD_OK);
    assert_int_equal(v.rows, 3);
    md_matrix_free(&v);
    /* --cold ignores the given start. */
    outcome =
        run_in(folder, "solve --problem @/problem --lambda0 @/ten.mtx --cold --iterations 1 --history @/cold.csv");
    assert_int_equal(outcome->code, 0);
    read_all(path_in(folder, "cold.csv"), next, sizeof next);
    assert_int_equal(sscanf(strstr(next, ",0,"), ",0,%*f,%lf", &residual[1]), 1);
    assert_true(residual[1] > 2 * residual[0]);
}

static void plots_are_written_as_svg_and_png(void **state)
{
    const char *folder = *state;
    const struct outcome *outcome = run_in(folder, "compare stack:circles=10 --tol 1e-4 --plot @/plot.svg");
    assert_int_equal(outcome->code, 0);
    char text[65536];
    read_all(path_in(folder, "plot.svg"), text, sizeof text);
    assert_non_null(strstr(text, "<svg"));
    assert_non_null(strstr(text, "auto"));
    assert_int_equal(run_in(folder, "solve stack:circles=10 --plot @/plot.png")->code, 0);
    read_all(path_in(folder, "plot.png"), text, sizeof text);
    assert_memory_equal(text, "\x89PNG", 4);
}

static void every_command_has_help(void **state)
{
    static const char *const LINES[] = {"--help",       "run --help",      "scenes --help",  "replay --help",
                                        "solve --help", "compare --help",  "analyze --help", "reproduce --help",
                                        "bench --help", "generate --help", "study --help",   "help solve"};
    for (size_t k = 0; k < sizeof LINES / sizeof *LINES; ++k) {
        const struct outcome *outcome = run_in(*state, LINES[k]);
        assert_int_equal(outcome->code, 0);
        assert_non_null(strstr(outcome->out, "Usage: modulus"));
        assert_non_null(strstr(outcome->out, "Examples:"));
        assert_string_equal(outcome->err, "");
    }
    assert_int_equal(run_in(*state, "")->code, 2);
    assert_non_null(strstr(run_in(*state, "--version")->out, md_version()));
}

/* ---- Exit codes -------------------------------------------------------------------------------------------------- */

static void exit_code_three_means_not_converged(void **state)
{
    const struct outcome *outcome = run_in(*state, "solve stack:circles=50 --tol 1e-9 --max-iterations 10 --json");
    assert_int_equal(outcome->code, 3);
    assert_non_null(strstr(outcome->out, "\"max_iterations\""));
    outcome = run_in(*state, "solve stack:circles=50 --tol 1e-9 --budget-us 1 --json");
    assert_int_equal(outcome->code, 3);
    assert_non_null(strstr(outcome->out, "\"time_budget\""));
    outcome = run_in(*state, "solve chain:links=5 --solver psor:relax=2.5 --tol 1e-9 --json");
    assert_int_equal(outcome->code, 3);
    assert_non_null(strstr(outcome->out, "\"diverged\""));
    /* Without a tolerance, using all sweeps or all of the time is a success. */
    assert_int_equal(run_in(*state, "solve stack:circles=50 --iterations 10")->code, 0);
    assert_int_equal(run_in(*state, "solve stack:circles=50 --budget-us 500")->code, 0);
}

static void assert_refused(const char *folder, const char *line, const char *message)
{
    const struct outcome *outcome = run_in(folder, line);
    const char *newline = strchr(outcome->err, '\n');
    const bool one_line = newline != NULL && newline[1] == '\0';
    if (outcome->code != 2 || !one_line || strstr(outcome->err, message) == NULL || outcome->out[0] != '\0') {
        fail_msg("'%s' exits with %d and says: %s%s", line, outcome->code, outcome->err, outcome->out);
    }
    /* No output file is written. */
    assert_int_not_equal(access(path_in(folder, "out.mtx"), F_OK), 0);
    assert_int_not_equal(access(path_in(folder, "out.csv"), F_OK), 0);
}

static void bad_usage_is_refused_with_one_line(void **state)
{
    static const char *const LINES[][2] = {
        {"simulate", "unknown command 'simulate' (see modulus --help)"},
        {"solve", "no problem given"},
        {"solve stack --speed 3", "unknown option '--speed'"},
        {"solve stack --tol", "--tol needs a value"},
        {"solve stack --tol zero", "--tol 'zero', expected a positive number"},
        {"solve stack --tol -1", "--tol '-1', expected a positive number"},
        {"solve stack --tol nan", "--tol 'nan'"},
        {"solve stack --iterations 0", "--iterations '0', expected a whole number"},
        {"solve stack --iterations 1e3", "--iterations '1e3'"},
        {"solve stack --iterations 99999999999999999999", "expected a whole number"},
        {"solve stack packing", "unexpected argument 'packing'"},
        {"solve stack --solver newton", "unknown method 'newton'"},
        {"solve stack --solver mj:form=sparse", "form=sparse exists for"},
        {"solve stack:circles=10 --solver amgs:box=paper,form=blocks", "box=paper exists for amgs in its sparse form"},
        {"solve staple", "staple"},
        {"solve stack:height=3", "height"},
        {"solve stack --out @/nowhere/out.mtx", "--out"},
        {"solve stack --history @", "is a folder"},
        {"solve stack --plot plot.gif", "ends with .svg or .png"},
        {"solve stack --problem @", "both 'stack' and problem files are given"},
        {"compare stack --solver pgs --solver mgs:alpha=auto", "alpha=auto exists for amgs only; use auto"},
        {"analyze stack --dense-limit many", "--dense-limit 'many'"},
        {"generate stack", "expected a problem and --out DIR"},
        {"generate --out @/new", "expected a problem and --out DIR"},
    };
    for (size_t k = 0; k < sizeof LINES / sizeof *LINES; ++k) {
        assert_refused(*state, LINES[k][0], LINES[k][1]);
    }
}

/* Unknown names get the nearest known one as a suggestion. */
static void misspelt_names_get_a_suggestion(void **state)
{
    static const char *const LINES[][2] = {
        {"slove stack", "modulus: unknown command 'slove', did you mean 'solve'? (see modulus --help)\n"},
        {"--verison", "modulus: unknown option '--verison', expected a command, --help or --version\n"},
        {"help campare", "modulus: unknown command 'campare', did you mean 'compare'? (see modulus --help)\n"},
        {"solve stack --iteratons 3",
         "modulus: solve: unknown option '--iteratons', did you mean '--iterations'? (see modulus solve --help)\n"},
        {"solve stack --tol-relativ=1e-3",
         "modulus: solve: unknown option '--tol-relativ=1e-3', did you mean '--tol-relative'? (see modulus solve "
         "--help)\n"},
        /* An abbreviation is not an option. */
        {"solve stack --max 3", "modulus: solve: unknown option '--max' (see modulus solve --help)\n"},
        {"solve stack --jso", "modulus: solve: unknown option '--jso', did you mean '--json'? (see modulus solve "
                              "--help)\n"},
        {"solve stack --xyz", "modulus: solve: unknown option '--xyz' (see modulus solve --help)\n"},
        {"solve stack -x", "modulus: solve: unknown option '-x' (see modulus solve --help)\n"},
        {"solve stack --json=1", "modulus: solve: --json takes no value (see modulus solve --help)\n"},
    };
    for (size_t k = 0; k < sizeof LINES / sizeof *LINES; ++k) {
        const struct outcome *outcome = run_in(*state, LINES[k][0]);
        assert_int_equal(outcome->code, 2);
        assert_string_equal(outcome->err, LINES[k][1]);
        assert_string_equal(outcome->out, "");
    }
}

#define VECTOR_2 "%%MatrixMarket matrix array real general\n2 1\n-1\n-1\n"
#define IDENTITY_2 "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 1\n"

static void bad_files_are_refused_with_their_name_and_line(void **state)
{
    const char *folder = *state;
    write_text(path_in(folder, "A.mtx"), IDENTITY_2);
    write_text(path_in(folder, "q.mtx"), VECTOR_2);
    assert_int_equal(run_in(folder, "solve --problem @ --json")->code, 0);
    static const struct {
        const char *name, *text, *line, *message;
    } FILES[] = {
        {"bad.mtx", "", "solve --A @/bad.mtx --q @/q.mtx --out @/out.mtx", "bad.mtx:1: not a Matrix Market file"},
        {"bad.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 1\n2 2 1\n",
         "solve --A @/bad.mtx --q @/q.mtx --out @/out.mtx", "the file ends at entry 3 of 3"},
        {"bad.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 one\n2 2 1\n",
         "solve --A @/bad.mtx --q @/q.mtx --history @/out.csv", "bad.mtx:3: 'one', expected a number"},
        {"bad.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 nan\n2 2 1\n",
         "analyze --A @/bad.mtx --q @/q.mtx", "bad.mtx:3: 'nan', expected a finite number"},
        {"bad.mtx", "%%MatrixMarket matrix coordinate real general\n99999999999999999999 2 2\n1 1 1\n2 2 1\n",
         "solve --A @/bad.mtx --q @/q.mtx", "bad.mtx:2: the number of rows"},
        {"bad.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 1\n",
         "compare --A @/bad.mtx --q @/q.mtx", "row 2: the diagonal of A is 0"},
        {"bad.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 -1\n",
         "solve --A @/bad.mtx --q @/q.mtx --solver pgs", "row 2: the diagonal of A is -1"},
        {"bad.mtx", "%%MatrixMarket matrix array real general\n3 1\n1\n1\n1\n", "solve --problem @ --q @/bad.mtx",
         "3 numbers, expected 2"},
        {"bad.mtx", "%%MatrixMarket matrix array real general\n2 1\n1\n-1\n",
         "solve --problem @ --lower @/bad.mtx --upper @/q.mtx", "row 1: lower 1 is greater than upper -1"},
        {"bad.mtx", "%%MatrixMarket matrix array real general\n2 1\ninf\n1\n", "solve --problem @ --c @/bad.mtx",
         "bad.mtx:3: 'inf', expected a finite number"},
        {"bad.mtx", "%%MatrixMarket matrix coordinate real general\n1 9 3\n1 1 1\n1 4 1\n1 7 1\n",
         "solve --J @/bad.mtx --v @/nine.mtx --b @/one.mtx --Minv @/E9.mtx --dof 3",
         "row 1 has bodies 1, 2 and 3, expected at most two per row"},
    };
    write_text(path_in(folder, "one.mtx"), "%%MatrixMarket matrix array real general\n1 1\n0\n");
    write_text(path_in(folder, "nine.mtx"),
               "%%MatrixMarket matrix array real general\n9 1\n-1\n-1\n-1\n-1\n-1\n-1\n-1\n-1\n-1\n");
    write_text(path_in(folder, "E9.mtx"),
               "%%MatrixMarket matrix coordinate real symmetric\n9 9 9\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n"
               "5 5 1\n6 6 1\n7 7 1\n8 8 1\n9 9 1\n");
    for (size_t k = 0; k < sizeof FILES / sizeof *FILES; ++k) {
        write_text(path_in(folder, FILES[k].name), FILES[k].text);
        assert_refused(folder, FILES[k].line, FILES[k].message);
    }
    assert_refused(folder, "solve --A @/absent.mtx --q @/q.mtx", "absent.mtx: cannot be opened");
    assert_refused(folder, "solve --problem @/absent", "no problem found");
    assert_refused(folder, "solve --problem @ --contact-dim 4", "--contact-dim 4, expected 2 or 3");
    assert_refused(folder, "solve --problem @ --contact-dim 2", "mu.mtx is missing");
    assert_refused(folder, "solve --problem @ --dof 5", "--dof 5, expected 3 or 6");
    assert_refused(folder, "solve --problem @ --solver amgs:form=sparse", "needs J");
    assert_refused(folder, "solve --problem @ --out-v @/out.mtx", "the problem has no velocities");
}

static void a_problem_is_not_mixed_with_another_in_its_folder(void **state)
{
    const char *folder = *state;
    assert_int_equal(run_in(folder, "generate stack:circles=5 --out @/problem")->code, 0);
    assert_int_equal(run_in(folder, "generate stack:circles=7 --out @/problem")->code, 0);
    write_text(path_in(folder, "problem/A.mtx"), IDENTITY_2);
    assert_refused(folder, "generate stack:circles=5 --out @/problem", "A.mtx exists and belongs to another problem");
    assert_refused(folder, "solve --problem @/problem", "both A and J are given");
}

/* No byte of a text can change the terminal. */
static void assert_is_harmless(const char *line, const char *text)
{
    for (const char *c = text; *c != '\0'; ++c) {
        const bool is_c1 = (unsigned char)c[0] == 0xc2 && (unsigned char)c[1] >= 0x80 && (unsigned char)c[1] < 0xa0;
        if (((unsigned char)*c < ' ' && *c != '\n') || *c == 0x7f || is_c1) {
            fail_msg("'%s' prints byte 0x%02x of: %s", line, (unsigned)(unsigned char)*c, text);
        }
    }
}

static void names_cannot_change_the_terminal(void **state)
{
    static const struct {
        const char *line;
        int code;
    } LINES[] = {
        {"scenes @/scene.json", 0},
        {"scenes @/scene.json --out @/a\033[2J.json", 0},
        {"run @/scene.json --steps 2 --record @/b\033[2J.rec --save @/c\033[2J.json --history @/d\033[2J.csv", 0},
        {"run @/scene.json --steps 2 --solver pgs --solver auto --picture @/e\033[2J.svg", 0},
        {"study @/scene.json --steps 2 --vary dt=0.1,0.2 --out @/h\033[2J", 0},
        {"study @/scene.json --steps 2 --vary \033[2J=1", 2},
        {"replay @/b\033[2J.rec", 0},
        {"generate stack:circles=3 --out @/f\033[2J", 0},
        {"solve --problem @/f\033[2J", 0},
        {"analyze --problem @/f\033[2J", 0},
        {"compare --problem @/f\033[2J --solver pgs", 0},
        {"run \033[2J", 2},
        {"run @/\033[2J.json", 2},
        {"replay @/\xc2\x9b.rec", 2},
        {"solve \033[2J", 2},
        {"solve --solver \033[2J stack", 2},
        {"\033[2J", 2},
        {"run pool1 --\033[2J", 2},
    };
    const char *folder = *state;
    write_text(path_in(folder, "scene.json"),
               "{\"format\": \"modulus-scene\", \"version\": 1, \"name\": \"clear\\u001b[2J\\u009b2J\\nme\",\n"
               "\"about\": \"a\\u0007bell\", \"bodies\": [{\"shapes\": [{\"circle\": {\"radius\": 1}}]}]}");
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i) {
        const struct outcome *outcome = run_in(folder, LINES[i].line);
        assert_int_equal(outcome->code, LINES[i].code);
        assert_is_harmless(LINES[i].line, outcome->out);
        assert_is_harmless(LINES[i].line, outcome->err);
        assert_non_null(strstr(LINES[i].code == 0 ? outcome->out : outcome->err, "\\x"));
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: test_command PATH_OF_MODULUS\n");
        return 2;
    }
    command = argv[1];
    const struct CMUnitTest tests[] = {
        TEST(solve_prints_the_documented_keys),
        TEST(repeated_solves_report_the_result_of_one_and_the_shortest_time),
        TEST(compare_gives_every_solver_the_same_problem),
        TEST(analyze_prints_one_object),
        TEST(analyze_advises_a_solver_and_says_why),
        TEST(tables_show_the_problem_the_solver_and_the_outcome),
        TEST(problems_and_results_are_exchanged_through_files),
        TEST(plots_are_written_as_svg_and_png),
        TEST(every_command_has_help),
        TEST(exit_code_three_means_not_converged),
        TEST(bad_usage_is_refused_with_one_line),
        TEST(misspelt_names_get_a_suggestion),
        TEST(bad_files_are_refused_with_their_name_and_line),
        TEST(a_problem_is_not_mixed_with_another_in_its_folder),
        TEST(names_cannot_change_the_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
