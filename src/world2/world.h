/* How a world is stored.
 *
 * Bodies, shapes and joints live in slots that keep their place, so that a handle is an index; contacts are in the order in which they
 * came to be, with few holes between them (contact_places.c); a set of their pairs of shapes tells which are there already. Everything that a step needs is kept from step
 * to step: once a scene has settled a step allocates nothing.
 */
#ifndef MODULUS_WORLD2_WORLD_H
#define MODULUS_WORLD2_WORLD_H

#include <modulus/joints2.h>
#include <modulus/world2.h>

#include "base/memory.h"
#include "engine/pair_set.h"
#include "base/real.h"
#include "engine/handles.h"
#include "geometry2/manifold.h"
#include "spatial/tree2.h"
#include "lcp/blocks.h"

/* What contacts and rows read comes first: a step goes from a contact to its bodies, each time to another place of memory. */
struct body {
    md2_body_type type;
    bool enabled, awake; /* a static body is never awake */
    bool fixed_rotation, has_given_mass, bullet, enable_sleep;
    bool stopped;      /* it would have left the world, and that is to be told */
    bool fast;         /* could pass through others in the present substep */
    uint32_t moved_at; /* count of updates of the contacts when a leaf of its shapes was last moved */
    md2_vec origin;    /* in the world: of the body's coordinates */
    md2_rot rotation;
    md2_vec center;   /* in the world: of mass */
    md2_vec velocity; /* of the centre of mass */
    md_real angular_velocity;
    md_real inverse_mass, inverse_inertia; /* 0 for what does not give way */
    md_real max_extent;                    /* from the centre of mass to the furthest point of its shapes, m */
    int32_t row_body; /* index in the problem of the present solve, MD_NO_BODY for what does not give way in it */
    int32_t island;   /* of the present step, where islands are solved one by one; -1: none */
    md2_vec force;
    md_real torque;
    md_real gravity_scale;
    md2_vec local_center;
    md_real linear_damping, angular_damping;
    /* Radius of the largest circle inside a shape about its centroid, the smallest over the shapes, m. */
    md_real inscribed_radius;
    md_real safe;            /* share of the present substep that it may move */
    md_real still_for;       /* s, below the speed of sleep */
    md2_vec previous_center; /* before the last step */
    md2_rot previous_rotation;
    int32_t first_shape, last_shape; /* -1: none */
    int32_t first_joint;             /* -1: none */
    md2_mass mass, given_mass;
    void *user;
};

/* What every step reads comes first; of a circle that is all. */
struct shape {
    int32_t body;
    int32_t next_of_body; /* -1: last */
    int32_t leaf;         /* in the tree; MD_TREE_NONE while the body is disabled */
    bool is_circle, is_segment;
    bool is_centered;     /* a circle about the origin of its body */
    bool searches;        /* looks for others at the next update even where it has not moved */
    md_real radius;       /* of the hull */
    md_real max_extent;   /* from the origin to the furthest of its points, m */
    uint32_t searched_in; /* the last search for pairs in which it looked for others */
    md2_shape_def def;
    md2_hull hull;
    md2_chain_segment segment; /* where is_segment */
};

/* What a row carries to the next substep: its impulse, its modulus variable, and what the impulse has been of late. */
struct row_memory {
    md_real lambda, y, mean;
};

/* What a contact point carries to the next substep. */
struct contact_memory {
    struct row_memory normal;
    md_real recovery; /* impulse of the normal in the LCP that recovers overlap */
    struct row_memory tangent;
    md_real bounce; /* speed of approach that is yet to be given back, m/s; 0: none */
};

/* What every pass reads comes first, what few contacts need comes last. */
struct contact {
    int32_t shape[2];
    int32_t body[2]; /* of these */
    int32_t leaf[2]; /* of these, in the tree */
    bool circles;    /* two circles, each about the origin of its body */
    bool solid;      /* may have rows: no sensor, and not ignored */
    bool sensor, touching;
    bool ignored;      /* the filter said no */
    bool let_through;  /* the pre-solve callback said no, in the present substep */
    bool has_tangents; /* in the problem of the present solve: a point has a second row */
    bool carried;      /* in it: a body moves that does not give way */
    bool closes[2];    /* a point: the row lets the gap close, and what is left of the approach goes on */
    bool arriving;     /* the hit is not over: they meet at the end of this step, and press or bounce in the next */
    bool held;         /* apart, and kept until what it bore in this step is told */
    int32_t row[2];    /* of a point's normal in the problem of the present solve; -1: none */
    union {
        struct feature_cache features; /* of hulls */
        md_real radius[2];             /* of `circles` */
    } of;
    md2_manifold manifold;
    md_real hit_speed;   /* the fastest of the points that bore an impulse in this step, m/s */
    md_real hit_impulse; /* N s, of this step, and of the last where `arriving` */
    /* Lever arm per point and side: from the centre of mass to where it touches (of fast bodies: will touch). */
    md2_vec r[2][2];
    md_real friction, restitution; /* mixed */
    md_real surface_speed;         /* of the second surface along the first, to the left of the normal; m/s */
    md_real approach[2];           /* speed at which a point closed in before the solve, m/s */
    struct contact_memory memory[2];
    md2_vec hit_point, hit_normal; /* of the fastest point */
};

/* The rows that a joint can have; each keeps its own warm start. */
enum joint_role { ROLE_X, ROLE_Y, ROLE_ANGLE, ROLE_SPRING, ROLE_LOWER, ROLE_UPPER, ROLE_MOTOR, JOINT_ROLES };

struct joint {
    md2_joint_def def;
    int32_t body[2];         /* -1: none, the first of a mouse joint */
    int32_t next_of_body[2]; /* the next joint of each body; -1: last */
    struct row_memory memory[JOINT_ROLES];
    int32_t row[JOINT_ROLES]; /* in the problem of the present solve; -1: none */
    md_real push[JOINT_ROLES]
                [3]; /* of these rows: what a unit of impulse is to the second body, x, y and about its centre */
    md2_vec r;       /* lever arm when these were written: from the second body's centre of mass to its anchor */
    md2_vec impulse; /* on the second body, summed over the substeps of the last step, N s */
    md_real angular_impulse; /* beside the one that the impulse at the anchor gives, N m s */
    md_real motor_impulse;
    md_real impulse_time; /* s, that these are summed over */
};

/* How a row is treated by the LCP that recovers overlap. */
enum recovery {
    RECOVER_NEVER,     /* has no row there: springs, motors, friction */
    RECOVER_ONE_SIDED, /* a gap > 0 may close, one < 0 is an overlap: contacts, limits */
    RECOVER_BOTH       /* any gap is an error: what holds joints together */
};

/* A row as contacts and joints write it: w = J v + bias + compliance lambda, bounds, warm start. */
struct world_row {
    int32_t body[2];        /* slots of bodies; -1: none */
    md_real jacobian[2][3]; /* linear x, y, angular */
    md_real bias;           /* without the speed of bodies that do not give way, which is added */
    md_real compliance;
    md_real lower, upper;
    int32_t parent; /* row of the problem that scales the bounds, or MD_NO_PARENT */
    md_real lambda0, y0;
    md_real gap; /* how far it is from being met, m or rad */
    enum recovery recovery;
    md_real recovery0; /* impulse that recovered it last */
    bool is_contact;
};

/* What the recovery of overlap wants to know of a row beside what the problem has. */
struct row_note {
    md_real gap;
    md_real moving; /* speed that bodies which do not give way add */
    enum recovery recovery;
    md_real recovery0;    /* impulse that recovered it last */
    int32_t recovery_row; /* in the LCP that recovers */
};

/* The world's memory: how much it is, and how much it may be. */
struct memory_use {
    md_allocator allocator; /* the user's */
    size_t bytes, most;     /* most 0: no limit */
};

/* Awake bodies, joints and contacts in groups that are solved together: group g is at[start[g]] to at[start[g + 1] - 1]. */
struct grouped {
    struct indices at, start;
};

/* How deep contacts overlap. */
struct overlap {
    int32_t contacts, points; /* within the margin */
    int32_t overlapping;      /* of the points */
    md_real deepest;          /* m */
    double sum;               /* of the depths, m */
};

/* What a task of an update of contacts found. */
struct update_sums {
    struct overlap overlap;
    int32_t news, parted;
};

/* What a task noted of the points of contacts. */
struct noted_points {
    int32_t count;
    int32_t tangents; /* points that have one */
    bool any_restitution;
};

/* What a step looks at: bodies that are awake, and the shapes, joints and contacts of these, each in the order of their indices. What
 * sleeps costs nothing. */
struct active {
    struct indices bodies, shapes, joints, contacts;
    struct indices links; /* two for each of the contacts: its bodies where it has rows, else -1 */
    int32_t body_count, shape_count, joint_count, contact_count;
    struct overlap asleep;    /* of the contacts that are not in it */
    struct indices parted;    /* workspace: places of contacts that have parted */
    struct update_sums *sums; /* workspace: of a task each */
    size_t sum_capacity;
    bool changed;    /* the lists are to be made anew */
    bool is_new;     /* they were, since islands were found last */
    bool everything; /* until the end of the step the lists have what sleeps too */
};

struct md2_world {
    md2_world_def def;
    struct memory_use *memory_use;
    md_allocator allocator;     /* keeps the memory_use */
    bool stepping;              /* a callback may run: nothing may change */
    bool in_blocks;             /* the contacts of the present solve are, see below */
    bool any_restitution;       /* among them */
    int32_t tangents_in_blocks; /* contact points among them that have one */
    int64_t steps;
    md2_statistics statistics; /* no part of the state */

    struct handle_pool body_handles, shape_handles, joint_handles;
    struct body *bodies;
    struct shape *shapes;
    struct joint *joints;
    size_t body_capacity, shape_capacity, joint_capacity;

    struct contact *contacts; /* some of them are holes */
    size_t contact_capacity;
    int32_t contact_places;       /* contacts and holes */
    struct indices contact_order; /* the places of contacts, ascending */
    int32_t contact_count;
    struct pair_set pairs;        /* of shapes that have a contact */
    struct pair_set joined_pairs; /* of bodies that a joint keeps from colliding */

    md2_event *events;
    size_t event_capacity;
    int32_t event_count;
    int32_t events_told; /* of them, those that were there at the end of the last step */

    md2_tree tree;
    bool contacts_are_stale; /* something was changed since they were found */
    md_real looked_ahead;    /* s, for which they were found */
    uint32_t contact_updates;
    uint32_t pair_searches;
    struct overlap overlap; /* at the last of these */
    int32_t news_count;     /* contacts of `found` that have something to tell */
    struct active active;

    struct row_note *notes; /* of the rows of the present solve, but for those in blocks */
    size_t note_capacity;
    struct indices
        leader; /* workspace of islands.c: of each body, another of its island or itself, or why it has none */
    struct indices watched;          /* workspace of continuous.c: twice a contact, and which side */
    struct indices task_counts;      /* workspace: of a task each */
    struct found_pairs *found_pairs; /* workspace of pairs.c: likewise */
    size_t found_pairs_capacity;
    struct indices found; /* workspace: what is to be grouped, which shapes look for others, which contacts have news */
    struct grouped group_bodies, group_joints, group_contacts;
    int32_t group_count, island_count;

    /* The LCPs of the present solve: rows one by one, or contacts in blocks, where nobody wants to see the rows. */
    md_problem *problem, *recovery_problem;
    md_real h;        /* of the present substep, s */
    md_problem *rows; /* what rows are added to: `problem`, or the loose rows of `blocks` */
    struct block_layout layout;
    struct blocks blocks, recovery_blocks;
    struct indices body_slot;     /* of a body in the problem; 0: it does not give way */
    struct block_contact *points; /* in the order of their rows */
    size_t point_capacity;
    struct noted_points *noted; /* workspace of block_rows.c: of a task each */
    size_t noted_capacity;
    struct reals lane_gap, lane_moving, lane_recovery; /* of a lane, as in a row's note */
    struct indices lane_point;    /* of a lane: twice its contact, and which of its points; -1: none */
    struct indices special_lanes; /* whose points bounce or are carried */
    md_real pull_most; /* that gravity and forces can give two bodies towards each other in this substep, m/s */
    md_solver *solver, *position_solver;
};

/* ---- world.c -------------------------------------------------------------------------------------------------------- */

/** Tells the log, where there is one. */
void md2_log(const md2_world *world, md2_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Whether all numbers are in their range. */
bool md2_limits_are_sound(const md_limits *limits);

/* ---- statistics.c ------------------------------------------------------------------------------------------------------ */

/** Whether a solve ended far from converged. */
bool md2_is_far(const md2_world_def *def, const md_limits *limits, const md_result *result);
static inline bool limits_have_tolerance(const md_limits *limits)
{
    return limits->tol > 0 || limits->tol_scaled > 0 || limits->tol_relative > 0;
}
/** Adds the report of a step that is done. */
void md2_account_add(md2_world *world, const md2_step_report *report);

/* ---- active.c ------------------------------------------------------------------------------------------------------- */

/** Makes the lists of what is active anew, where something has changed since. */
md_status md2_active_update(md2_world *world);
void md2_active_free(struct active *active, const md_allocator *allocator);
/** A contact was added. */
md_status md2_active_reserve_contact(md2_world *world);
void md2_active_add_contact(md2_world *world, int32_t contact);
/** A contact of the list, by its number there, has its manifold. */
static inline void active_link(struct active *active, int32_t n, const struct contact *contact)
{
    const bool has_rows = contact->solid && contact->manifold.count > 0;
    active->links.at[2 * (size_t)n] = has_rows ? contact->body[0] : -1;
    active->links.at[2 * (size_t)n + 1] = has_rows ? contact->body[1] : -1;
}
/** Asks for the lines of a contact and of its bodies that will soon be read. Contacts are larger than what is fetched by itself, and their
 *  bodies are all over the memory. */
static inline void active_fetch_ahead(const md2_world *world, int32_t n, int of_contact, int of_bodies)
{
    const int32_t *list = world->active.contacts.at;
    const int32_t last = world->active.contact_count - 1;
    const struct contact *soon = &world->contacts[list[n + PREFETCH_AHEAD < last ? n + PREFETCH_AHEAD : last]];
    prefetch(&world->contacts[list[n + 2 * PREFETCH_AHEAD < last ? n + 2 * PREFETCH_AHEAD : last]], of_contact);
    prefetch(&world->bodies[soon->body[0]], of_bodies);
    prefetch(&world->bodies[soon->body[1]], of_bodies);
}
/** Adds a contact to what was measured. */
static inline void overlap_add(struct overlap *overlap, const struct contact *contact)
{
    const md2_manifold *manifold = &contact->manifold;
    if (contact->sensor || contact->let_through || manifold->count == 0) {
        return;
    }
    ++overlap->contacts;
    overlap->points += manifold->count;
    for (int k = 0; k < manifold->count; ++k) {
        const md_real depth = md_max(-manifold->point[k].separation, 0);
        overlap->deepest = md_max(overlap->deepest, depth);
        overlap->sum += (double)depth;
        overlap->overlapping += depth > 0;
    }
}

static inline void overlap_merge(struct overlap *overlap, const struct overlap *more)
{
    overlap->contacts += more->contacts;
    overlap->points += more->points;
    overlap->overlapping += more->overlapping;
    overlap->deepest = md_max(overlap->deepest, more->deepest);
    overlap->sum += more->sum;
}

/* ---- events.c ------------------------------------------------------------------------------------------------------- */

/** Adds an event; where memory is out it is lost, and the log says so. */
void md2_event_add(md2_world *world, const md2_event *event);
/** A step begins: the events that could be read after the last one go. */
void md2_events_begin_step(md2_world *world);

/* ---- bodies.c, body_motion.c ---------------------------------------------------------------------------------------- */

/* Beyond this a body has left the world, m: numbers of single precision tell 64 m apart there. */
#define WORLD_SIZE ((md_real)1e9)

static inline bool body_is_in_world(md2_vec position)
{
    return md_abs(position.x) <= WORLD_SIZE && md_abs(position.y) <= WORLD_SIZE; /* false for NaN */
}
static inline bool body_is_rate(md_real x)
{
    return x >= 0 && isfinite(x);
}
/** The body that a call wants to change, NULL where the status is not MD_OK: a bad handle, or the world is stepping. */
md_status md2_body_to_change(md2_world *world, md2_body_id id, struct body **body);

struct body *md2_body_of(const md2_world *world, md2_body_id id); /* NULL where the handle is not valid */
md2_body_id md2_body_id_of(const md2_world *world, int32_t index);
static inline md2_transform body_transform(const struct body *body)
{
    return (md2_transform){body->origin, body->rotation};
}
/** Radius of the largest circle about the centroid that fits into a hull. */
md_real md2_inscribed_radius(const md2_hull *hull);
/** The origin follows the centre of mass and the rotation. */
void md2_body_place_origin(struct body *body);
/** Mass, centre and inertia from the shapes, unless they were given. */
void md2_body_update_mass(md2_world *world, struct body *body);
/** Wakes a body that is not static; what it touches and is joined to follows at the next step. */
void md2_body_wake(md2_world *world, int32_t index);
/** A rotation by an angle in (-pi, pi), without a sine; off by less than angle^5 / 120. */
md2_rot md2_turn_by(md_real angle);
static inline double md2_body_kinetic_energy(const struct body *body)
{
    const double spin = body->inverse_inertia > 0 ? (double)body->angular_velocity : 0;
    const double speed2 = (double)(body->velocity.x * body->velocity.x + body->velocity.y * body->velocity.y);
    return 0.5 * (double)body->mass.mass * speed2 + 0.5 * (double)body->mass.inertia * spin * spin;
}
/** Moves a body with a velocity for a time; one that would leave the numbers stays, at rest: false, and `stopped`. */
bool md2_body_move(struct body *body, md2_vec velocity, md_real spin, md_real dt);
/** Something done to bodies of a list, and to nothing else; a number that is added up, such as of those that were stopped. */
typedef int32_t bodies_function(md2_world *world, const int32_t *list, int32_t count, const void *context);
/** Does it to all of a list, by several threads where it is long. The sum of the numbers. */
int32_t md2_bodies_run(md2_world *world, const int32_t *list, int32_t count, bodies_function *act, const void *context);
/** Tells the log of those that were stopped. */
void md2_bodies_tell_stopped(md2_world *world, const int32_t *list, int32_t count);
static inline bool body_is_active(const md2_world *world, int32_t index)
{
    return md_handles_is_used(&world->body_handles, index) && world->bodies[index].awake;
}
static inline bool body_gives_way(const md2_world *world, int32_t index)
{
    return body_is_active(world, index) && world->bodies[index].type == MD2_DYNAMIC;
}

/* ---- shapes.c ------------------------------------------------------------------------------------------------------- */

md2_shape_id md2_shape_id_of(const md2_world *world, int32_t index); /* generation 0 for -1 */
/** Puts the shapes of a body that was enabled into the tree, or takes those of a disabled one out of it. All or nothing. */
md_status md2_shapes_enter(md2_world *world, const struct body *body);
void md2_shapes_leave(md2_world *world, const struct body *body);
/** The shapes of a body look for others at the next update. */
void md2_shapes_search(md2_world *world, const struct body *body);
void md2_shape_remove(md2_world *world, int32_t index);
/** Puts what every step reads of the hull beside it. */
void md2_shape_note_size(struct shape *shape);

/* ---- pairs.c -------------------------------------------------------------------------------------------------------- */

/** The box that a shape has in the tree: where it looks for others, and some room to move in without changing it. */
md2_box md2_fat_box(const md2_world *world, const struct shape *shape);
/** Whether the shapes of a contact can meet at all in the time that is looked ahead. */
bool md2_ways_cross(const md2_world *world, const struct contact *contact);
/** Gives a shape that has left its box in the tree another, in which it will look for others. */
void md2_shape_move_leaf(md2_world *world, struct shape *shape);
/** Looks for pairs that are not contacts yet; for those of fast bodies only, where nothing else has moved since they were found. */
md_status md2_contacts_find_pairs(md2_world *world, bool of_fast);
void md2_pairs_free(md2_world *world, const md_allocator *allocator);

/* ---- contact_places.c ----------------------------------------------------------------------------------------------- */

/** A contact by its number in the order of all. */
static inline struct contact *contact_at(const md2_world *world, int32_t number)
{
    return &world->contacts[world->contact_order.at[number]];
}
/** Makes room for another contact, and gives it a place, the last. */
md_status md2_places_reserve(md2_world *world);
int32_t md2_places_take(md2_world *world);
/** Contacts go, by their places, which ascend. The list of the active still has them. */
void md2_places_leave(md2_world *world, const int32_t *places, int32_t count);
/** Closes all holes; contacts then have other places. No other list than that of the active may have them. */
void md2_places_close_up(md2_world *world);
/** The same, where holes are many. */
void md2_places_tidy(md2_world *world);

/* ---- contacts.c, contact_update.c ----------------------------------------------------------------------------------- */

/** Puts what every step reads of the shapes beside it. */
void md2_contact_note_shapes(const md2_world *world, struct contact *contact);
/** A contact of two shapes that have none. */
md_status md2_contact_add(md2_world *world, int32_t first, int32_t second);
/** Takes leave of a contact, which the caller takes out of the lists. */
void md2_contact_drop(md2_world *world, const struct contact *contact);
/** Finds the pairs and their manifolds at the present positions, with a look ahead of dt seconds. Memory of points is kept by their ids.
 *  At the end of a step: also how deep they overlap, and which have something to tell. */
md_status md2_contacts_update(md2_world *world, md_real dt, bool ends_step);
/** The manifolds of the contacts there are, between substeps. */
void md2_contacts_refresh(md2_world *world, md_real dt);
/** Drops every contact of a shape, and wakes what touched it. */
void md2_contacts_forget_shape(md2_world *world, int32_t shape);
/** Drops every contact between two bodies. */
void md2_contacts_forget_pair(md2_world *world, int32_t body_a, int32_t body_b);
/** Friction, restitution and surface speed from the two shapes. */
void md2_contact_mix(const md2_world *world, struct contact *contact);

/* ---- contact_events.c ----------------------------------------------------------------------------------------------- */

/** Whether a contact touches at the end of a step. */
bool md2_contact_touches(const md2_world *world, const struct contact *contact);
/** The events of contacts: begin, end, hit. */
void md2_contacts_tell(md2_world *world);
/** Those of a contact that is about to go. */
void md2_contact_tell_end(md2_world *world, const struct contact *contact);

/* ---- groups.c, islands.c -------------------------------------------------------------------------------------------- */

/** Wakes what touches or is joined to an awake body, and groups what is solved together. Islands are told apart where these are solved one
 *  by one, and where it is the last time in a step. */
md_status md2_islands_find(md2_world *world, bool is_last);
/** Wakes what is of one island with what is awake, or touches what moves on its own. */
void md2_islands_wake(md2_world *world);
/** Puts islands to sleep that have been still for long enough. */
void md2_islands_sleep(md2_world *world, md_real dt);

/* ---- continuous.c --------------------------------------------------------------------------------------------------- */

/** How the shapes of a contact, which are apart, will touch within h seconds at their present velocities; count 0: they will not. */
md2_manifold md2_future_manifold(const md2_world *world, const struct contact *contact, md_real h, md2_vec r[2][2]);
/** How much of the next h seconds each body may move with its velocity without being lost in or behind another: body.safe. */
md_status md2_find_safe_fractions(md2_world *world, md_real h);

/* ---- rows.c --------------------------------------------------------------------------------------------------------- */

/** An equality row without bodies: bounds -inf and inf, no parent, no recovery. */
struct world_row md2_row_default(void);
/* How fast the mean of an impulse follows it, a substep. */
#define MD2_MEAN_RATE ((md_real)0.05)

/** Starts a row from what it carries, and keeps what came of it. */
void md2_row_start(const md2_world *world, struct world_row *row, const struct row_memory *memory);
void md2_row_keep(struct row_memory *memory, const md_result *result, int32_t index);
/** Adds a row to the problem of the present solve, in which there is room for it; `index` gets its number there. */
md_status md2_row_add(md2_world *world, const struct world_row *row, int32_t *index);
/** Writes the LCP of velocities of a group for a substep of h seconds. */
md_status md2_rows_write(md2_world *world, int32_t group, md_real h);
/** Gives bodies their new velocity, and adds to the impulses of joints. */
void md2_rows_take(md2_world *world, int32_t group, md_real h, const md_result *result);
/** Keeps what contacts carry to the next substep. `recovered` has no lambda where nothing was. */
void md2_rows_keep(md2_world *world, int32_t group, const md_result *result, const md_result *recovered);
/** Solves the LCP of velocities that was written. */
md_status md2_rows_solve(md2_world *world, const md_limits *limits, md_result *result);

/* ---- recovery.c ----------------------------------------------------------------------------------------------------- */

/** How a contact gives up its overlap: so much of it a second, with a compliance of so many times its diagonal. */
struct yield {
    md_real rate, compliance;
};
struct yield md2_yield(const md2_world *world, md_real h);
/** What a row that recovers asks for: a gap that may close, over h; or how fast an overlap is to open, negative. */
md_real md2_recovery_bias(const md2_world *world, enum recovery recovery, md_real gap, md_real rate, md_real h);
/** What of its last impulse a contact starts with in the LCP that recovers. */
md_real md2_recovery_warmth(const md2_world *world);
/** Writes and solves the LCP that recovers overlap, from the rows of the LCP of velocities, whose solution is given; moves the bodies.
 *  `recovered` has its solution, and no lambda where there was nothing to recover. */
md_status md2_recover(md2_world *world, int32_t group, md_real h, const md_result *velocities, md_result *recovered);

/* ---- partition.c -------------------------------------------------------------------------------------------------------- */

/** Strips across the plane that the bodies of a group are divided into; a small group is one. */
struct strips {
    int32_t count;
    bool is_y; /* one above another */
    md_real ends[MD_MAX_BODY_PARTITIONS];
};
struct strips md2_strips_find(const md2_world *world, int32_t group);
/** The strip that a body is in: how many of their ends are before its centre. */
int32_t md2_strip_of(const struct strips *strips, md2_vec center);

/* ---- block_rows.c --------------------------------------------------------------------------------------------------- */

/** Whether rows need not be there for anybody to see or to change. */
bool md2_blocks_are_wanted(const md2_world *world);
/** Finds which points of a group go together; its bodies have their slots. */
md_status md2_blocks_lay_out(md2_world *world, int32_t group);
/** Writes the points of a group, which are laid out. */
md_status md2_blocks_write(md2_world *world, int32_t group, md_real h);
/** The same points in the LCP that recovers overlap; `needed` is set where there is something to recover. */
md_status md2_blocks_recover(md2_world *world, md_real h, const md_result *velocities, bool *needed);
void md2_blocks_keep(md2_world *world, const md_result *result, const md_result *recovered);

/* ---- joint_defs.c --------------------------------------------------------------------------------------------------- */

/** Whether all numbers are in their range; the bodies are not looked at. */
bool md2_joint_def_is_sound(const md2_joint_def *def);
/** As it is stored: units of length 1, and a mouse joint without what it does not have. */
md2_joint_def md2_joint_def_normalised(const md2_joint_def *def);

/* ---- joints.c, joint_state.c, joint_rows.c -------------------------------------------------------------------------- */

/* Whether a joint keeps its bodies from colliding. */
static inline bool joint_forbids(const md2_joint_def *def)
{
    return def->type != MD2_MOUSE && !def->collide_connected;
}
struct joint *md2_joint_of(const md2_world *world, md2_joint_id id); /* NULL where the handle is not valid */
md2_joint_id md2_joint_id_of(const md2_world *world, int32_t index); /* generation 0 for -1 */
void md2_joint_remove(md2_world *world, int32_t index);
/** Whether a joint does anything: its bodies are enabled and one of them is dynamic. */
bool md2_joint_is_active(const md2_world *world, const struct joint *joint);
/** Writes the rows of an active joint for a substep of h seconds. */
md_status md2_joint_rows_write(md2_world *world, struct joint *joint, md_real h);
/** Keeps lambda and y of its rows for the next substep, and adds to its impulses. */
void md2_joint_rows_keep(struct joint *joint, md_real h, const md_result *result);
/** Before the first substep of a step: impulses from zero. */
void md2_joint_begin_step(struct joint *joint);
/** Destroys the joints whose reaction in the last step was more than they bear, with an event each. */
void md2_joints_break(md2_world *world);

/* ---- contact_rows.c ------------------------------------------------------------------------------------------------- */

/** Writes the rows of a contact, or none where the pre-solve callback says so. */
md_status md2_contact_rows_write(md2_world *world, struct contact *contact, md_real h);
void md2_contact_rows_keep(const md2_world *world, struct contact *contact, const md_result *result,
                           const md_result *recovered);

/** What bounces or is carried, in the lane of a block whose other numbers are there. */
md_status md2_special_point_write(md2_world *world, int32_t lane, md_real h);
/** A point bore an impulse: it counts for the hit that the contact will tell of. */
static inline void contact_keep_hit(struct contact *contact, int k, md_real impulse)
{
    contact->hit_impulse += impulse;
    if (contact->approach[k] > contact->hit_speed) {
        contact->hit_speed = contact->approach[k];
        contact->hit_point = contact->manifold.point[k].point;
        contact->hit_normal = contact->manifold.normal;
        contact->arriving = contact->closes[k];
    }
}

#endif
