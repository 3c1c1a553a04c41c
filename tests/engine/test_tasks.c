/* Tasks on several threads: each runs once, however many threads there are or can be started. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "base/memory.h"
#include "engine/tasks.h"
#include "support/support.h"

enum { TASKS = 1000 };

/* Threads that may still be started. The linker lets this function replace pthread_create (--wrap). */
static int allowed = 1000;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    return allowed-- > 0 ? __real_pthread_create(thread, attributes, start, argument) : EAGAIN;
}

static struct md_tasks tasks_of(int32_t threads)
{
    return (struct md_tasks){.allocator = md_allocator_or_default(NULL), .threads = threads};
}

static void count_task(void *context, int32_t task)
{
    ++((int32_t *)context)[task];
}

/* Many jobs in a row, small and large, so that workers spin, sleep, and come too late for a job. */
static void expect_each_task_once(struct md_tasks *tasks)
{
    int32_t done[TASKS] = {0};
    int32_t jobs[TASKS + 1] = {0};
    for (int i = 0; i < 300; ++i) {
        const int32_t count = i % 3 == 0 ? TASKS : i % 10;
        md_tasks_run(tasks, count, count_task, done);
        ++jobs[count];
    }
    int32_t expected = 300;
    for (int32_t i = 0; i < TASKS; ++i) {
        expected -= jobs[i];
        assert_int_equal(done[i], expected);
    }
}

static void each_task_runs_exactly_once(void **state)
{
    (void)state;
    for (int32_t threads = 1; threads <= 8; ++threads) {
        struct md_tasks tasks = tasks_of(threads);
        expect_each_task_once(&tasks);
        assert_int_equal(tasks.missing, 0);
        md_tasks_reset(&tasks, 1);
    }
    expect_each_task_once(NULL);
}

static void take_long(void *context, int32_t task)
{
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    ++((int32_t *)context)[task];
}

static void the_caller_waits_for_tasks_that_take_long(void **state)
{
    (void)state;
    struct md_tasks tasks = tasks_of(4);
    for (int i = 0; i < 10; ++i) {
        int32_t done[4] = {0};
        md_tasks_run(&tasks, 4, take_long, done);
        assert_int_equal(done[0] + done[1] + done[2] + done[3], 4);
    }
    md_tasks_reset(&tasks, 1);
}

static void threads_start_when_two_tasks_need_them(void **state)
{
    (void)state;
    allowed = 1000;
    struct md_tasks tasks = tasks_of(4);
    int32_t done[2] = {0};
    md_tasks_run(&tasks, 1, count_task, done);
    assert_int_equal(allowed, 1000); /* one task needs no thread */
    md_tasks_run(&tasks, 2, count_task, done);
    md_tasks_run(&tasks, 2, count_task, done);
    assert_int_equal(allowed, 997); /* the calling thread is the fourth */
    md_tasks_reset(&tasks, 2);
    md_tasks_run(&tasks, 2, count_task, done);
    assert_int_equal(allowed, 996);
    md_tasks_reset(&tasks, 1);
}

static void fewer_threads_run_the_tasks_if_no_more_can_be_started(void **state)
{
    (void)state;
    for (int startable = 0; startable <= 8; ++startable) {
        struct md_tasks tasks = tasks_of(8);
        allowed = startable;
        expect_each_task_once(&tasks);
        assert_int_equal(tasks.missing, startable < 7 ? 7 - startable : 0);
        allowed = 1000;
        expect_each_task_once(&tasks); /* does not try again */
        assert_int_equal(allowed, 1000);
        md_tasks_reset(&tasks, 1);
    }
}

static void *refuse(void *user, void *memory, size_t old_size, size_t new_size)
{
    (void)user;
    (void)memory;
    (void)old_size;
    (void)new_size;
    return NULL;
}

static void one_thread_runs_the_tasks_if_memory_is_out(void **state)
{
    (void)state;
    struct md_tasks tasks = {.allocator = {.resize = refuse}, .threads = 3};
    expect_each_task_once(&tasks);
    assert_int_equal(tasks.missing, 2);
    md_tasks_reset(&tasks, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_task_runs_exactly_once),
        cmocka_unit_test(the_caller_waits_for_tasks_that_take_long),
        cmocka_unit_test(threads_start_when_two_tasks_need_them),
        cmocka_unit_test(fewer_threads_run_the_tasks_if_no_more_can_be_started),
        cmocka_unit_test(one_thread_runs_the_tasks_if_memory_is_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
