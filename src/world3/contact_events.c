/* Events of contacts: begin, end, hits. */
#include "world3/world.h"

static md3_event event_of(const md3_world *world, const struct contact *contact, bool begins)
{
    const md3_event_type type = contact->sensor ? (begins ? MD3_EVENT_SENSOR_BEGIN : MD3_EVENT_SENSOR_END)
                                                : (begins ? MD3_EVENT_CONTACT_BEGIN : MD3_EVENT_CONTACT_END);
    const bool is_near = contact->manifold_count > 0;
    const md3_manifold *nearest = &contact->first.manifold;
    return (md3_event){.type = type,
                       .shape = {md3_shape_id_of(world, contact->shape[0]), md3_shape_id_of(world, contact->shape[1])},
                       .point = is_near ? nearest->point[0].point : contact->hit_point,
                       .normal = is_near ? nearest->normal : contact->hit_normal};
}

static void emit_hit(md3_world *world, const struct contact *contact)
{
    md3_event event = event_of(world, contact, true);
    event.type = MD3_EVENT_CONTACT_HIT;
    event.point = contact->hit_point;
    event.normal = contact->hit_normal;
    event.speed = contact->hit_speed;
    event.impulse = contact->hit_impulse;
    md3_event_add(world, &event);
}

void md3_contact_emit_end(md3_world *world, const struct contact *contact)
{
    if (contact->hit_speed > world->def.hit_threshold) {
        emit_hit(world, contact);
    }
    if (contact->touching) {
        const md3_event event = event_of(world, contact, false);
        md3_event_add(world, &event);
    }
}

/* Whether the pre-solve callback lets a contact count as touching: one that begins to touch must have been accepted in
 * this step, in the last substep in which it was asked. A contact of sleeping bodies is not asked and stays as it is. */
static bool is_accepted(const md3_world *world, const struct contact *contact)
{
    if (world->def.callbacks.pre_solve == NULL) {
        return true;
    }
    const bool asked = contact->asked_in == contact_step_number(world->steps);
    return asked ? !contact->let_through : contact->touching;
}

bool md3_contact_touches(const md3_world *world, const struct contact *contact)
{
    if (contact->sensor) {
        return contact->manifold_count > 0;
    }
    if (contact->hit_impulse > 0) {
        return true; /* also if the shapes have bounced apart since */
    }
    if (!is_accepted(world, contact)) {
        return false;
    }
    /* Shapes that touch continue to do so within the slop, so that rounding does not end the contact. */
    const md_real max_separation = contact->touching ? world->def.slop : 0;
    for (int32_t i = 0; i < contact->manifold_count; ++i) {
        const struct contact_manifold *at = contact_manifold_of(contact, i);
        for (int k = 0; k < at->manifold.count; ++k) {
            if (at->manifold.point[k].separation <= max_separation || at->cache[k].normal.lambda > 0) {
                return true;
            }
        }
    }
    return false;
}

static void emit(md3_world *world, struct contact *contact)
{
    const bool touches = md3_contact_touches(world, contact);
    if (touches != contact->touching) {
        const md3_event event = event_of(world, contact, touches);
        md3_event_add(world, &event);
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

void md3_contacts_emit(md3_world *world)
{
    for (int32_t n = 0; n < world->narrow_phase.pending_count; ++n) {
        emit(world, &world->contacts.at[world->narrow_phase.pending.at[n]]);
    }
    world->narrow_phase.pending_count = 0;
}
