/* Growable arrays of numbers for the host. */
#include <stdlib.h>

#include "world.h"

void buffer_begin(struct number_buffer *buffer)
{
    buffer->count = 0;
    buffer->failed = false;
}

const struct web_array *buffer_end(struct number_buffer *buffer)
{
    if (buffer->failed) {
        web_result(MD_ERROR_MEMORY);
        return NULL;
    }
    buffer->array = (struct web_array){buffer->data, (int32_t)buffer->count};
    return &buffer->array;
}

void buffer_free(struct number_buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct number_buffer){0};
}

/* Reserves room for one more number of a size. After a failure it keeps returning false. */
static bool reserve_one(struct number_buffer *buffer, size_t size)
{
    const md_allocator allocator = md_allocator_default();
    if (!buffer->failed) {
        buffer->failed =
            md_array_reserve(&allocator, &buffer->data, &buffer->capacity, buffer->count + 1, size) != MD_OK;
    }
    return !buffer->failed;
}

void buffer_put_float(struct number_buffer *buffer, double number)
{
    if (reserve_one(buffer, sizeof(float))) {
        ((float *)buffer->data)[buffer->count++] = (float)number;
    }
}

void buffer_put_double(struct number_buffer *buffer, double number)
{
    if (reserve_one(buffer, sizeof(double))) {
        ((double *)buffer->data)[buffer->count++] = number;
    }
}

void buffer_put_int(struct number_buffer *buffer, int32_t number)
{
    if (reserve_one(buffer, sizeof(int32_t))) {
        ((int32_t *)buffer->data)[buffer->count++] = number;
    }
}

void buffer_put_vec3(struct number_buffer *buffer, md3_vec vec)
{
    buffer_put_float(buffer, (double)vec.x);
    buffer_put_float(buffer, (double)vec.y);
    buffer_put_float(buffer, (double)vec.z);
}
