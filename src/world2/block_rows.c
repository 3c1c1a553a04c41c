/* The contacts of a group in blocks: which point has which lane, and the passes over all of them.
 *
 * Where nobody wants to see rows, contacts are written into blocks at once (lcp/block_layout.h), the same numbers in the same order that
 * the solver would pack rows into: the same bits.
 */
#include "base/threads.h"
#include "geometry2/vec.h"
#include "lcp/solver.h"
#include "world2/contact_blocks.h"

/* Rounding may not hide a bounce. */
#define PULL_MARGIN ((md_real)1.001)

static const struct contact_kernel *kernel(void)
{
#ifdef MODULUS_HAS_AVX2
    if (__builtin_cpu_supports("avx2")) {
        return &md2_contact_kernel_avx2;
    }
#endif
    return &md2_contact_kernel_base;
}

bool md2_blocks_are_wanted(const md2_world *world)
{
    const md2_callbacks *callbacks = &world->def.callbacks;
    return callbacks->pre_solve == NULL && callbacks->solved == NULL && md_solver_takes_blocks(&world->def.solver) &&
           md_solver_takes_blocks(&world->def.recovery_solver);
}

/* ---- Laying out ----------------------------------------------------------------------------------------------------- */

static struct body *body_of(const md2_world *world, const struct contact *contact, int side)
{
    return &world->bodies[contact->body[side]];
}

static md_status reserve_lanes(md2_world *world)
{
    const size_t lanes = (size_t)world->layout.count * MD_LANES + 1;
    struct reals *reals[] = {&world->lane_gap, &world->lane_moving};
    struct indices *indices[] = {&world->lane_point, &world->special_lanes};
    md_status status = MD_OK;
    for (int k = 0; status == MD_OK && k < 2; ++k) {
        status = reals_reserve(&world->allocator, reals[k], lanes);
        if (status == MD_OK) {
            status = indices_reserve(&world->allocator, indices[k], lanes);
        }
    }
    return status;
}

md_status md2_blocks_lay_out(md2_world *world, int32_t group)
{
    const struct grouped *contacts = &world->group_contacts;
    const int32_t first = contacts->start.at[group];
    const int32_t end = contacts->start.at[group + 1];
    const md_status status =
        md_layout_begin(&world->layout, &world->allocator, &world->blocks.packed, 2 * (end - first));
    if (status != MD_OK) {
        return status;
    }
    for (int32_t i = first; i < end; ++i) {
        const struct contact *contact = &world->contacts[contacts->at.at[i]];
        const int32_t a = body_of(world, contact, 0)->row_body + 1;
        const int32_t b = body_of(world, contact, 1)->row_body + 1;
        for (int k = 0; k < contact->manifold.count; ++k) {
            md_layout_announce(&world->layout, &world->blocks.packed, a, b);
        }
    }
    return md_layout_close(&world->layout, &world->allocator);
}

/* ---- Writing -------------------------------------------------------------------------------------------------------- */

static bool is_carried(const struct body *body)
{
    return body->row_body == MD_NO_BODY &&
           (body->velocity.x != 0 || body->velocity.y != 0 || body->angular_velocity != 0);
}

/* What the contacts of a group have. */
struct surfaces {
    int32_t points, tangents;
    bool any_restitution;
};

/* Gives a contact its lanes. */
static void place(md2_world *world, int32_t index, struct surfaces *surfaces)
{
    struct contact *contact = &world->contacts[index];
    const struct body *a = body_of(world, contact, 0);
    const struct body *b = body_of(world, contact, 1);
    contact->carried = is_carried(a) || is_carried(b);
    contact->has_tangents = contact->friction > 0;
    contact->let_through = false;
    contact->arriving = false;
    surfaces->tangents += contact->has_tangents ? contact->manifold.count : 0;
    surfaces->any_restitution = surfaces->any_restitution || contact->restitution > 0;
    for (int k = 0; k < contact->manifold.count; ++k) {
        const int32_t point = surfaces->points++;
        const int32_t lane = md_layout_take_lane(&world->layout, point);
        md_layout_set_slots(&world->layout, lane, point, a->row_body + 1, b->row_body + 1);
        world->lane_point.at[lane] = 2 * index + k;
    }
}

static struct surfaces place_all(md2_world *world, int32_t group)
{
    const struct grouped *contacts = &world->group_contacts;
    struct surfaces surfaces = {0};
    for (int32_t lane = 0; lane < world->layout.count * MD_LANES; ++lane) {
        world->lane_point.at[lane] = -1;
    }
    for (int32_t i = contacts->start.at[group]; i < contacts->start.at[group + 1]; ++i) {
        place(world, contacts->at.at[i], &surfaces);
    }
    return surfaces;
}

/* By how much gravity and forces can have sent two bodies towards each other in h seconds, m/s. */
static md_real pull_most(const md2_world *world, int32_t group, md_real h)
{
    const struct grouped *bodies = &world->group_bodies;
    md_real most = 0;
    for (int32_t i = bodies->start.at[group]; i < bodies->start.at[group + 1]; ++i) {
        const struct body *body = &world->bodies[bodies->at.at[i]];
        const md2_vec gravity = vec_scale(body->gravity_scale, world->def.gravity);
        const md2_vec acceleration = vec_add_scaled(gravity, body->inverse_mass, body->force);
        most = md_max(md_abs(acceleration.x) + md_abs(acceleration.y), most);
    }
    return PULL_MARGIN * 2 * h * most;
}

/* A pass over the parts of the layout; each writes to contacts and lanes of its own. */
struct pass {
    md2_world *world;
    md_real h;
    const md_result *result;
    md_status status[MD_PARTS_MOST];
    bool needed[MD_PARTS_MOST];
};

static struct md_range blocks_of(const md2_world *world, int32_t part)
{
    const int32_t *start = world->layout.part_start.at;
    return (struct md_range){start[part], start[part + 1]};
}

static md_status run_parts(struct pass *pass, md_task_function *task)
{
    const int32_t parts = pass->world->layout.parts;
    md_threads_run(pass->world->def.threads, parts, task, pass);
    for (int32_t part = 0; part < parts; ++part) {
        if (pass->status[part] != MD_OK) {
            return pass->status[part];
        }
    }
    return MD_OK;
}

static void fill_part(void *context, int32_t part)
{
    struct pass *pass = context;
    md2_world *world = pass->world;
    const struct md_range blocks = blocks_of(world, part);
    int32_t special = 0;
    md_status status = kernel()->fill(world, pass->h, blocks.first, blocks.end, &special) ? MD_OK : MD_ERROR_ARGUMENT;
    for (int32_t i = 0; status == MD_OK && i < special; ++i) {
        status = md2_special_point_write(world, world->special_lanes.at[blocks.first * MD_LANES + i], pass->h);
    }
    pass->status[part] = status;
}

md_status md2_blocks_write(md2_world *world, int32_t group, md_real h)
{
    md_status status = reserve_lanes(world);
    if (status != MD_OK) {
        return status;
    }
    const struct surfaces surfaces = place_all(world, group);
    status = md_blocks_open(&world->blocks, &world->allocator, &world->layout, surfaces.tangents > 0 ? 2 : 1);
    if (status != MD_OK) {
        return status;
    }
    world->blocks.rows += surfaces.points + surfaces.tangents;
    world->pull_most = surfaces.any_restitution ? pull_most(world, group, h) : 0;
    struct pass pass = {.world = world, .h = h};
    status = run_parts(&pass, fill_part);
    md_blocks_empty_lanes(&world->blocks);
    return status;
}

/* ---- After the solve ------------------------------------------------------------------------------------------------ */

static void recover_part(void *context, int32_t part)
{
    struct pass *pass = context;
    const struct md_range blocks = blocks_of(pass->world, part);
    const bool finite =
        kernel()->fill_recovery(pass->world, pass->h, pass->result, blocks.first, blocks.end, &pass->needed[part]);
    pass->status[part] = finite ? MD_OK : MD_ERROR_ARGUMENT;
}

md_status md2_blocks_recover(md2_world *world, md_real h, const md_result *velocities, bool *needed)
{
    md_status status = md_blocks_open(&world->recovery_blocks, &world->allocator, &world->layout, 1);
    if (status != MD_OK) {
        return status;
    }
    world->recovery_blocks.rows += world->layout.contacts;
    world->recovery_blocks.plain = world->def.recovery_kind != MD2_RECOVERY_SOFT;
    struct pass pass = {.world = world, .h = h, .result = velocities};
    status = run_parts(&pass, recover_part);
    md_blocks_empty_lanes(&world->recovery_blocks);
    for (int32_t part = 0; part < world->layout.parts; ++part) {
        *needed = *needed || pass.needed[part];
    }
    return status;
}

static void keep_part(void *context, int32_t part)
{
    struct pass *pass = context;
    const struct md_range blocks = blocks_of(pass->world, part);
    kernel()->keep(pass->world, pass->result, blocks.first, blocks.end);
}

void md2_blocks_keep(md2_world *world, const md_result *result)
{
    struct pass pass = {.world = world, .result = result};
    run_parts(&pass, keep_part);
}
