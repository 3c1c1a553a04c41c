#include "engine/awake_set.h"

#include <string.h>

#include "engine/ascending_list.h"

static md_status reserve_links(struct awake_set *awake, const md_allocator *allocator, size_t count)
{
    return md_array_reserve(allocator, (void **)&awake->links, &awake->link_capacity, count, sizeof *awake->links);
}

md_status md_awake_set_reserve(struct awake_set *awake, const md_allocator *allocator,
                               const struct awake_set_sizes *sizes)
{
    struct indices *const list[] = {&awake->bodies, &awake->shapes, &awake->joints, &awake->contacts};
    const int32_t count[] = {sizes->bodies, sizes->shapes, sizes->joints, sizes->contacts};
    md_status status = reserve_links(awake, allocator, (size_t)sizes->contacts);
    for (int i = 0; status == MD_OK && i < 4; ++i) {
        status = indices_reserve(allocator, list[i], (size_t)count[i]);
    }
    return status;
}

md_status md_awake_set_reserve_contact(struct awake_set *awake, const md_allocator *allocator)
{
    const size_t count = (size_t)awake->contact_count + 1;
    const md_status status = reserve_links(awake, allocator, count);
    return status == MD_OK ? indices_reserve(allocator, &awake->contacts, count) : status;
}

void md_awake_set_remove_contacts(struct awake_set *awake, const int32_t *records, int32_t count, bool is_sorted)
{
    int32_t *list = awake->contacts.at;
    struct contact_link *links = awake->links;
    int32_t kept = 0;
    int32_t next = 0;
    for (int32_t k = 0; k <= count; ++k) {
        const int32_t end = k == count  ? awake->contact_count
                            : is_sorted ? list_find(list, next, records[k])
                                        : ascending_list_find(list, next, awake->contact_count, records[k]);
        const size_t run = (size_t)(end - next);
        memmove(list + kept, list + next, run * sizeof *list);
        memmove(links + kept, links + next, run * sizeof *links);
        kept += end - next;
        next = end + 1;
    }
    awake->contact_count = kept;
    awake->changed = true;
}

void md_awake_set_free(struct awake_set *awake, const md_allocator *allocator)
{
    indices_free(allocator, &awake->bodies);
    indices_free(allocator, &awake->shapes);
    indices_free(allocator, &awake->joints);
    indices_free(allocator, &awake->contacts);
    md_array_free(allocator, (void **)&awake->links, &awake->link_capacity, sizeof *awake->links);
}
