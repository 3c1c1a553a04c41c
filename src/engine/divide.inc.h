/* Dividing a world among ranks, and uniting it (share.h, dimension.h).
 *
 * The including file defines
 *
 *     const char *own_problem_of(const WORLD *whole)  the same for reasons that only its dimension has
 *     void keep_shared(WORLD *world)                  keeps what all shares have, even while no body uses it
 */
#include <string.h>

#include "base/error.h"
#include "engine/dimension.h"
#include "engine/stream_arrays.h"

typedef MD_(callbacks) world_callbacks;
typedef MD_(world_def) world_def;

/* ---- Whether a world can be divided --------------------------------------------------------------------------------- */

static bool has_bullets(const WORLD *world)
{
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i) && world->bodies[i].type == MD_CONSTANT(DYNAMIC) &&
            world->bodies[i].bullet) {
            return true;
        }
    }
    return false;
}

/* The first reason why several ranks cannot share the world; NULL: they can. */
static const char *problem_of_several(const WORLD *whole)
{
    const world_def *def = &whole->def;
    if (has_bullets(whole)) {
        return "bullets, which ranks cannot share yet; use one process";
    }
    if (def->separate_islands) {
        return "separate_islands, expected false";
    }
    if (def->limits.budget_us > 0) {
        return "a time budget, which would end at other sweeps on each rank; expected a number of iterations or a "
               "tolerance";
    }
    if (!md_solver_supports_blocks(&def->solver) || !md_solver_supports_blocks(&def->position_solver)) {
        return "a solver that ranks cannot share; expected auto, pgs, psor, amgs or amsor";
    }
    return own_problem_of(whole);
}

static const char *problem_of(const WORLD *whole, const md_communicator *communicator)
{
    if (whole == NULL) {
        return "no world";
    }
    if (whole->stepping || whole->share != NULL) {
        return "a world that is stepping or is a share itself";
    }
    if (whole->def.partitions == 0) {
        return "partitions = 0, expected 1 to 1024";
    }
    if (whole->joint_handles.used > 0) {
        return "joints, which ranks cannot share yet; use one process";
    }
    return communicator->ranks > 1 ? problem_of_several(whole) : NULL;
}

/* ---- Bytes from rank 0 to the others -------------------------------------------------------------------------------- */

/* Sends bytes from one rank to another one. Called by these two. */
static md_status pass(const md_communicator *communicator, const md_allocator *allocator, int32_t from, int32_t to,
                      struct byte_buffer *bytes)
{
    const bool sends = communicator->rank == from;
    uint64_t size = bytes->size;
    md_message message = {.rank = sends ? to : from, .size = sizeof size, .bytes = &size};
    md_status status = communicator->exchange(communicator->user, &message, sends, &message, !sends);
    if (status == MD_OK && !sends) {
        bytes->size = (size_t)size;
        status = bytes_reserve(allocator, bytes, bytes->size + 1);
    }
    if (status == MD_OK && size > 0) {
        message.size = (size_t)size;
        message.bytes = bytes->at;
        status = communicator->exchange(communicator->user, &message, sends, &message, !sends);
    }
    return status;
}

/* Sends bytes of rank 0 to all others. */
static md_status broadcast(const md_communicator *communicator, const md_allocator *allocator,
                           struct byte_buffer *bytes)
{
    md_status status = MD_OK;
    for (int32_t rank = 1; status == MD_OK && rank < communicator->ranks; ++rank) {
        if (communicator->rank == 0 || communicator->rank == rank) {
            status = pass(communicator, allocator, 0, rank, bytes);
        }
    }
    return status;
}

/* Rank 0 decides whether the world can be divided, and tells the others why not. */
static md_status agree(const WORLD *whole, const md_communicator *communicator, const world_callbacks *callbacks,
                       const md_allocator *allocator, md_error *error)
{
    const bool sees_parts = callbacks != NULL && communicator->ranks > 1 &&
                            (callbacks->filter != NULL || callbacks->pre_solve != NULL || callbacks->limits != NULL ||
                             callbacks->solved != NULL);
    const char *problem = communicator->rank == 0 ? problem_of(whole, communicator) : NULL;
    problem = problem == NULL && sees_parts ? "callbacks that see contacts or problems, of which each rank has a part"
                                            : problem;
    struct byte_buffer text = {.at = NULL};
    md_status status = MD_OK;
    if (communicator->rank == 0 && problem != NULL) {
        text.size = strlen(problem) + 1;
        status = bytes_reserve(allocator, &text, text.size);
        if (status == MD_OK) {
            memcpy(text.at, problem, text.size);
        }
    }
    if (status == MD_OK) {
        status = broadcast(communicator, allocator, &text);
    }
    if (status == MD_OK && text.size > 0) {
        status = md_fail(error, MD_ERROR_ARGUMENT, "the world cannot be divided among %d ranks: it has %s",
                         (int)communicator->ranks, (const char *)text.at);
    }
    bytes_free(allocator, &text);
    return status;
}

/* ---- The settings and what all ranks have --------------------------------------------------------------------------- */

static void visit_common(struct stream *s, WORLD *world)
{
    struct strips *strips = &world->division.strips;
    visit_long(s, &world->steps);
    visit_bool(s, &world->narrow_phase.stale);
    visit_rate(s, &world->broad_phase.time_ahead);
    visit_long(s, &world->division.partitioned);
    visit_bytes(s, strips, sizeof *strips);
    MD_(snapshot_visit_shared)(s, world);
}

static md_status write_common(WORLD *world, const md_allocator *allocator, struct byte_buffer *bytes)
{
    world_def def = world->def;
    struct stream s = {.mode = STREAM_COUNT};
    MD_(snapshot_visit_def)(&s, &def);
    visit_int(&s, &def.threads);
    visit_common(&s, world);
    bytes->size = s.at;
    const md_status status = bytes_reserve(allocator, bytes, s.at);
    if (status == MD_OK) {
        s = (struct stream){.mode = STREAM_WRITE, .to = bytes->at};
        MD_(snapshot_visit_def)(&s, &def);
        visit_int(&s, &def.threads);
        visit_common(&s, world);
    }
    return status;
}

/* Creates a world without bodies from what write_common wrote. */
static md_status create_from_common(const struct byte_buffer *bytes, const md_allocator *allocator,
                                    const world_callbacks *callbacks, WORLD **world)
{
    world_def def = MD_(world_def_default)();
    struct stream s = {.mode = STREAM_READ, .from = bytes->at, .end = bytes->size};
    MD_(snapshot_visit_def)(&s, &def);
    visit_int(&s, &def.threads);
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    if (callbacks != NULL) {
        def.callbacks = *callbacks;
    }
    md_status status = s.status == MD_OK ? MD_(world_create)(&def, world) : s.status;
    if (status == MD_OK) {
        visit_common(&s, *world);
        status = s.status;
    }
    return status;
}

/* ---- Making a share ------------------------------------------------------------------------------------------------- */

/* The ranks of the strips: consecutive strips for each rank, as many as for the others. */
static md_status assign_strips(struct indices *strip_rank, const md_allocator *allocator, int32_t strips, int32_t ranks)
{
    const md_status status = indices_reserve(allocator, strip_rank, (size_t)strips);
    for (int32_t strip = 0; status == MD_OK && strip < strips; ++strip) {
        strip_rank->at[strip] = (int32_t)((int64_t)strip * ranks / strips);
    }
    return status;
}

static md_status make_share(WORLD *world, const md_communicator *communicator)
{
    const md_allocator *allocator = &world->allocator;
    struct share *share = allocator->resize(allocator->user, NULL, 0, sizeof *share);
    if (share == NULL) {
        return MD_ERROR_MEMORY;
    }
    *share = (struct share){
        .communicator = communicator, .whole_bodies = md_handles_empty(), .whole_shapes = md_handles_empty()};
    world->share = share;
    keep_shared(world);
    return assign_strips(&share->strip_rank, allocator, world->division.strips.count, communicator->ranks);
}

static md_status copy_handles(struct handle_pool *to, const md_allocator *allocator, const struct handle_pool *from)
{
    struct stream s = {.mode = STREAM_COUNT};
    struct handle_pool *source = (struct handle_pool *)from; /* counting and writing do not change it */
    visit_handles(&s, source, allocator);
    struct byte_buffer bytes = {.at = NULL};
    md_status status = bytes_reserve(allocator, &bytes, s.at);
    if (status == MD_OK) {
        bytes.size = s.at;
        s = (struct stream){.mode = STREAM_WRITE, .to = bytes.at};
        visit_handles(&s, source, allocator);
        s = (struct stream){.mode = STREAM_READ, .from = bytes.at, .end = bytes.size};
        visit_handles(&s, to, allocator);
        status = s.status;
    }
    bytes_free(allocator, &bytes);
    return status;
}

/* ---- Rank 0 hands out a whole world --------------------------------------------------------------------------------- */

/* The owner of each body, and the extent of the bodies of each rank. */
struct plan {
    struct indices owner, strip_rank;
    struct extent *extents;
    size_t capacity;
};

static md_status make_plan(WORLD *whole, const md_allocator *allocator, int32_t ranks, struct plan *plan)
{
    md_status status = MD_(division_update)(whole, whole->steps);
    if (status == MD_OK) {
        status = assign_strips(&plan->strip_rank, allocator, whole->division.strips.count, ranks);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &plan->owner, (size_t)whole->body_handles.count + 1);
    }
    if (status == MD_OK) {
        status =
            md_array_reserve(allocator, (void **)&plan->extents, &plan->capacity, (size_t)ranks, sizeof *plan->extents);
    }
    for (int32_t rank = 0; status == MD_OK && rank < ranks; ++rank) {
        plan->extents[rank] = (struct extent){INFINITY, -INFINITY};
    }
    for (int32_t i = 0; status == MD_OK && i < whole->body_handles.count; ++i) {
        const struct body *body = &whole->bodies[i];
        plan->owner.at[i] = ON_EVERY_RANK;
        if (md_handles_is_used(&whole->body_handles, i) && body->type == MD_CONSTANT(DYNAMIC) && body->enabled) {
            const int32_t rank = plan->strip_rank.at[whole->division.strip.at[i]];
            const struct extent extent = MD_(share_extent_of)(whole, i);
            plan->owner.at[i] = rank;
            plan->extents[rank].low = fmin(plan->extents[rank].low, extent.low);
            plan->extents[rank].high = fmax(plan->extents[rank].high, extent.high);
        }
    }
    return status;
}

static void free_plan(struct plan *plan, const md_allocator *allocator)
{
    indices_free(allocator, &plan->owner);
    indices_free(allocator, &plan->strip_rank);
    md_array_free(allocator, (void **)&plan->extents, &plan->capacity, sizeof *plan->extents);
}

/* Gets the bodies of this rank. Rank 0 writes those of each rank in turn, its own last. */
static md_status hand_out(WORLD *whole, const struct plan *plan, const md_communicator *communicator,
                          const md_allocator *allocator, struct byte_buffer *own)
{
    md_status status = MD_OK;
    for (int32_t rank = communicator->ranks - 1; status == MD_OK && rank >= 0; --rank) {
        if (communicator->rank == 0) {
            status = MD_(share_give)(whole, plan->extents, plan->owner.at, rank, own);
        }
        if (status == MD_OK && rank > 0 && (communicator->rank == 0 || communicator->rank == rank)) {
            status = pass(communicator, allocator, 0, rank, own);
        }
    }
    return status;
}

static md_status divide(WORLD *whole, const md_communicator *communicator, const md_allocator *allocator,
                        const world_callbacks *callbacks, WORLD **share)
{
    const md_allocator owner = md_allocator_or_default(allocator);
    const bool is_first = communicator->rank == 0;
    struct plan plan = {.capacity = 0};
    struct byte_buffer bytes = {.at = NULL};
    md_status status = is_first ? make_plan(whole, &owner, communicator->ranks, &plan) : MD_OK;
    if (status == MD_OK && is_first) {
        status = write_common(whole, &owner, &bytes);
    }
    if (status == MD_OK) {
        status = broadcast(communicator, &owner, &bytes);
    }
    if (status == MD_OK) {
        status = create_from_common(&bytes, allocator, callbacks, share);
    }
    if (status == MD_OK) {
        status = make_share(*share, communicator);
    }
    if (status == MD_OK) {
        status = hand_out(whole, &plan, communicator, &owner, &bytes);
    }
    if (status == MD_OK) {
        status = MD_(share_take)(*share, &bytes);
    }
    if (status == MD_OK) {
        status = MD_(share_list)(*share);
    }
    if (status == MD_OK && is_first) {
        status = copy_handles(&(*share)->share->whole_bodies, &(*share)->allocator, &whole->body_handles);
    }
    if (status == MD_OK && is_first) {
        status = copy_handles(&(*share)->share->whole_shapes, &(*share)->allocator, &whole->shape_handles);
    }
    bytes_free(&owner, &bytes);
    free_plan(&plan, &owner);
    return status;
}

static bool is_sound(const md_communicator *communicator)
{
    return communicator->exchange != NULL && communicator->sum != NULL && communicator->min != NULL &&
           communicator->gather != NULL && communicator->rank >= 0 && communicator->rank < communicator->ranks;
}

md_status MD_(world_divide)(WORLD *whole, const md_communicator *communicator, const md_allocator *allocator,
                            const world_callbacks *callbacks, WORLD **share, md_error *error)
{
    if (share == NULL || communicator == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "%s: %s is NULL", __func__, share == NULL ? "share" : "communicator");
    }
    if (!is_sound(communicator)) {
        *share = NULL;
        return md_fail(error, MD_ERROR_ARGUMENT,
                       "%s: communicator must have all functions, and a rank from 0 to ranks - 1", __func__);
    }
    const md_allocator owner = md_allocator_or_default(allocator);
    *share = NULL;
    md_status status = agree(whole, communicator, callbacks, &owner, error);
    if (status == MD_OK) {
        status = md_fail_plain(error, divide(whole, communicator, allocator, callbacks, share));
    }
    if (status != MD_OK) {
        MD_(world_destroy)(*share);
        *share = NULL;
    }
    return status;
}

/* ---- Uniting -------------------------------------------------------------------------------------------------------- */

/* Makes an empty world with the handles that the whole world had. */
static md_status begin_whole(WORLD *share, const md_allocator *allocator, const world_callbacks *callbacks,
                             WORLD **whole)
{
    const md_allocator owner = md_allocator_or_default(allocator);
    struct byte_buffer bytes = {.at = NULL};
    md_status status = write_common(share, &owner, &bytes);
    if (status == MD_OK) {
        status = create_from_common(&bytes, allocator, callbacks, whole);
    }
    bytes_free(&owner, &bytes);
    if (status == MD_OK) {
        status = copy_handles(&(*whole)->body_handles, &(*whole)->allocator, &share->share->whole_bodies);
    }
    return status == MD_OK ? copy_handles(&(*whole)->shape_handles, &(*whole)->allocator, &share->share->whole_shapes)
                           : status;
}

/* Puts the leaves into a new tree in the order of their shapes, and contacts into the order of their records, so that neither
 * depends on the ranks. */
static md_status finish_whole(WORLD *whole)
{
    MD_(tree) *tree = &whole->broad_phase.tree;
    MD_(tree) sorted;
    MD_(tree_init)(&sorted, &whole->allocator);
    md_status status = MD_(tree_reserve)(&sorted, tree->leaves);
    for (int32_t i = 0; status == MD_OK && i < whole->shape_handles.count; ++i) {
        struct shape *shape = &whole->shapes[i];
        if (md_handles_is_used(&whole->shape_handles, i) && shape->leaf != MD_TREE_NONE) {
            const MD_(box) box = MD_(tree_leaf_box)(tree, shape->leaf);
            status = MD_(tree_insert)(&sorted, box, i, shape->def.category, &shape->leaf);
        }
    }
    MD_(tree_free)(tree);
    *tree = sorted;
    for (int32_t n = 0; status == MD_OK && n < whole->contacts.pool.count; ++n) {
        MD_(contact_copy_shapes)(whole, contact_at(&whole->contacts, n));
    }
    MD_(contacts_compact)(whole);
    return status;
}

md_status MD_(world_unite)(const WORLD *share, bool with_contacts, const md_allocator *allocator,
                           const world_callbacks *callbacks, WORLD **whole)
{
    if (whole == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    *whole = NULL;
    if (share == NULL || share->share == NULL || share->stepping) {
        return MD_ERROR_ARGUMENT;
    }
    WORLD *visited = (WORLD *)share; /* writing does not change what is visited */
    const md_communicator *communicator = share->share->communicator;
    struct byte_buffer *bytes = &visited->share->scratch;
    md_status status = communicator->rank == 0 ? begin_whole(visited, allocator, callbacks, whole) : MD_OK;
    if (status == MD_OK) {
        status = MD_(share_give_own)(visited, with_contacts, bytes);
    }
    if (status == MD_OK && communicator->rank == 0) {
        status = MD_(share_take)(*whole, bytes);
    }
    for (int32_t rank = 1; status == MD_OK && rank < communicator->ranks; ++rank) {
        if (communicator->rank == 0 || communicator->rank == rank) {
            status = pass(communicator, &visited->allocator, rank, 0, bytes);
        }
        if (status == MD_OK && communicator->rank == 0) {
            status = MD_(share_take)(*whole, bytes);
        }
    }
    if (status == MD_OK && communicator->rank == 0) {
        (*whole)->narrow_phase.stale = (*whole)->narrow_phase.stale || !with_contacts;
        status = with_contacts ? finish_whole(*whole) : MD_OK;
    }
    if (status != MD_OK) {
        MD_(world_destroy)(*whole);
        *whole = NULL;
    }
    return status;
}

md_share_report MD_(world_share)(const WORLD *world)
{
    md_share_report report = {.ranks = 1};
    if (world == NULL || world->share == NULL) {
        return report;
    }
    const struct share *share = world->share;
    report = share->report;
    report.rank = share->communicator->rank;
    report.ranks = share->communicator->ranks;
    report.partitions = world->division.strips.count;
    report.partitioned = world->division.partitioned;
    const struct solve_ranks *const solves[] = {&world->velocity.ranks, &world->position.ranks};
    for (int k = 0; k < 2; ++k) {
        report.solver_messages += solves[k]->messages;
        report.solver_bytes += solves[k]->bytes;
        report.reductions += solves[k]->reductions;
    }
    report.messages += report.solver_messages;
    report.bytes += report.solver_bytes;
    for (int32_t n = 0; n < share->bodies.count; ++n) {
        report.bodies += share->owner.at[share->bodies.at[n].slot] == report.rank;
        report.ghosts += share_is_ghost(share, share->bodies.at[n].slot);
    }
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        report.contacts += share_reports(share, contact_at(&world->contacts, n)->body);
    }
    return report;
}
