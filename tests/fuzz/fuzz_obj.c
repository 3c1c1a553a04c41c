/* Reads arbitrary bytes as a Wavefront OBJ file, and as one whose object "a" is taken.
 *
 * Invariants: a refusal gives a one-line reason and leaks nothing. An accepted file has finite vertices and whole triangles
 * whose indices are in range.
 */
#include <stdlib.h>
#include <string.h>

#include "scene/obj.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

static void read_part(const char *text, size_t size, const char *part)
{
    struct obj obj;
    md_error error = {0};
    const md_status status = obj_read(&obj, text, size, "bytes", part, NULL, &error);
    if (status != MD_OK) {
        require(error.status == status && error.message[0] != '\0' && strchr(error.message, '\n') == NULL);
    }
    require(obj.index_count % 3 == 0 && (status == MD_OK || obj.vertex == NULL));
    for (size_t i = 0; i < obj.index_count; ++i) {
        require(obj.index[i] >= 0 && (size_t)obj.index[i] < obj.vertex_count);
    }
    for (size_t i = 0; i < obj.vertex_count; ++i) {
        require(isfinite(obj.vertex[i].x) && isfinite(obj.vertex[i].y) && isfinite(obj.vertex[i].z));
    }
    obj_free(&obj);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_part((const char *)data, size, NULL);
    read_part((const char *)data, size, "a");
    return 0;
}
