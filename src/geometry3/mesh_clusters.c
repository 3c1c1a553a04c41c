/* Clusters of contact points by their normals. */
#include "geometry3/mesh_clusters.h"

/** Cosine of the largest angle (6 degrees) between the normals in a cluster. */
#define CLUSTER_COSINE ((md_real)0.995)

/** A deeper triangle gives the cluster its normal only if it is deeper by this, m. */
#define DEPTH_TOLERANCE (MD3_LINEAR_SLOP / 100)

/** Marks the point that is farthest along a direction. */
static void mark_farthest(const struct mesh_cluster *cluster, md3_vec direction, bool *marked)
{
    int32_t best = 0;
    md_real max_along = vec_dot(direction, cluster->point[0].point);
    for (int32_t i = 1; i < cluster->count; ++i) {
        const md_real along = vec_dot(direction, cluster->point[i].point);
        if (along > max_along) {
            max_along = along;
            best = i;
        }
    }
    marked[best] = true;
}

/** Keeps the deepest point and the outermost ones in eight directions. */
static void thin_out(struct mesh_cluster *cluster)
{
    bool marked[MAX_CLUSTER_POINTS] = {false};
    const md3_vec x = md3_vec_perpendicular(cluster->normal), y = vec_cross(cluster->normal, x);
    int32_t deepest = 0, kept = 0;
    for (int32_t i = 1; i < cluster->count; ++i) {
        deepest = cluster->point[i].separation < cluster->point[deepest].separation ? i : deepest;
    }
    marked[deepest] = true;
    for (int32_t i = -1; i <= 1; ++i) {
        for (int32_t j = -1; j <= 1; ++j) {
            if (i != 0 || j != 0) {
                mark_farthest(cluster, vec_add(vec_scale((md_real)i, x), vec_scale((md_real)j, y)), marked);
            }
        }
    }
    for (int32_t i = 0; i < cluster->count; ++i) {
        if (marked[i]) {
            cluster->point[kept++] = cluster->point[i];
        }
    }
    cluster->count = kept;
}

static void add_point(struct mesh_cluster *cluster, const struct contact_point *point)
{
    for (int32_t i = 0; i < cluster->count; ++i) {
        if (cluster->point[i].id == point->id) {
            if (point->separation < cluster->point[i].separation) {
                cluster->point[i] = *point;
            }
            return;
        }
    }
    if (cluster->count == MAX_CLUSTER_POINTS) {
        thin_out(cluster);
    }
    cluster->point[cluster->count++] = *point;
}

/** Returns the cluster of a normal: the one with the closest normal, or a new one. If there is no place, the shallowest is
 *  replaced by a deeper one; NULL if there is none. */
static struct mesh_cluster *cluster_of(struct mesh_clusters *clusters, md3_vec normal, md_real deepest)
{
    int32_t best = -1, shallowest = 0;
    md_real max_cosine = CLUSTER_COSINE;
    for (int32_t i = 0; i < clusters->count; ++i) {
        const md_real cosine = vec_dot(clusters->cluster[i].normal, normal);
        if (cosine > max_cosine) {
            max_cosine = cosine;
            best = i;
        }
        shallowest = clusters->cluster[i].deepest > clusters->cluster[shallowest].deepest ? i : shallowest;
    }
    if (best >= 0) {
        return &clusters->cluster[best];
    }
    if (clusters->count == MAX_CLUSTERS && !(deepest < clusters->cluster[shallowest].deepest)) {
        return NULL;
    }
    struct mesh_cluster *fresh = &clusters->cluster[clusters->count < MAX_CLUSTERS ? clusters->count++ : shallowest];
    fresh->deepest = fresh->reference = MD_INFINITY;
    fresh->count = 0;
    return fresh;
}

void md3_clusters_add(struct mesh_clusters *clusters, md3_vec normal, const struct contact_point *points, int32_t count,
                      int32_t triangle)
{
    md_real deepest = MD_INFINITY;
    for (int32_t i = 0; i < count; ++i) {
        deepest = md_min(points[i].separation, deepest);
    }
    struct mesh_cluster *cluster = count > 0 ? cluster_of(clusters, normal, deepest) : NULL;
    if (cluster == NULL) {
        return;
    }
    cluster->deepest = md_min(deepest, cluster->deepest);
    if (deepest < cluster->reference - DEPTH_TOLERANCE) {
        cluster->reference = deepest;
        cluster->normal = normal;
        cluster->triangle = triangle;
    }
    for (int32_t i = 0; i < count; ++i) {
        add_point(cluster, &points[i]);
    }
}

int32_t md3_clusters_write(const struct mesh_clusters *clusters, const struct contact_frame *frame,
                           md3_manifold *manifolds, int32_t capacity)
{
    bool written[MAX_CLUSTERS] = {false};
    int32_t count = 0;
    for (; count < clusters->count && count < capacity; ++count) {
        int32_t next = -1;
        for (int32_t i = 0; i < clusters->count; ++i) {
            if (!written[i] && (next < 0 || clusters->cluster[i].deepest < clusters->cluster[next].deepest)) {
                next = i;
            }
        }
        const struct mesh_cluster *cluster = &clusters->cluster[next];
        md3_manifold_of_points(&manifolds[count], frame, cluster->normal, cluster->point, cluster->count,
                               cluster->triangle);
        written[next] = true;
    }
    return count;
}
