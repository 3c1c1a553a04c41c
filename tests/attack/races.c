/* Data races: several threads with a world each, of which one has threads of its own, at the same time. All give the bits
 * that they give alone. Built with -fsanitize=thread (tools/soak), every race is reported. */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>

#include "attack/attack.h"
#include "world2/random_world2.h"

enum { THREADS = 3, CALLS = 12, COLUMNS = 72, ROWS = 40, LARGE_STEPS = 3 };

/* A heap of circles that is large enough for partitions, and so for threads. */
static uint64_t run_large(int32_t threads)
{
    md2_world_def def = md2_world_def_default();
    md2_body_def body = md2_body_def_default();
    const md2_shape_def solid = md2_shape_def_default();
    md2_world *world = NULL;
    md2_body_id id;
    md2_hull hull;
    def.threads = threads;
    REQUIRE(md2_world_create(&def, &world) == MD_OK);
    REQUIRE(md2_body_create(world, &body, &id) == MD_OK);
    REQUIRE(md2_hull_box(&hull, md2_v(2 * COLUMNS, 1), md2_v(0, -1), md2_rot_identity(), 0) == MD_OK);
    REQUIRE(md2_shape_create(world, id, &solid, &hull, NULL) == MD_OK);
    REQUIRE(md2_hull_circle(&hull, md2_v(0, 0), (md_real)0.5) == MD_OK);
    body.type = MD2_DYNAMIC;
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        const int row = i / COLUMNS;
        body.position = md2_v((md_real)(i % COLUMNS + 0.5 * (row % 2)), (md_real)(0.5 + 0.867 * row));
        REQUIRE(md2_body_create(world, &body, &id) == MD_OK);
        REQUIRE(md2_shape_create(world, id, &solid, &hull, NULL) == MD_OK);
    }
    for (int i = 0; i < LARGE_STEPS; ++i) {
        REQUIRE(md2_world_step(world, (md_real)(1.0 / 60), NULL) == MD_OK);
    }
    const uint64_t hash = md2_world_hash(world);
    md2_world_destroy(world);
    return hash;
}

static uint64_t run_small(uint64_t seed)
{
    struct splitmix random = {seed};
    md2_world_def def = any_world_def(&random);
    md2_world *world = NULL;
    def.threads = 1 + splitmix_index(&random, 3);
    REQUIRE(md2_world_create(&def, &world) == MD_OK);
    fill_world(&random, world);
    for (int i = 0; i < CALLS; ++i) {
        (void)random_call(&random, world);
        (void)md2_world_step(world, any_dt(&random), NULL);
    }
    const uint64_t hash = md2_world_hash(world);
    md2_world_destroy(world);
    return hash;
}

struct work {
    uint64_t seed; /* 0: the large world */
    uint64_t hash;
};

static void *work(void *context)
{
    struct work *own = context;
    own->hash = own->seed > 0 ? run_small(own->seed) : run_large(2);
    return NULL;
}

int main(int argc, char **argv)
{
    attack_begin(argc, argv, 6);
    const uint64_t large = run_large(1);
    for (uint64_t seed = attack_next(); seed != 0; seed = attack_next()) {
        struct work works[THREADS];
        pthread_t threads[THREADS];
        for (int i = 0; i < THREADS; ++i) {
            works[i] = (struct work){.seed = i == 0 ? 0 : 2 * seed + (uint64_t)i};
            REQUIRE(pthread_create(&threads[i], NULL, work, &works[i]) == 0);
        }
        for (int i = 0; i < THREADS; ++i) {
            REQUIRE(pthread_join(threads[i], NULL) == 0);
            REQUIRE(works[i].hash == (i == 0 ? large : run_small(works[i].seed)));
        }
    }
    printf("%llu times %d threads with a world each\n", (unsigned long long)attack_count, THREADS);
    return 0;
}
