/* All contact points of a 2D world. */
#include "put.h"

static void read_point(const md2_world *world, const md2_contact_info *info, int32_t k, const mdpy_contacts *contacts,
                       int32_t place)
{
    const md2_manifold_point *point = &info->manifold.point[k];
    /* The tangent is the normal turned counter-clockwise by a right angle. */
    const md2_vec normal = info->manifold.normal;
    const md2_vec friction = md2_vec_scale(info->tangent_impulse[k], md2_v(-normal.y, normal.x));
    put_pair(contacts->shape, place, info->shape[0].index, info->shape[1].index);
    put_pair(contacts->body, place, md2_shape_body(world, info->shape[0]).index,
             md2_shape_body(world, info->shape[1]).index);
    put(contacts->point, place, &point->point, 2);
    put(contacts->normal, place, &normal, 2);
    put(contacts->separation, place, &point->separation, 1);
    put(contacts->normal_impulse, place, &info->normal_impulse[k], 1);
    put(contacts->friction, place, &friction, 2);
}

int32_t mdpy2_read_contacts(const md2_world *world, const mdpy_contacts *contacts, int32_t capacity)
{
    int32_t place = 0;
    for (int32_t i = 0; i < md2_world_contact_count(world); ++i) {
        md2_contact_info info;
        if (md2_world_contact(world, i, &info) != MD_OK || info.sensor) {
            continue;
        }
        for (int32_t k = 0; k < info.manifold.count; ++k, ++place) {
            if (place < capacity) {
                contacts->contact[place] = i;
                read_point(world, &info, k, contacts, place);
            }
        }
    }
    return place;
}
