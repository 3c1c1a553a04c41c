/* The threads of a world and the process that it is in: no thread is left behind, none takes its signals, a
 * lack of threads is a line in the log, and a forked process goes on stepping. */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "world2/heap2.h"

enum { COLUMNS = 90, ROWS = 50, STEPS = 3, THREADS = 3 };

/* Threads that may still be started. The linker lets this function replace pthread_create (--wrap). */
static int allowed = 1000;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    return allowed-- > 0 ? __real_pthread_create(thread, attributes, start, argument) : EAGAIN;
}

static md2_world *heap(int32_t threads, md2_callbacks callbacks)
{
    return heap_of(COLUMNS, ROWS, threads, callbacks);
}

/* Creates a world, steps it, destroys it, and returns the hash of its last state. */
static uint64_t hash_after(int steps, int32_t threads)
{
    md2_world *world = heap(threads, (md2_callbacks){.user = NULL});
    step_many(world, steps);
    const uint64_t hash = md2_world_hash(world);
    md2_world_destroy(world);
    return hash;
}

/* ---- Threads of the process -------------------------------------------------------------------------------------- */

static int count_threads(void)
{
    DIR *folder = opendir("/proc/self/task");
    int count = 0;
    while (folder != NULL && readdir(folder) != NULL) {
        ++count;
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return count; /* and two for . and .. */
}

static void a_destroyed_world_leaves_no_thread(void **state)
{
    (void)state;
    hash_after(1, 2); /* a sanitizer starts a thread of its own with the first one */
    const int before = count_threads();
    md2_world *world = heap(THREADS, (md2_callbacks){.user = NULL});
    step_many(world, 1);
    assert_true(before == 0 || count_threads() == before + THREADS - 1);
    md2_world_destroy(world);
    /* A thread that has ended stays in the list until the kernel has removed it. */
    for (int i = 0; i < 1000 && count_threads() != before; ++i) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    assert_int_equal(count_threads(), before);
}

static volatile sig_atomic_t signals_handled;

static void on_signal(int number)
{
    (void)number;
    ++signals_handled;
}

static void threads_of_a_world_take_no_signals_of_the_process(void **state)
{
    (void)state;
    md2_world *world = heap(THREADS, (md2_callbacks){.user = NULL});
    step_many(world, 1);
    sigset_t user;
    sigset_t pending;
    sigemptyset(&user);
    sigaddset(&user, SIGUSR1);
    signal(SIGUSR1, on_signal);
    pthread_sigmask(SIG_BLOCK, &user, NULL);
    kill(getpid(), SIGUSR1); /* only the threads of the world could handle it now */
    step_many(world, 2);
    sigpending(&pending);
    assert_int_equal(signals_handled, 0);
    assert_int_equal(sigismember(&pending, SIGUSR1), 1);
    pthread_sigmask(SIG_UNBLOCK, &user, NULL);
    assert_int_equal(signals_handled, 1);
    md2_world_destroy(world);
}

/* ---- Too few threads --------------------------------------------------------------------------------------------- */

struct log {
    int lines;
    char last[256];
};

static void keep_line(void *user, md2_log_level level, const char *message)
{
    struct log *log = user;
    assert_int_equal(level, MD2_LOG_WARNING);
    ++log->lines;
    snprintf(log->last, sizeof log->last, "%s", message);
}

static void a_world_steps_with_the_threads_that_there_are_and_logs_it_once(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(STEPS, 1);
    static const char *const LINES[] = {"only 1 of 4 threads could be started", "only 2 of 4 threads could be started"};
    for (int startable = 0; startable < 2; ++startable) {
        struct log log = {0};
        allowed = startable;
        md2_world *world = heap(4, (md2_callbacks){.log = keep_line, .user = &log});
        step_many(world, STEPS);
        assert_true(md2_world_hash(world) == expected);
        assert_int_equal(log.lines, 1);
        assert_non_null(strstr(log.last, LINES[startable]));
        md2_world_destroy(world);
        allowed = 1000;
    }
}

static void changing_the_number_of_threads_tries_again(void **state)
{
    (void)state;
    struct log log = {0};
    allowed = 0;
    md2_world *world = heap(4, (md2_callbacks){.log = keep_line, .user = &log});
    step_many(world, 1);
    assert_int_equal(log.lines, 1);
    allowed = 1;
    md2_world_def def = md2_world_get_def(world);
    def.threads = 2;
    assert_int_equal(md2_world_set_def(world, &def), MD_OK);
    step_many(world, 1);
    assert_int_equal(log.lines, 1);
    assert_int_equal(allowed, 0);
    def.threads = 3;
    assert_int_equal(md2_world_set_def(world, &def), MD_OK);
    step_many(world, 1);
    assert_int_equal(log.lines, 2);
    md2_world_destroy(world);
    allowed = 1000;
}

/* ---- Fork -------------------------------------------------------------------------------------------------------- */

/* Waits for a child that exits with 0 if its hashes are right. An alarm ends a child that hangs. */
static void expect_success(pid_t child)
{
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void a_forked_process_steps_the_worlds_of_its_parent(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(STEPS + 1, 1);
    md2_world *world = heap(THREADS, (md2_callbacks){.user = NULL});
    step_many(world, 1);
    const pid_t child = fork();
    if (child == 0) {
        alarm(120);
        step_many(world, STEPS);
        bool same = md2_world_hash(world) == expected;
        md2_world_destroy(world);
        same = same && hash_after(STEPS + 1, THREADS) == expected;
        _exit(same ? 0 : 1);
    }
    step_many(world, STEPS); /* the threads of the parent still work */
    assert_true(md2_world_hash(world) == expected);
    expect_success(child);
    md2_world_destroy(world);
}

static void a_forked_process_may_destroy_a_world_that_it_never_steps(void **state)
{
    (void)state;
    md2_world *world = heap(THREADS, (md2_callbacks){.user = NULL});
    step_many(world, 1);
    const pid_t child = fork();
    if (child == 0) {
        alarm(120);
        md2_world_destroy(world);
        _exit(0);
    }
    expect_success(child);
    md2_world_destroy(world);
}

/* Forks in the middle of the first step; parent and child both go on with the step. */
static void fork_once(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    (void)substep;
    (void)problem;
    (void)result;
    pid_t *child = user;
    if (*child < 0) {
        *child = fork();
        if (*child == 0) {
            alarm(120);
        }
    }
}

static void a_process_that_is_forked_in_a_callback_finishes_the_step(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(STEPS, 1);
    pid_t child = -1;
    md2_world *world = heap(THREADS, (md2_callbacks){.solved = fork_once, .user = &child});
    step_many(world, STEPS);
    const bool same = md2_world_hash(world) == expected;
    md2_world_destroy(world);
    if (child == 0) {
        _exit(same ? 0 : 1);
    }
    assert_true(same);
    expect_success(child);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_destroyed_world_leaves_no_thread),
        cmocka_unit_test(threads_of_a_world_take_no_signals_of_the_process),
        cmocka_unit_test(a_world_steps_with_the_threads_that_there_are_and_logs_it_once),
        cmocka_unit_test(changing_the_number_of_threads_tries_again),
        cmocka_unit_test(a_forked_process_steps_the_worlds_of_its_parent),
        cmocka_unit_test(a_forked_process_may_destroy_a_world_that_it_never_steps),
        cmocka_unit_test(a_process_that_is_forked_in_a_callback_finishes_the_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
