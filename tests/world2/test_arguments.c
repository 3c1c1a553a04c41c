/* Arguments that are NULL, definitions of zeros, and values out of range: a status, and a message that names the
 * field. */
#include "world2/make2.h"

static void null_gives_a_status(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id body = box_at(world, 0, 0, 1, 1);
    const md2_shape_id shape = md2_body_first_shape(world, body);
    const md2_world_def world_def = md2_world_def_default();
    const md2_body_def body_def = md2_body_def_default();
    const md2_shape_def shape_def = md2_shape_def_default();
    const md2_joint_def joint_def = md2_joint_def_default(MD2_REVOLUTE);
    const md2_joint_id joint = {0, 1};
    const md2_vec points[] = {at(1, 0), at(0, 0)};
    const md2_chain_segment segment = {at(1, 0), at(1, 0), at(0, 0), at(0, 0)};
    const md2_hull hull = circle_hull(1);
    md2_world *made = NULL;
    const md_status statuses[] = {md2_world_create(NULL, &made),
                                  md2_world_create(&world_def, NULL),
                                  md2_world_set_def(NULL, &world_def),
                                  md2_world_set_def(world, NULL),
                                  md2_body_create(NULL, &body_def, NULL),
                                  md2_body_create(world, NULL, NULL),
                                  md2_shape_create(NULL, body, &shape_def, &hull, NULL),
                                  md2_shape_create(world, body, NULL, &hull, NULL),
                                  md2_shape_create(world, body, &shape_def, NULL, NULL),
                                  md2_shape_create_segment(NULL, body, &shape_def, &segment, NULL),
                                  md2_shape_create_segment(world, body, NULL, &segment, NULL),
                                  md2_shape_create_segment(world, body, &shape_def, NULL, NULL),
                                  md2_chain_create(NULL, body, &shape_def, points, 2, false, NULL),
                                  md2_chain_create(world, body, NULL, points, 2, false, NULL),
                                  md2_chain_create(world, body, &shape_def, NULL, 2, false, NULL),
                                  md2_shape_set_def(NULL, shape, &shape_def),
                                  md2_shape_set_def(world, shape, NULL),
                                  md2_joint_create(NULL, &joint_def, NULL),
                                  md2_joint_create(world, NULL, NULL),
                                  md2_joint_set_def(NULL, joint, &joint_def),
                                  md2_joint_set_def(world, joint, NULL),
                                  md2_world_def_check(NULL, NULL),
                                  md2_body_def_check(NULL, NULL),
                                  md2_shape_def_check(NULL, NULL),
                                  md2_joint_def_check(NULL, NULL),
                                  md2_shape_hull_check(NULL, NULL),
                                  md2_mass_check(NULL, NULL)};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; ++i) {
        assert_int_equal(statuses[i], MD_ERROR_ARGUMENT);
    }
    assert_int_equal(md2_world_shape_count(world), 1);
    md2_world_destroy(world);
}

static void a_definition_of_zeros_is_refused_as_such(void **state)
{
    (void)state;
    md_error error = {0};
    assert_int_equal(md2_world_def_check(&(md2_world_def){0}, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "world: all fields are zero, start from md2_world_def_default");
    assert_int_equal(md2_body_def_check(&(md2_body_def){0}, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "body: all fields are zero, start from md2_body_def_default");
    assert_int_equal(md2_shape_def_check(&(md2_shape_def){0}, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "shape: all fields are zero, start from md2_shape_def_default");
    assert_int_equal(md2_joint_def_check(&(md2_joint_def){0}, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "joint: all fields are zero, start from md2_joint_def_default");
    assert_int_equal(md2_body_def_check(NULL, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "body: the definition is NULL, start from md2_body_def_default");
}

static void common_mistakes_name_the_field(void **state)
{
    (void)state;
    md_error error = {0};
    md2_shape_def shape = md2_shape_def_default();
    shape.restitution = (md_real)1.5;
    assert_int_equal(md2_shape_def_check(&shape, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "shape: restitution must be a number from 0 to 1, is 1.5");
    md2_joint_def joint = md2_joint_def_default(MD2_PRISMATIC);
    joint.lower = 2;
    joint.upper = 1;
    assert_int_equal(md2_joint_def_check(&joint, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "joint: lower must be <= upper, which is 1, is 2");
    joint = md2_joint_def_default(MD2_WELD);
    joint.body[0] = joint.body[1] = (md2_body_id){3, 1};
    assert_int_equal(md2_joint_def_check(&joint, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "joint: body[1] must differ from body[0], is body 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_gives_a_status),
        cmocka_unit_test(a_definition_of_zeros_is_refused_as_such),
        cmocka_unit_test(common_mistakes_name_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
