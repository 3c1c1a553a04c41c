/* The motion of ghosts (share.h, dimension.h): after each substep the owner of a body tells the ranks that have it as a ghost.
 *
 * The including file defines
 *
 *     bool boxes_differ(box a, box b)
 */
#include "engine/dimension.h"
#include "engine/stream.h"

typedef MD_(box) shape_box;

/* The motion of a body and the leaves of its shapes. A body that is read keeps its shapes; a leaf that has moved makes its shape
 * search for pairs. */
static void visit_motion(struct stream *s, WORLD *world, int32_t index)
{
    struct body *body = &world->bodies[index];
    const struct body before = *body;
    MD_(snapshot_visit_body)(s, world, index);
    if (s->mode == STREAM_READ) {
        body->first_shape = before.first_shape;
        body->last_shape = before.last_shape;
        body->first_joint = before.first_joint;
        body->shapes_mass = before.shapes_mass;
        body->shapes_moment = before.shapes_moment;
        world->awake.stale = world->awake.stale || body->awake != before.awake;
    }
    for (int32_t i = body->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        struct shape *shape = &world->shapes[i];
        shape_box box = {0};
        MD_(share_visit_leaf)(s, world, i, &box);
        if (is_reading(s) && boxes_differ(MD_(tree_leaf_box)(&world->broad_phase.tree, shape->leaf), box)) {
            bool moved = false;
            s->status = MD_(tree_move)(&world->broad_phase.tree, shape->leaf, box, box, &moved);
            shape->leaf_check.room = 0;
            shape->searches = true;
            body->moved_at = world->narrow_phase.updates;
        }
    }
}

/* ---- Motion --------------------------------------------------------------------------------------------------------- */

static md_status write_motion(WORLD *world, struct neighbour *to)
{
    md_status status = MD_OK;
    to->sent.size = 0;
    for (int32_t n = 0; status == MD_OK && n < to->shown_count; ++n) {
        status = MD_(share_append)(world, &to->sent, visit_motion, to->shown.at[n]);
    }
    return status;
}

/* The ghosts of a neighbour have the shapes that they have there, so that both sides know the size of the message. */
static md_status reserve_motion(WORLD *world, struct neighbour *from)
{
    struct stream s = {.mode = STREAM_COUNT};
    for (int32_t n = 0; n < from->seen_count; ++n) {
        visit_motion(&s, world, from->seen.at[n]);
    }
    from->received.size = s.at;
    return bytes_reserve(&world->allocator, &from->received, s.at + 1);
}

static md_status read_motion(WORLD *world, struct neighbour *from)
{
    struct stream s = {.mode = STREAM_READ, .from = from->received.at, .end = from->received.size};
    for (int32_t n = 0; s.status == MD_OK && n < from->seen_count; ++n) {
        visit_motion(&s, world, from->seen.at[n]);
    }
    return s.status;
}

md_status MD_(share_exchange_motion)(WORLD *world)
{
    struct share *share = world->share;
    md_status status = MD_OK;
    for (int32_t k = 0; status == MD_OK && k < share->neighbour_count; ++k) {
        status = write_motion(world, &share->neighbours[k]);
        if (status == MD_OK) {
            status = reserve_motion(world, &share->neighbours[k]);
        }
    }
    if (status == MD_OK) {
        status = md_share_exchange(share, &world->allocator);
    }
    for (int32_t k = 0; status == MD_OK && k < share->neighbour_count; ++k) {
        status = read_motion(world, &share->neighbours[k]);
    }
    return status;
}
