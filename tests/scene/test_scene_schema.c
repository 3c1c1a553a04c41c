/* docs/scene.schema.json and scene3.schema.json have the same keys, defaults and ranges as the reader, and every scene in
 * the repository, including those in the documentation, conforms to the one of its dimension. */
#include "scene/everything.h"
#include "scene/everything3.h"
#include "scene/fields.h"
#include "scene/scene_world.h"
#include "scene/scenes.h"
#include "scene/schema.h"

static void read_tree(struct value_tree *tree, const char *text, const char *origin)
{
    md_error error = {0};
    *tree = value_tree_open(NULL);
    if (value_tree_read_json(tree, text, strlen(text), origin, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
}

static struct value_tree open_schema_file(const char *path)
{
    struct value_tree tree;
    char *text = file_text(path);
    read_tree(&tree, text, path);
    free(text);
    return tree;
}

static struct value_tree open_schema(void)
{
    return open_schema_file("docs/scene.schema.json");
}

static struct value_tree open_schema3(void)
{
    return open_schema_file("docs/scene3.schema.json");
}

/* ---- Keys, defaults and ranges ----------------------------------------------------------------------------------- */

/* The range of a number is in the rule itself, or in the first alternative if infinity is allowed too. */
static const struct value *number_rule(const struct value *rule)
{
    const struct value *either = value_get(rule, "anyOf");
    return either != NULL ? either->first : rule;
}

static void assert_same_range(const struct field *field, const struct value *rule)
{
    const bool is_whole = field->kind == FIELD_INT32 || field->kind == FIELD_INT64 || field->kind == FIELD_SIZE;
    if (!is_whole && field->kind != FIELD_REAL && field->kind != FIELD_DOUBLE) {
        return;
    }
    const struct value *inner = number_rule(rule);
    const bool is_above = (field->flags & FIELD_ABOVE) != 0;
    const struct value *minimum = value_get(inner, is_above ? "exclusiveMinimum" : "minimum");
    const struct value *maximum = value_get(inner, "maximum");
    const bool is_open = field->min == field->max;
    assert_string_equal(value_get(inner, "type")->text, is_whole ? "integer" : "number");
    assert_true(is_open ? minimum == NULL : minimum != NULL && minimum->number == field->min);
    assert_true(is_open || isinf(field->max) ? maximum == NULL : maximum != NULL && maximum->number == field->max);
    assert_true((value_get(rule, "anyOf") != NULL) == ((field->flags & FIELD_INFINITE) != 0));
}

static void assert_same_words(const struct field *field, const struct value *rule)
{
    const struct value *word = field->kind == FIELD_WORD ? value_get(rule, "enum")->first : NULL;
    for (int i = 0; word != NULL; word = word->next, ++i) {
        assert_string_equal(field->words[i], word->text);
        assert_true(word->next != NULL || field->words[i + 1] == NULL);
    }
}

/* Checks that reading the schema's default gives the same bytes as the default struct. */
static void assert_same_default(const struct field *field, const struct value *rule, const void *defaults)
{
    union {
        char bytes[512];
        max_align_t alignment;
    } target;
    md_error error = {0};
    const struct value *given = value_get(rule, "default");
    struct field moved = *field;
    moved.offset = 0;
    if (given == NULL) {
        return;
    }
    memset(&target, 0x55, sizeof target);
    if (field_read(&moved, given, &target, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
    if (field->kind == FIELD_SOLVER) {
        char text[2][100];
        md_solver_spec_format((const md_solver_spec *)(const void *)&target, text[0], sizeof text[0]);
        md_solver_spec_format((const md_solver_spec *)(const void *)((const char *)defaults + field->offset), text[1],
                              sizeof text[1]);
        assert_string_equal(text[0], text[1]);
    } else if (field->kind == FIELD_TEXT) {
        assert_string_equal(target.bytes, (const char *)defaults + field->offset);
    } else {
        assert_memory_equal(&target, (const char *)defaults + field->offset, field_size(field));
    }
}

static void assert_same_keys(const struct value *object, const struct field *fields, const void *defaults)
{
    const struct value *properties = value_get(object, "properties");
    const struct value *required = value_get(object, "required");
    int32_t count = 0;
    int32_t required_count = 0;
    for (const struct field *field = fields; field->name != NULL; ++field, ++count) {
        const struct value *rule = value_get(properties, field->name);
        if (rule == NULL) {
            fail_msg("the schema does not have %s", field->name);
        }
        required_count += (field->flags & FIELD_REQUIRED) != 0;
        assert_same_range(field, rule);
        assert_same_words(field, rule);
        assert_same_default(field, rule, defaults);
    }
    assert_int_equal(properties->count, count);
    assert_int_equal(required != NULL ? required->count : 0, required_count);
    for (const struct value *name = required != NULL ? required->first : NULL; name != NULL; name = name->next) {
        assert_true((field_find(fields, name->text)->flags & FIELD_REQUIRED) != 0);
    }
    assert_true(value_get(object, "additionalProperties")->kind == VALUE_BOOL &&
                value_get(object, "additionalProperties")->number == 0);
}

static void the_schema_has_exactly_the_keys_of_the_reader(void **state)
{
    (void)state;
    struct value_tree tree = open_schema();
    const struct value *defs = value_get(tree.root, "$defs");
    const struct scene scene = {.dt = (md_real)(1.0 / 60), .steps = 1000};
    const md2_world_def world = md2_world_def_default();
    const md2_body_def body = md2_body_def_default();
    const md2_mass mass = {0};
    const md2_shape_def shape = md2_shape_def_default();
    const md2_joint_def joint = md2_joint_def_default(MD2_REVOLUTE);
    const struct geometry geometry = geometry_default();
    assert_same_keys(tree.root, scene_fields, &scene);
    assert_same_keys(value_get(defs, "world"), world_fields, &world);
    assert_same_keys(value_get(defs, "body"), body_fields, &body);
    assert_same_keys(value_get(defs, "mass"), mass_fields, &mass);
    assert_same_keys(value_get(defs, "material"), material_fields, &shape);
    assert_same_keys(value_get(defs, "shape"), shape_fields, &shape);
    assert_same_keys(value_get(defs, "joint"), joint_fields, &joint);
    int32_t geometries = 0;
    for (const struct geometry_kind *kind = geometry_kinds; kind->name != NULL; ++kind, ++geometries) {
        assert_same_keys(value_get(defs, kind->name), kind->fields, &geometry);
        assert_non_null(field_find(shape_fields, kind->name));
    }
    assert_int_equal(defs->count, 3 + 6 + geometries); /* vec, rotation, bits, and the objects above */
    value_tree_free(&tree);
}

static void the_3d_schema_has_exactly_the_keys_of_the_reader(void **state)
{
    (void)state;
    struct value_tree tree = open_schema3();
    const struct value *defs = value_get(tree.root, "$defs");
    const struct scene scene = {.dt = (md_real)(1.0 / 60), .steps = 1000};
    const md3_world_def world = md3_world_def_default();
    const md3_body_def body = md3_body_def_default();
    const md3_mass mass = {0};
    const md3_shape_def shape = md3_shape_def_default();
    const md3_joint_def joint = md3_joint_def_default(MD3_HINGE);
    const md3_joint_axis axis = md3_joint_axis_default();
    const struct geometry3 geometry = geometry_default3();
    assert_same_keys(tree.root, scene_fields3, &scene);
    assert_same_keys(value_get(defs, "world"), world_fields3, &world);
    assert_same_keys(value_get(defs, "body"), body_fields3, &body);
    assert_same_keys(value_get(defs, "mass"), mass_fields3, &mass);
    assert_same_keys(value_get(defs, "material"), material_fields3, &shape);
    assert_same_keys(value_get(defs, "shape"), shape_fields3, &shape);
    assert_same_keys(value_get(defs, "joint"), joint_fields3, &joint);
    assert_same_keys(value_get(defs, "joint_axis"), joint_axis_fields3, &axis);
    assert_same_keys(value_get(defs, "joint_axes"), joint_axes_fields3, &axis);
    int32_t geometries = 0;
    for (const struct geometry_kind *kind = geometry_kinds3; kind->name != NULL; ++kind, ++geometries) {
        assert_same_keys(value_get(defs, kind->name), kind->fields, &geometry);
        assert_non_null(field_find(shape_fields3, kind->name));
    }
    assert_int_equal(defs->count, 3 + 8 + geometries); /* vec, rotation, bits, and the objects above */
    value_tree_free(&tree);
}

/* Checks that the fields, and the members that a scene does not have, cover a struct up to padding, which is smaller
 * than a double. */
struct range {
    size_t offset, size;
};

static void assert_all_members_covered(size_t size, const struct field *fields, const struct range *excluded,
                                       size_t count)
{
    bool covered[2048] = {false};
    size_t run = 0;
    assert_true(size <= sizeof covered);
    for (; fields->name != NULL; ++fields) {
        memset(covered + fields->offset, true, field_size(fields));
    }
    for (size_t i = 0; i < count; ++i) {
        memset(covered + excluded[i].offset, true, excluded[i].size);
    }
    for (size_t i = 0; i < size; ++i) {
        run = covered[i] ? 0 : run + 1;
        assert_true(run < sizeof(double));
    }
}

#define RANGE(type, member)                                                                                            \
    {                                                                                                                  \
        offsetof(type, member), sizeof((type *)0)->member                                                              \
    }

static void every_field_of_the_library_has_a_key(void **state)
{
    (void)state;
    static const struct range WORLD[] = {RANGE(md2_world_def, limits.stop_after),
                                         RANGE(md2_world_def, limits.observe),
                                         RANGE(md2_world_def, limits.observe_user),
                                         RANGE(md2_world_def, limits.observe_every),
                                         RANGE(md2_world_def, limits.tol_cone),
                                         RANGE(md2_world_def, allocator),
                                         RANGE(md2_world_def, callbacks)};
    static const struct range BODY[] = {RANGE(md2_body_def, user)};
    static const struct range SHAPE[] = {RANGE(md2_shape_def, user)};
    static const struct range JOINT[] = {RANGE(md2_joint_def, user), RANGE(md2_joint_def, body),
                                         RANGE(md2_joint_def, anchor), RANGE(md2_joint_def, pulley),
                                         RANGE(md2_joint_def, gear_axis)};
    assert_all_members_covered(sizeof(md2_world_def), world_fields, WORLD, 7);
    assert_all_members_covered(sizeof(md2_body_def), body_fields, BODY, 1);
    assert_all_members_covered(sizeof(md2_shape_def), shape_fields, SHAPE, 1);
    assert_all_members_covered(sizeof(md2_joint_def), joint_fields, JOINT, 5);
}

static void every_field_of_the_3d_library_has_a_key(void **state)
{
    (void)state;
    static const struct range WORLD[] = {RANGE(md3_world_def, limits.stop_after),
                                         RANGE(md3_world_def, limits.observe),
                                         RANGE(md3_world_def, limits.observe_user),
                                         RANGE(md3_world_def, limits.observe_every),
                                         RANGE(md3_world_def, limits.tol_cone),
                                         RANGE(md3_world_def, allocator),
                                         RANGE(md3_world_def, callbacks)};
    static const struct range BODY[] = {RANGE(md3_body_def, user), RANGE(md3_body_def, locked)};
    static const struct range SHAPE[] = {RANGE(md3_shape_def, user)};
    static const struct range JOINT[] = {RANGE(md3_joint_def, user), RANGE(md3_joint_def, body),
                                         RANGE(md3_joint_def, anchor), RANGE(md3_joint_def, rotation),
                                         RANGE(md3_joint_def, axis)};
    assert_all_members_covered(sizeof(md3_world_def), world_fields3, WORLD, 7);
    assert_all_members_covered(sizeof(md3_body_def), body_fields3, BODY, 2);
    assert_all_members_covered(sizeof(md3_shape_def), shape_fields3, SHAPE, 1);
    assert_all_members_covered(sizeof(md3_joint_def), joint_fields3, JOINT, 5);
    assert_all_members_covered(sizeof(md3_joint_axis), joint_axis_fields3, NULL, 0);
}

/* ---- Conformance of scenes --------------------------------------------------------------------------------------- */

static bool is_accepted(const struct value_tree *schema, const char *text)
{
    struct value_tree tree;
    read_tree(&tree, text, "a scene");
    const bool accepted = schema_accepts((struct schema){schema->root}, schema->root, tree.root);
    value_tree_free(&tree);
    return accepted;
}

static void the_files_in_scenes_conform_to_the_schema(void **state)
{
    (void)state;
    struct value_tree schema = open_schema();
    for (const struct scene_kind *kind = scene_kinds; kind->name != NULL; ++kind) {
        char path[100];
        snprintf(path, sizeof path, "scenes/%s.json", kind->name);
        char *text = file_text(path);
        assert_true(is_accepted(&schema, text));
        free(text);
    }
    value_tree_free(&schema);
}

static void the_3d_files_in_scenes_conform_to_the_3d_schema(void **state)
{
    (void)state;
    struct value_tree schema = open_schema3();
    for (const struct scene_kind3 *kind = scene_kinds3; kind->name != NULL; ++kind) {
        char path[100];
        snprintf(path, sizeof path, "scenes/%s.json", kind->name);
        char *text = file_text(path);
        assert_true(is_accepted(&schema, text));
        free(text);
    }
    value_tree_free(&schema);
}

static void saved_scenes_conform_to_the_schema(void **state)
{
    (void)state;
    struct value_tree schema = open_schema();
    struct scene scene;
    make_everything(&scene);
    char *text = text_of(&scene);
    assert_true(is_accepted(&schema, text));
    free(text);
    scene_close(&scene);
    value_tree_free(&schema);
}

/* Checks every fenced JSON block that is a complete scene. */
static void the_documentation_examples_can_be_read_and_conform_to_the_schema(void **state)
{
    (void)state;
    static const char OPENING[] = "```json\n";
    const struct scene_options options = {.allow_3d = true};
    struct value_tree schema = open_schema();
    struct value_tree schema3 = open_schema3();
    char *page = file_text("docs/scenes.md");
    int examples = 0;
    int examples3 = 0;
    for (char *at_block = strstr(page, OPENING); at_block != NULL; at_block = strstr(at_block, OPENING)) {
        char *text = at_block + strlen(OPENING);
        char *end = strstr(text, "\n```");
        assert_non_null(end);
        *end = '\0';
        struct scene scene;
        md_error error = {0};
        if (scene_read(&scene, text, strlen(text), "docs/scenes.md", &options, &error) != MD_OK) {
            fail_msg("%s", error.message);
        }
        const bool is_3d = scene_dimensions(&scene) == 3;
        assert_true(is_accepted(is_3d ? &schema3 : &schema, text));
        for (int step = 0; step < 100; ++step) {
            assert_int_equal(scene_step(&scene, scene.dt, NULL), MD_OK);
        }
        scene_close(&scene);
        ++examples;
        examples3 += is_3d;
        at_block = end + 1;
    }
    assert_true(examples - examples3 >= 2 && examples3 >= 1);
    free(page);
    value_tree_free(&schema);
    value_tree_free(&schema3);
}

static void a_3d_scene_conforms_to_its_schema_only(void **state)
{
    (void)state;
    struct value_tree schema = open_schema();
    struct value_tree schema3 = open_schema3();
    assert_true(is_accepted(&schema3, EVERYTHING3));
    assert_false(is_accepted(&schema, EVERYTHING3));
    value_tree_free(&schema);
    value_tree_free(&schema3);
}

static void the_schema_refuses_invalid_scenes_like_the_reader(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "{}",
        "{\"format\": \"other\", \"version\": 1}",
        "{\"format\": \"modulus-scene\", \"version\": 1, \"extra\": 1}",
        "{\"format\": \"modulus-scene\", \"version\": 1, \"dt\": 0}",
        "{\"format\": \"modulus-scene\", \"version\": 1, \"world\": {\"substeps\": 0}}",
        "{\"format\": \"modulus-scene\", \"version\": 1, \"world\": {\"friction_mixing\": \"none\"}}",
        "{\"format\": \"modulus-scene\", \"version\": 1, \"bodies\": [{\"position\": [1]}]}",
        "{\"format\": \"modulus-scene\", \"version\": 1, \"bodies\": [{\"shapes\": [{}]}]}",
        "{\"format\": \"modulus-scene\", \"version\": 1, \"bodies\": [{\"shapes\": [{\"circle\": {\"radius\": 1}, "
        "\"box\": {\"half\": [1, 1]}}]}]}",
        "{\"format\": \"modulus-scene\", \"version\": 1, \"bodies\": [{\"shapes\": [{\"circle\": {\"radius\": 1}, "
        "\"category\": \"0xg\"}]}]}",
        "{\"format\": \"modulus-scene\", \"version\": 1, \"joints\": [{\"type\": \"weld\"}]}",
    };
    struct value_tree schema = open_schema();
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; ++i) {
        struct scene scene;
        assert_false(is_accepted(&schema, BAD[i]));
        assert_int_equal(scene_read(&scene, BAD[i], strlen(BAD[i]), "bad", NULL, NULL), MD_ERROR_FORMAT);
    }
    value_tree_free(&schema);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_schema_has_exactly_the_keys_of_the_reader),
        cmocka_unit_test(the_3d_schema_has_exactly_the_keys_of_the_reader),
        cmocka_unit_test(every_field_of_the_library_has_a_key),
        cmocka_unit_test(every_field_of_the_3d_library_has_a_key),
        cmocka_unit_test(a_3d_scene_conforms_to_its_schema_only),
        cmocka_unit_test(the_files_in_scenes_conform_to_the_schema),
        cmocka_unit_test(the_3d_files_in_scenes_conform_to_the_3d_schema),
        cmocka_unit_test(saved_scenes_conform_to_the_schema),
        cmocka_unit_test(the_documentation_examples_can_be_read_and_conform_to_the_schema),
        cmocka_unit_test(the_schema_refuses_invalid_scenes_like_the_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
