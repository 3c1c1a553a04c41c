/* All contact points of a 3D world. */
#include "put.h"

/* Point `k` of manifold `j`. */
static void read_point(const md3_world *world, const md3_contact_info *info, int32_t j, int32_t k,
                       const mdpy_contacts *contacts, int32_t place)
{
    const md3_manifold_point *point = &info->manifold[j].point[k];
    const md3_point_impulse *impulse = &info->impulse[j][k];
    put_pair(contacts->shape, place, info->shape[0].index, info->shape[1].index);
    put_pair(contacts->body, place, md3_shape_body(world, info->shape[0]).index,
             md3_shape_body(world, info->shape[1]).index);
    put(contacts->point, place, &point->point, 3);
    put(contacts->normal, place, &info->manifold[j].normal, 3);
    put(contacts->separation, place, &point->separation, 1);
    put(contacts->normal_impulse, place, &impulse->normal, 1);
    put(contacts->friction, place, &impulse->friction, 3);
}

int32_t mdpy3_read_contacts(const md3_world *world, const mdpy_contacts *contacts, int32_t capacity)
{
    int32_t place = 0;
    for (int32_t i = 0; i < md3_world_contact_count(world); ++i) {
        md3_contact_info info;
        if (md3_world_contact(world, i, &info) != MD_OK || info.sensor) {
            continue;
        }
        for (int32_t j = 0; j < info.manifold_count; ++j) {
            for (int32_t k = 0; k < info.manifold[j].count; ++k, ++place) {
                if (place < capacity) {
                    contacts->contact[place] = i;
                    read_point(world, &info, j, k, contacts, place);
                }
            }
        }
    }
    return place;
}
