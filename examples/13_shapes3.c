/* The shapes of 3D: a hull of points, a compound, a mesh and a height field. */
#include <math.h>
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>

#define HALF_PI 1.5707963267948966
#define SIDE 9 /* heights along each side of the height field */

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

static md3_body_id add_body(md3_world *world, md3_body_type type, md3_vec position, md3_rot rotation)
{
    md3_body_def def = md3_body_def_default();
    def.type = type;
    def.position = position;
    def.rotation = rotation;
    md3_body_id body;
    must(md3_body_create(world, &def, &body), "body");
    return body;
}

/* A rock: the convex hull of some points. Points inside it do no harm. */
static md3_body_id add_rock(md3_world *world, md3_vec position)
{
    const md3_vec points[] = {{-0.5, 0, -0.3}, {0.5, 0, -0.3},  {0.4, 0, 0.4}, {-0.4, 0, 0.4},
                              {0, 0.5, 0},     {0.3, 0.4, 0.1}, {0, 0.1, 0}};
    md3_hull *hull;
    md_error error;
    if (md3_hull_create(NULL, points, 7, &hull, &error) != MD_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    printf("rock: %d points, %d of them corners, %d faces\n", 7, (int)md3_hull_vertices(hull),
           (int)md3_hull_faces(hull));
    md3_geometry geometry;
    must(md3_geometry_hull(&geometry, hull, 0), "geometry");
    const md3_body_id rock = add_body(world, MD3_DYNAMIC, position, md3_rot_identity());
    md3_shape_def def = md3_shape_def_default();
    def.density = 2700; /* kg/m^3: granite */
    must(md3_shape_create(world, rock, &def, &geometry, NULL), "rock");
    md3_hull_destroy(hull); /* the shape keeps it */
    return rock;
}

/* A hammer: one body with two shapes, a head of iron and a handle of wood. */
static md3_body_id add_hammer(md3_world *world, md3_vec position)
{
    const md3_body_id hammer = add_body(world, MD3_DYNAMIC, position, md3_rot_identity());
    md3_geometry head, handle;
    must(md3_geometry_cylinder(&head, md3_v(-0.1, 0, 0), md3_v(0.1, 0, 0), 0.05, 0), "head");
    must(md3_geometry_capsule(&handle, md3_v(0, 0, 0.07), md3_v(0, 0, 1), 0.02), "handle");
    md3_shape_def iron = md3_shape_def_default(), wood = md3_shape_def_default();
    iron.density = 7900;
    wood.density = 700;
    must(md3_shape_create(world, hammer, &iron, &head, NULL), "head");
    must(md3_shape_create(world, hammer, &wood, &handle, NULL), "handle");
    return hammer;
}

/* A valley with two slopes: a mesh of four triangles, counter-clockwise seen from above. */
static void add_valley(md3_world *world, md3_vec position)
{
    const md3_vec vertices[] = {{-3, 1, 2}, {-3, 1, -2}, {0, 0, 2}, {0, 0, -2}, {3, 1, 2}, {3, 1, -2}};
    const int32_t indices[] = {0, 2, 1, 1, 2, 3, 2, 4, 3, 3, 4, 5};
    md3_mesh_def mesh_def = md3_mesh_def_default();
    mesh_def.vertices = vertices;
    mesh_def.vertex_count = 6;
    mesh_def.indices = indices;
    mesh_def.triangle_count = 4;
    md3_mesh *mesh;
    must(md3_mesh_create(NULL, &mesh_def, &mesh, NULL), "mesh");
    md3_geometry geometry;
    must(md3_geometry_mesh(&geometry, mesh), "geometry");
    const md3_shape_def def = md3_shape_def_default();
    must(md3_shape_create(world, add_body(world, MD3_STATIC, position, md3_rot_identity()), &def, &geometry, NULL),
         "valley");
    md3_mesh_destroy(mesh);
}

/* A bowl: a height field. Its heights are along its z axis, so the body is turned until z points up. Its x axis then
 * is the x axis of the world, and its y axis points along -z of the world. */
static void add_bowl(md3_world *world, md3_vec position)
{
    md_real heights[SIDE * SIDE];
    for (int j = 0; j < SIDE; ++j) {
        for (int i = 0; i < SIDE; ++i) {
            const int x = i - SIDE / 2, y = j - SIDE / 2;
            heights[i + j * SIDE] = (md_real)(0.05 * (x * x + y * y));
        }
    }
    md3_height_field_def field_def = md3_height_field_def_default();
    field_def.heights = heights;
    field_def.columns = field_def.rows = SIDE;
    field_def.origin = md3_v(-SIDE / 2, -SIDE / 2, 0); /* the middle is the origin of the body */
    md3_height_field *field;
    must(md3_height_field_create(NULL, &field_def, &field, NULL), "field");
    md3_geometry geometry;
    must(md3_geometry_height_field(&geometry, field), "geometry");
    const md3_rot z_up = md3_rot_from_axis_angle(md3_v(1, 0, 0), -HALF_PI);
    const md3_shape_def def = md3_shape_def_default();
    must(md3_shape_create(world, add_body(world, MD3_STATIC, position, z_up), &def, &geometry, NULL), "bowl");
    md3_height_field_destroy(field);
}

static void print_body(const md3_world *world, const char *name, md3_body_id body)
{
    const md3_mass mass = md3_body_mass(world, body);
    const md3_vec p = md3_body_center(world, body);
    printf("%s: %.1f kg, centre of mass at (%.2f, %.2f, %.2f), %s\n", name, (double)mass.mass, (double)p.x, (double)p.y,
           (double)p.z, md3_body_is_awake(world, body) ? "awake" : "asleep");
}

int main(void)
{
    const md3_world_def def = md3_world_def_default();
    md3_world *world;
    must(md3_world_create(&def, &world), "world");
    add_valley(world, md3_v(0, 0, 0));
    add_bowl(world, md3_v(20, 0, 0));
    const md3_body_id rock = add_rock(world, md3_v((md_real)-1.5, 2, 0));
    const md3_body_id hammer = add_hammer(world, md3_v(22, 2, 1));
    print_body(world, "rock", rock);
    print_body(world, "hammer", hammer);
    for (int step = 0; step < 600; ++step) {
        must(md3_world_step(world, (md_real)1 / 60, NULL), "step");
    }
    puts("ten seconds later:");
    print_body(world, "rock", rock);
    print_body(world, "hammer", hammer);
    md3_world_destroy(world);
    return 0;
}
