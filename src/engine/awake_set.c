#include "engine/awake_set.h"

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

void md_awake_set_remove_contacts(struct awake_set *awake, const int32_t *records, int32_t count)
{
    int32_t *list = awake->contacts.at;
    struct contact_link *links = awake->links;
    int32_t kept = 0;
    int32_t removed = 0;
    for (int32_t n = 0; n < awake->contact_count; ++n) {
        if (removed < count && list[n] == records[removed]) {
            ++removed;
            continue;
        }
        links[kept] = links[n];
        list[kept++] = list[n];
    }
    awake->contact_count = kept;
}

void md_awake_set_free(struct awake_set *awake, const md_allocator *allocator)
{
    indices_free(allocator, &awake->bodies);
    indices_free(allocator, &awake->shapes);
    indices_free(allocator, &awake->joints);
    indices_free(allocator, &awake->contacts);
    md_array_free(allocator, (void **)&awake->links, &awake->link_capacity, sizeof *awake->links);
}
