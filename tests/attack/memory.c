/* Injected allocation failures: the life of a random world (creation, calls, steps, a snapshot, solves of its own
 * problems) with the first allocation refused, then with the second, and so on until none is. Nothing leaks, the call
 * fails with MD_ERROR_MEMORY or not at all, a step that failed changes nothing and can be repeated (only bodies that it
 * woke stay awake), and a life whose refusal hit its creation, a snapshot or a solve ends like the one without refusals,
 * bit for bit. */
#include <string.h>

#include "attack/attack.h"
#include "support/counting_allocator.h"
#include "support/random_world.h"
#include "world2/random_world2.h"
#include "world2/snapshot.h"

enum { BODIES = 8, CALLS = 6 };

struct life {
    struct splitmix random;
    struct counting_allocator books;
    md_allocator allocator;
    md2_world *world;
    bool must_repeat; /* a refusal so far did not change what the life does */
    uint64_t hash;
};

static int64_t refusals, repeated;

/* Returns whether a call must be repeated. Calls before it that change the world may have been refused too. */
static bool again(struct life *life, md_status status)
{
    REQUIRE(status == MD_OK || status == MD_ERROR_MEMORY || status == MD_ERROR_SIZE || status == MD_ERROR_ARGUMENT);
    REQUIRE(status != MD_ERROR_MEMORY || life->books.requests >= life->books.refuse_nth);
    return status == MD_ERROR_MEMORY;
}

static bool was_refused(const struct life *life)
{
    return life->books.refuse_nth > 0 && life->books.requests >= life->books.refuse_nth;
}

/* Several calls, of which one may be refused and is not repeated. */
static void populate(struct life *life)
{
    const bool before = was_refused(life);
    add_pit(life->world);
    for (int i = 0; i < BODIES; ++i) {
        (void)add_body(&life->random, life->world);
        (void)add_joint(&life->random, life->world);
    }
    life->must_repeat = life->must_repeat && was_refused(life) == before;
}

static void step(struct life *life)
{
    const md_real dt = any_dt(&life->random);
    const uint64_t before = md2_world_hash(life->world);
    for (;;) {
        const md_status status = md2_world_step(life->world, dt, NULL);
        if (!again(life, status)) {
            break;
        }
        REQUIRE(md2_world_hash(life->world) == before);
        life->must_repeat = false;
    }
    REQUIRE(md2_snapshot_check(life->world));
}

static void call_and_step(struct life *life)
{
    for (int i = 0; i < CALLS; ++i) {
        const bool before = was_refused(life);
        (void)random_call(&life->random, life->world);
        life->must_repeat = life->must_repeat && was_refused(life) == before;
        step(life);
    }
}

/* The world goes on as the one that a snapshot restores. */
static void save_and_restore(struct life *life)
{
    const size_t size = md2_world_snapshot_size(life->world);
    const md2_callbacks callbacks = md2_world_get_def(life->world).callbacks;
    void *bytes = malloc(size);
    md2_world *restored = NULL;
    REQUIRE(bytes != NULL && md2_world_snapshot(life->world, bytes, size, NULL) == MD_OK);
    while (again(life, md2_world_from_snapshot(bytes, size, &life->allocator, &callbacks, &restored))) {
        REQUIRE(restored == NULL);
    }
    md2_world_destroy(life->world);
    life->world = restored;
    const uint64_t hash = md2_world_hash(restored);
    while (again(life, md2_world_restore(life->world, bytes, size))) {
        REQUIRE(md2_world_hash(life->world) == hash);
    }
    free(bytes);
    step(life);
}

static md_status solve_once(struct life *life, enum kind kind, const md_solver_spec *spec)
{
    const md_limits limits = {.max_iterations = 5};
    md_problem *problem = md_problem_create(&life->allocator);
    md_solver *solver = md_solver_create(&life->allocator);
    md_result result;
    md_status status = problem != NULL && solver != NULL ? MD_OK : MD_ERROR_MEMORY;
    if (status == MD_OK) {
        status = fill(problem, kind);
    }
    if (status == MD_OK) {
        status = md_solver_solve(solver, spec, problem, &limits, &result, NULL);
    }
    if (status == MD_OK) {
        uint64_t bits = 0;
        memcpy(&bits, &result.residual.absolute, sizeof result.residual.absolute);
        life->hash = 31 * life->hash + bits;
    }
    md_solver_destroy(solver);
    md_problem_destroy(problem);
    return status;
}

static void solve(struct life *life)
{
    for (enum kind kind = BODIES_2D; kind < KINDS; ++kind) {
        const md_solver_spec spec = any_solver(&life->random);
        while (again(life, solve_once(life, kind, &spec))) {
        }
    }
}

/* Lives with allocation `nth` refused; 0: none. */
static void live(struct life *life, uint64_t seed, size_t nth)
{
    *life = (struct life){.random = {seed}, .books = {.refuse_nth = nth}, .must_repeat = true};
    life->allocator = counting_allocator_of(&life->books);
    md2_world_def def = any_world_def(&life->random);
    def.allocator = life->allocator;
    while (again(life, md2_world_create(&def, &life->world))) {
        REQUIRE(life->world == NULL);
    }
    populate(life);
    call_and_step(life);
    save_and_restore(life);
    solve(life);
    life->hash = 31 * life->hash + md2_world_hash(life->world);
    md2_world_destroy(life->world);
    REQUIRE(life->books.live_blocks == 0);
}

int main(int argc, char **argv)
{
    attack_begin(argc, argv, 3);
    for (uint64_t seed = attack_next(); seed != 0; seed = attack_next()) {
        struct life whole;
        struct life life;
        live(&whole, seed, 0);
        REQUIRE(whole.books.requests > 50);
        for (size_t nth = 1; nth <= whole.books.requests; ++nth) {
            live(&life, seed, nth);
            REQUIRE(!life.must_repeat || life.hash == whole.hash);
            repeated += life.must_repeat;
            ++refusals;
        }
    }
    REQUIRE(repeated > 0);
    printf("%llu lives, %lld refused allocations, %lld of them without a trace\n", (unsigned long long)attack_count,
           (long long)refusals, (long long)repeated);
    return 0;
}
