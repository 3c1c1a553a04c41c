/* A job is open while its tasks are handed out. Workers enter an open job, take tasks from a common counter, and leave.
 * The caller takes tasks too, closes the job when none is left, and waits for the workers that are inside. It never
 * waits for a worker that has not entered, such as one that is not running on a busy machine.
 *
 * A thread that waits spins for a short time, because the passes of a solve follow each other within microseconds, and
 * then sleeps on a condition variable. Whoever changes what a sleeper waits for reads the number of sleepers after the
 * change, and a sleeper counts itself before it looks: one of the two sees the other (all these accesses are
 * sequentially consistent).
 */
#define _POSIX_C_SOURCE 200809L

#include "engine/thread_pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

/* thread_pool.state: the number of workers inside the job, whether it is open, and above them the number of the job.
 * The job's number may wrap: a worker that takes a new job for the last one misses it, and others do its tasks. */
#define STATE_INSIDE 0x7fffu
#define STATE_OPEN 0x8000u
#define STATE_JOB 0x10000u

/* Some 50 microseconds. */
#define SPINS 2000
/* Tasks need a few kilobytes, and sanitizers many times that. The default of 8 MB is address space that a process may
 * not have. */
#define STACK_BYTES ((size_t)1 << 20)

struct thread_pool {
    md_allocator allocator;
    size_t bytes;  /* of this struct */
    pid_t process; /* that has the threads */
    int32_t workers;
    int32_t spins;

    /* The job: changed only while it is closed and no worker is inside. */
    md_task_function *task;
    void *context;
    int32_t count;
    atomic_int next; /* the first task that nobody has taken */
    atomic_uint state;

    atomic_bool ending;
    atomic_int sleepers;           /* workers that wait for a job */
    atomic_bool is_caller_waiting; /* for workers to leave */
    pthread_mutex_t mutex;
    pthread_cond_t opened, left;
    pthread_t thread[];
};

static void *work(void *argument);

/* ---- Creating and destroying ------------------------------------------------------------------------------------- */

/* Blocks the signals of the process for new threads, so that its handlers run in its own threads. */
static void block_signals(sigset_t *previous)
{
    static const int OF_THE_THREAD[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    sigset_t blocked;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof OF_THE_THREAD / sizeof *OF_THE_THREAD; ++i) {
        sigdelset(&blocked, OF_THE_THREAD[i]);
    }
    pthread_sigmask(SIG_SETMASK, &blocked, previous);
}

/* Starts threads until the system refuses one. Returns how many were started. */
static int32_t start_threads(struct thread_pool *pool, int32_t wanted)
{
    pthread_attr_t attributes;
    sigset_t previous;
    int32_t started = 0;
    if (pthread_attr_init(&attributes) != 0) {
        return 0;
    }
    pthread_attr_setstacksize(&attributes, STACK_BYTES); /* or else the default */
    block_signals(&previous);
    while (started < wanted && pthread_create(&pool->thread[started], &attributes, work, pool) == 0) {
        ++started;
    }
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

struct thread_pool *md_thread_pool_create(const md_allocator *allocator, int32_t workers)
{
    const size_t bytes = sizeof(struct thread_pool) + (size_t)workers * sizeof(pthread_t);
    struct thread_pool *pool = allocator->resize(allocator->user, NULL, 0, bytes);
    if (pool == NULL) {
        return NULL;
    }
    *pool = (struct thread_pool){.allocator = *allocator, .bytes = bytes, .process = getpid()};
    /* Threads that share a processor would spin in each other's time. */
    pool->spins = workers < sysconf(_SC_NPROCESSORS_ONLN) ? SPINS : 0;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->opened, NULL);
    pthread_cond_init(&pool->left, NULL);
    pool->workers = start_threads(pool, workers);
    if (pool->workers == 0) {
        md_thread_pool_destroy(pool);
        return NULL;
    }
    return pool;
}

void md_thread_pool_destroy(struct thread_pool *pool)
{
    if (pool == NULL) {
        return;
    }
    /* The mutex and the conditions of a forked process may be in use by threads that it does not have. */
    if (!md_thread_pool_is_forked(pool)) {
        pthread_mutex_lock(&pool->mutex);
        atomic_store(&pool->ending, true);
        pthread_cond_broadcast(&pool->opened);
        pthread_mutex_unlock(&pool->mutex);
        for (int32_t i = 0; i < pool->workers; ++i) {
            pthread_join(pool->thread[i], NULL);
        }
        pthread_cond_destroy(&pool->left);
        pthread_cond_destroy(&pool->opened);
        pthread_mutex_destroy(&pool->mutex);
    }
    const md_allocator allocator = pool->allocator;
    allocator.resize(allocator.user, pool, pool->bytes, 0);
}

int32_t md_thread_pool_size(const struct thread_pool *pool)
{
    return pool != NULL ? pool->workers : 0;
}

bool md_thread_pool_is_forked(const struct thread_pool *pool)
{
    return pool->process != getpid();
}

/* ---- A worker ---------------------------------------------------------------------------------------------------- */

static void spin(void)
{
#if defined(__i386__) || defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static void run_tasks(struct thread_pool *pool)
{
    for (int32_t i = atomic_fetch_add(&pool->next, 1); i < pool->count; i = atomic_fetch_add(&pool->next, 1)) {
        pool->task(pool->context, i);
    }
}

/* Enters the job if it is open and is not the last one of this worker. */
static bool enter(struct thread_pool *pool, unsigned *last_job)
{
    unsigned state = atomic_load(&pool->state);
    while ((state & STATE_OPEN) != 0 && state / STATE_JOB != *last_job) {
        if (atomic_compare_exchange_weak(&pool->state, &state, state + 1)) {
            *last_job = state / STATE_JOB;
            return true;
        }
    }
    return false;
}

static void leave(struct thread_pool *pool)
{
    const unsigned state = atomic_fetch_sub(&pool->state, 1) - 1;
    if ((state & (STATE_OPEN | STATE_INSIDE)) == 0 && atomic_load(&pool->is_caller_waiting)) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_signal(&pool->left);
        pthread_mutex_unlock(&pool->mutex);
    }
}

/* Waits for a job and enters it. Returns false if the pool ends. */
static bool enter_next(struct thread_pool *pool, unsigned *last_job)
{
    for (int32_t i = 0; i < pool->spins && !atomic_load(&pool->ending); ++i) {
        if (enter(pool, last_job)) {
            return true;
        }
        spin();
    }
    bool entered = false;
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleepers, 1);
    while (!atomic_load(&pool->ending) && !(entered = enter(pool, last_job))) {
        pthread_cond_wait(&pool->opened, &pool->mutex);
    }
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->mutex);
    return entered;
}

static void *work(void *argument)
{
    struct thread_pool *pool = argument;
    unsigned last_job = 0;
    while (enter_next(pool, &last_job)) {
        run_tasks(pool);
        leave(pool);
    }
    return NULL;
}

/* ---- The caller -------------------------------------------------------------------------------------------------- */

/* Opens the job and wakes as many sleepers as there are tasks for. */
static void open_job(struct thread_pool *pool)
{
    const unsigned last = atomic_load(&pool->state) / STATE_JOB;
    atomic_store(&pool->state, (last + 1) * STATE_JOB | STATE_OPEN);
    const int32_t sleepers = atomic_load(&pool->sleepers);
    if (sleepers > 0) {
        pthread_mutex_lock(&pool->mutex);
        for (int32_t i = 0; i < sleepers && i + 1 < pool->count; ++i) {
            pthread_cond_signal(&pool->opened);
        }
        pthread_mutex_unlock(&pool->mutex);
    }
}

static bool is_empty(struct thread_pool *pool)
{
    return (atomic_load(&pool->state) & STATE_INSIDE) == 0;
}

/* Closes the job and waits for the workers inside. */
static void close_job(struct thread_pool *pool)
{
    atomic_fetch_and(&pool->state, ~STATE_OPEN);
    for (int32_t i = 0; i < pool->spins && !is_empty(pool); ++i) {
        spin();
    }
    if (is_empty(pool)) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->is_caller_waiting, true);
    while (!is_empty(pool)) {
        pthread_cond_wait(&pool->left, &pool->mutex);
    }
    atomic_store(&pool->is_caller_waiting, false);
    pthread_mutex_unlock(&pool->mutex);
}

void md_thread_pool_run(struct thread_pool *pool, int32_t count, md_task_function *task, void *context)
{
    pool->task = task;
    pool->context = context;
    pool->count = count;
    atomic_store(&pool->next, 0);
    open_job(pool);
    run_tasks(pool);
    close_job(pool);
}
