/* Bodies and contacts of a divided 2D world as bytes. */
#include "world2/snapshot.h"

static struct extent extent_of_box(md2_box box, int32_t axis)
{
    const struct extent along[2] = {{(double)box.lower.x, (double)box.upper.x},
                                    {(double)box.lower.y, (double)box.upper.y}};
    return along[axis];
}

static void visit_box(struct stream *s, md2_box *box)
{
    visit_any(s, &box->lower.x);
    visit_any(s, &box->lower.y);
    visit_any(s, &box->upper.x);
    visit_any(s, &box->upper.y);
}

#define DIMENSION 2
#include "engine/share_bytes.inc.h"
