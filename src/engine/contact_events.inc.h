/* Events of the contacts of a world: begin, end, hits (dimension.h).
 *
 * The including file defines
 *
 *     const manifold *first_manifold(const struct contact *contact)
 *     bool has_touching_point(const struct contact *contact, md_real max_separation)
 *                              whether a point is within a separation, m, or has an impulse
 */
#include "engine/dimension.h"

typedef MD_(event) world_event;

static world_event event_of(const WORLD *world, const struct contact *contact, bool begins)
{
    const MD_(event_type) type = contact->sensor
                                     ? (begins ? MD_CONSTANT(EVENT_SENSOR_BEGIN) : MD_CONSTANT(EVENT_SENSOR_END))
                                     : (begins ? MD_CONSTANT(EVENT_CONTACT_BEGIN) : MD_CONSTANT(EVENT_CONTACT_END));
    const bool is_near = contact_has_points(contact);
    return (world_event){
        .type = type,
        .shape = {MD_(shape_id_of)(world, contact->shape[0]), MD_(shape_id_of)(world, contact->shape[1])},
        .point = is_near ? first_manifold(contact)->point[0].point : contact->hit_point,
        .normal = is_near ? first_manifold(contact)->normal : contact->hit_normal};
}

static void emit_hit(WORLD *world, const struct contact *contact)
{
    world_event event = event_of(world, contact, true);
    event.type = MD_CONSTANT(EVENT_CONTACT_HIT);
    event.point = contact->hit_point;
    event.normal = contact->hit_normal;
    event.speed = contact->hit_speed;
    event.impulse = contact->hit_impulse;
    MD_(event_add)(world, &event);
}

void MD_(contact_emit_end)(WORLD *world, const struct contact *contact)
{
    if (contact->hit_speed > world->def.hit_threshold) {
        emit_hit(world, contact);
    }
    if (contact->touching) {
        const world_event event = event_of(world, contact, false);
        MD_(event_add)(world, &event);
    }
}

/* Whether the pre-solve callback lets a contact count as touching: one that begins to touch must have been accepted in
 * this step, in the last substep in which it was asked. A contact of sleeping bodies is not asked and stays as it is. */
static bool is_accepted(const WORLD *world, const struct contact *contact)
{
    if (world->def.callbacks.pre_solve == NULL) {
        return true;
    }
    const bool asked = contact->asked_in == contact_step_number(world->steps);
    return asked ? !contact->let_through : contact->touching;
}

bool MD_(contact_touches)(const WORLD *world, const struct contact *contact)
{
    if (contact->sensor) {
        return contact_has_points(contact);
    }
    if (contact->hit_impulse > 0) {
        return true; /* also if the shapes have bounced apart since */
    }
    if (!is_accepted(world, contact)) {
        return false;
    }
    /* Shapes that touch continue to do so within the slop, so that rounding does not end the contact. */
    return has_touching_point(contact, contact->touching ? world->def.slop : 0);
}

static void emit(WORLD *world, struct contact *contact)
{
    const bool touches = MD_(contact_touches)(world, contact);
    if (touches != contact->touching) {
        const world_event event = event_of(world, contact, touches);
        MD_(event_add)(world, &event);
        contact->touching = touches;
    }
    if (contact->arriving) {
        /* The hit is emitted by the next step, in which the shapes press or bounce, with the impulse of both steps. */
        contact->arriving = false;
        return;
    }
    if (contact->hit_speed > world->def.hit_threshold) {
        emit_hit(world, contact);
    }
    contact->hit_speed = 0;
    contact->hit_impulse = 0;
}

void MD_(contacts_emit)(WORLD *world)
{
    for (int32_t n = 0; n < world->narrow_phase.pending_count; ++n) {
        emit(world, &world->contacts.at[world->narrow_phase.pending.at[n]]);
    }
    world->narrow_phase.pending_count = 0;
}
