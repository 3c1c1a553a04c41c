/* Bodies and contacts of a divided 3D world as bytes. */
#include "world3/snapshot.h"

static struct extent extent_of_box(md3_box box, int32_t axis)
{
    const struct extent along[3] = {{(double)box.lower.x, (double)box.upper.x},
                                    {(double)box.lower.y, (double)box.upper.y},
                                    {(double)box.lower.z, (double)box.upper.z}};
    return along[axis];
}

static void visit_box(struct stream *s, md3_box *box)
{
    visit_any_vec(s, &box->lower);
    visit_any_vec(s, &box->upper);
}

#define DIMENSION 3
#include "engine/share_bytes.inc.h"
