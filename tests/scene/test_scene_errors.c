/* Invalid scenes: each is refused with one line that names the place and what was expected. */
#include "scene/flat_document.h"
#include "scene/scenes.h"

#define SCENE(rest) "{\"format\": \"modulus-scene\", \"version\": 1" rest "}"
#define BODY(rest) SCENE(", \"bodies\": [{\"type\": \"dynamic\"" rest "}]")
#define SHAPE(rest) SCENE(", \"bodies\": [{}, {\"shapes\": [{" rest "}]}]")
#define CIRCLE "\"circle\": {\"radius\": 1}"
#define JOINT(rest)                                                                                                    \
    SCENE(                                                                                                             \
        ", \"bodies\": [{\"name\": \"a\"}, {\"name\": \"b\", \"type\": \"dynamic\"}, {\"name\": \"b\"}], \"joints\": " \
        "[{" rest "}]")

static const struct {
    const char *text, *message; /* after "f: ", or after "f" if it begins with a colon */
} CASES[] = {
    /* Syntax. */
    {"", ":1: the text is empty, expected a JSON object"},
    {" \n\t ", ":1: the text is empty, expected a JSON object"},
    {"{\n\"format\": \"modulus-scene\",\n\"version\" 1}", ":3: invalid JSON near '1}'"},
    {"{\n\"a\": [1, 2", ":2: the JSON text ends too early"},
    {"{\"a\": tru}", ":1: invalid JSON near 'tru}'"},
    {"{}\n\n x", ":1: unexpected text after the end of the JSON document"},
    {"{\"a\": 1, \"b\": {\"c\": 1, \"c\": 2}}", "b.c: duplicate key"},
    {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
     "[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]: nested "
     "deeper "
     "than 32 levels"},
    /* The document. */
    {"[]", "expected an object, got an array of 0"},
    {"3", "expected an object, got 3"},
    {"{}", "the key \"format\" is missing"},
    {"{\"format\": \"modulus-scene\"}", "the key \"version\" is missing"},
    {"{\"format\": \"box2d\", \"version\": 1}", "format: expected \"modulus-scene\", got \"box2d\""},
    {"{\"format\": \"modulus-scene\", \"version\": 2}", "version: expected 1, got 2"},
    {SCENE(", \"bodys\": []"), "bodys: unknown key, did you mean \"bodies\"?"},
    {SCENE(", \"colours\": []"), "colours: unknown key, expected one of format, version, dimensions, name, about, dt, "
                                 "steps, view, world, materials, bodies, "
                                 "joints"},
    {SCENE(", \"bodies\": {}"), "bodies: expected an array, got an object"},
    {SCENE(", \"joints\": 1"), "joints: expected an array, got 1"},
    {SCENE(", \"dt\": 0"), "dt: expected a number > 0, got 0"},
    {SCENE(", \"dt\": 1e999"), "dt: expected a number > 0, got inf"},
    {SCENE(", \"steps\": 1.5"), "steps: expected a whole number from 0 to 9007199254740992, got 1.5"},
    {SCENE(", \"view\": [0, 0, 1]"), "view: expected [left, bottom, right, top], got an array of 3"},
    {SCENE(", \"view\": [1, 0, 0, 1]"), "view: expected left < right and bottom < top"},
    {SCENE(", \"name\": 7"), "name: expected a text of at most 63 bytes, got 7"},
    /* The world. */
    {SCENE(", \"world\": []"), "world: expected an object, got an array of 0"},
    {SCENE(", \"world\": {\"gravity\": [0]}"), "world.gravity: expected [x, y], got an array of 1"},
    {SCENE(", \"world\": {\"gravity\": [0, null]}"), "world.gravity[1]: expected a number, got null"},
    {SCENE(", \"world\": {\"solver\": 3}"), "world.solver: expected a solver, such as \"amgs:alpha=0.25\", got 3"},
    {SCENE(", \"world\": {\"correction_factor\": 2}"), "world.correction_factor: expected a number from 0 to 1, got 2"},
    {SCENE(", \"world\": {\"hit_threshold\": \"far\"}"),
     "world.hit_threshold: expected a number >= 0 or \"infinity\", got \"far\""},
    {SCENE(", \"world\": {\"enable_sleep\": 1}"), "world.enable_sleep: expected true or false, got 1"},
    {SCENE(", \"world\": {\"friction_mixing\": \"sum\"}"),
     "world.friction_mixing: expected one of \"geometric_mean\", \"mean\", \"min\", \"max\", \"product\", got \"sum\""},
    {SCENE(", \"world\": {\"enable_slep\": true}"), "world.enable_slep: unknown key, did you mean \"enable_sleep\"?"},
    {SCENE(", \"world\": {\"max_bodies\": 1}, \"bodies\": [{}, {}]"), "bodies[1]: a size is too large"},
    /* Materials. */
    {SCENE(", \"materials\": []"), "materials: expected an object, got an array of 0"},
    {SCENE(", \"materials\": {\"ice\": {\"friction\": -1}}"), "materials.ice.friction: expected a number >= 0, got -1"},
    {SHAPE(CIRCLE ", \"material\": \"ice\""),
     "bodies[1].shapes[0].material: expected the name of one of the materials, got \"ice\""},
    /* Bodies. */
    {SCENE(", \"bodies\": [1]"), "bodies[0]: expected an object, got 1"},
    {BODY(", \"type\": \"dynamic\""), "bodies[0].type: duplicate key"},
    {SCENE(", \"bodies\": [{\"type\": \"solid\"}]"),
     "bodies[0].type: expected one of \"static\", \"kinematic\", \"dynamic\", got \"solid\""},
    {SCENE(", \"bodies\": [{\"type\": \"dynamc\"}]"),
     "bodies[0].type: unknown word \"dynamc\", did you mean \"dynamic\"?"},
    {BODY(", \"rotation\": [1, 1]"),
     "bodies[0].rotation: expected a cosine and a sine whose squares sum to 1, but they sum to 2"},
    {BODY(", \"rotation\": [1, 0], \"angle\": 1"),
     "bodies[0].angle: given together with rotation, expected one of the two"},
    {BODY(", \"angle\": 1e9"), "bodies[0].angle: expected a number from -1000 to 1000, got 1000000000"},
    {BODY(", \"name\": 4"), "bodies[0].name: expected a text, got 4"},
    {BODY(", \"linear_damping\": -1"), "bodies[0].linear_damping: expected a number >= 0, got -1"},
    {BODY(", \"mass\": {\"mass\": 0, \"inertia\": 1}"), "bodies[0].mass.mass: expected a number > 0, got 0"},
    {BODY(", \"mass\": {\"mass\": 1}"), "bodies[0].mass: the key \"inertia\" is missing"},
    {SCENE(", \"bodies\": [{\"mass\": {\"mass\": 1, \"inertia\": 1}}]"),
     "bodies[0].mass: only a dynamic body can have a mass"},
    {SCENE(", \"bodies\": [{\"velocity\": [1, 0]}]"), "bodies[0]: a static body cannot have a velocity"},
    {BODY(", \"shapes\": {}"), "bodies[0].shapes: expected an array, got an object"},
    /* Shapes. */
    {SHAPE("\"circle\": {\"radius\": \"x\"}"), "bodies[1].shapes[0].circle.radius: expected a number > 0, got \"x\""},
    {SHAPE("\"circle\": {\"radiu\": 1}"), "bodies[1].shapes[0].circle.radiu: unknown key, did you mean \"radius\"?"},
    {SHAPE("\"circle\": {}"), "bodies[1].shapes[0].circle: the key \"radius\" is missing"},
    {SHAPE("\"circle\": 1"), "bodies[1].shapes[0].circle: expected an object, got 1"},
    {SHAPE(""), "bodies[1].shapes[0]: the geometry is missing: expected circle, capsule, segment, box, polygon, chain "
                "or chain_segment"},
    {SHAPE(CIRCLE ", \"box\": {\"half\": [1, 1]}"),
     "bodies[1].shapes[0].box: a second geometry beside \"circle\", expected one per shape"},
    {SHAPE("\"box\": {\"half\": [1, 0]}"), "bodies[1].shapes[0].box.half: expected half sizes of at least 0.0025 m"},
    {SHAPE("\"capsule\": {\"a\": [0, 0], \"b\": [0, 0], \"radius\": 1}"),
     "bodies[1].shapes[0].capsule: expected two points at least 0.005 m apart"},
    {SHAPE("\"polygon\": {\"points\": [[0, 0], [1, 0]]}"),
     "bodies[1].shapes[0].polygon.points: expected an array of at least 3 points, got an array of 2"},
    {SHAPE("\"polygon\": {\"points\": [[0, 0], [1, 0], [2, 0]]}"),
     "bodies[1].shapes[0].polygon.points: expected points that enclose an area"},
    {SHAPE("\"polygon\": {\"points\": [[0, 0], [1, 0], \"x\"]}"),
     "bodies[1].shapes[0].polygon.points[2]: expected [x, y], got \"x\""},
    {SHAPE("\"polygon\": {\"points\": [[5, 0], [4, 3], [3, 4], [0, 5], [-3, 4], [-4, 3], [-5, 0], [-4, -3], [0, -5]]}"),
     "bodies[1].shapes[0].polygon.points: expected a convex outline of at most 8 corners"},
    {SHAPE("\"chain\": {\"points\": [[0, 0], [1, 0]], \"loop\": true}"),
     "bodies[1].shapes[0].chain.points: expected an array of at least 3 points, got an array of 2"},
    {SHAPE("\"chain\": {\"points\": [[0, 0], [0, 0]]}"),
     "bodies[1].shapes[0].chain.points: expected consecutive points to be different"},
    {SHAPE(CIRCLE ", \"mask\": \"0x12345678123456789\""),
     "bodies[1].shapes[0].mask: expected a whole number from 0 to 2^53, or up to 64 bits as \"0x...\", got "
     "\"0x12345678123456789\""},
    {SHAPE(CIRCLE ", \"group\": 3e9"),
     "bodies[1].shapes[0].group: expected a whole number from -2147483648 to 2147483647, got 3000000000"},
    /* Joints. */
    {JOINT("\"bodies\": [0, 1]"), "joints[0]: the key \"type\" is missing"},
    {JOINT("\"type\": \"weld\""), "joints[0]: the key \"bodies\" is missing"},
    {JOINT("\"type\": \"glue\", \"bodies\": [0, 1]"),
     "joints[0].type: expected one of \"distance\", \"revolute\", \"prismatic\", \"weld\", \"wheel\", \"mouse\", "
     "\"pulley\", \"motor\", \"gear\", got "
     "\"glue\""},
    {JOINT("\"type\": \"weld\", \"bodies\": [0]"),
     "joints[0].bodies: expected an array of two bodies, got an array of 1"},
    {JOINT("\"type\": \"weld\", \"bodies\": [0, 3]"),
     "joints[0].bodies[1]: expected the name of a body, or an index below 3, got 3"},
    {JOINT("\"type\": \"weld\", \"bodies\": [null, 1]"),
     "joints[0].bodies[0]: expected the name of a body, or an index below 3, got null"},
    {JOINT("\"type\": \"weld\", \"bodies\": [0, \"c\"]"), "joints[0].bodies[1]: no body is named \"c\""},
    {JOINT("\"type\": \"weld\", \"bodies\": [0, \"b\"]"), "joints[0].bodies[1]: more than one body is named \"b\""},
    {JOINT("\"type\": \"weld\", \"bodies\": [1, 1]"), "joints[0].bodies: expected two different bodies"},
    {JOINT("\"type\": \"weld\", \"bodies\": [0, 1], \"at\": [0, 0], \"anchors\": [[0, 0], [0, 0]]"),
     "joints[0].at: given together with anchors, expected one of the two"},
    {JOINT("\"type\": \"distance\", \"bodies\": [0, 1], \"at\": [0, 0]"),
     "joints[0].at: a distance joint has two anchor points: use between or anchors"},
    {JOINT("\"type\": \"weld\", \"bodies\": [0, 1], \"between\": [[0, 0], [1, 1]]"),
     "joints[0].between: only distance and pulley joints have two anchor points: use at or anchors"},
    {JOINT("\"type\": \"wheel\", \"bodies\": [0, 1], \"axis\": [2, 0]"), "joints[0].axis: expected a unit vector"},
    {JOINT("\"type\": \"wheel\", \"bodies\": [0, 1], \"at\": [0, 0], \"axis\": [0, 0]"),
     "joints[0].axis: expected a direction, not zero"},
    {JOINT("\"type\": \"wheel\", \"bodies\": [0, 1], \"lower\": 2, \"upper\": 1"),
     "joints[0]: expected lower <= upper"},
    {JOINT("\"type\": \"weld\", \"bodies\": [0, 1], \"frequency\": 0"),
     "joints[0].frequency: expected a number > 0, got 0"},
    {JOINT("\"type\": \"weld\", \"bodies\": [0, 1], \"motor\": 1"),
     "joints[0].motor: unknown key, expected one of type, bodies, anchors, at, between, axis, reference, length, "
     "pulleys, ratio, gear_axes, collide_connected, has_limits, lower, upper, has_motor, motor_speed, motor_limit, "
     "torque_limit, "
     "motor_velocity, correction_factor, has_spring, frequency, damping_ratio, target, break_force, break_torque"},
    {JOINT("\"type\": \"pulley\", \"bodies\": [0, 1]"), "joints[0]: the key \"pulleys\" is missing"},
    {JOINT("\"type\": \"pulley\", \"bodies\": [0, 1], \"pulleys\": [[0, 0]]"),
     "joints[0].pulleys: expected an array of two points, got an array of 1"},
    {JOINT("\"type\": \"pulley\", \"bodies\": [0, 1], \"pulleys\": [[0, 0], [1, 0]], \"at\": [0, 0]"),
     "joints[0].at: a pulley joint has two anchor points: use between or anchors"},
    {JOINT("\"type\": \"pulley\", \"bodies\": [0, 1], \"pulleys\": [[0, 0], [1, 0]], \"ratio\": 0"),
     "joints[0]: joint: ratio must be a number from 1e-06 to 1e+06, is 0"},
    {JOINT("\"type\": \"gear\", \"bodies\": [0, 1], \"ratio\": -2000000"),
     "joints[0].ratio: expected a number from -1000000 to 1000000, got -2000000"},
    {JOINT("\"type\": \"gear\", \"bodies\": [0, 1], \"gear_axes\": [[1, 0]]"),
     "joints[0].gear_axes: expected an array of two points, got an array of 1"},
    {JOINT("\"type\": \"gear\", \"bodies\": [0, 1], \"gear_axes\": [[1, 0], [2, 0]]"),
     "joints[0]: joint: gear_axis[1] must be (0, 0) or a unit vector, is (2, 0)"},
    {JOINT("\"type\": \"motor\", \"bodies\": [0, 1], \"correction_factor\": 2"),
     "joints[0].correction_factor: expected a number from 0 to 1, got 2"},
    {JOINT("\"type\": \"distance\", \"bodies\": [0, 1], \"between\": [[0, 0], [0, 0]]"),
     "joints[0]: joint: length must be a finite number > 0, is 0"},
    {SCENE(", \"bodies\": [{\"position\": [0, 1e12]}]"),
     "bodies[0]: body: position.y must be a number from -1e+09 to 1e+09, is 1e+12"},
    /* Control characters do not break the line. */
    {SCENE(", \"a\\nb\": \"c\\u0007\""), NULL},
    {SCENE(", \"dt\": \"\\u001b[2J\""), "dt: expected a number > 0, got \"\\x1b[2J\""},
    /* Bytes that are not UTF-8: one alone, an end that is missing, a surrogate, a longer form than necessary. */
    {SCENE(",\n\"name\": \"a\xff\""), ":2: byte 0xff, expected UTF-8 text without NUL"},
    {SCENE(", \"name\": \"a\xc3\""), ":1: byte 0xc3, expected UTF-8 text without NUL"},
    {SCENE(", \"name\": \"\xed\xa0\x80\""), ":1: byte 0xed, expected UTF-8 text without NUL"},
    {SCENE(", \"name\": \"\xc0\xaf\""), ":1: byte 0xc0, expected UTF-8 text without NUL"},
    {SCENE(", \"n\xe4me\": \"a\""), ":1: byte 0xe4, expected UTF-8 text without NUL"},
    {SCENE(", \"name\": \"a\\u0000b\""), ":1: \\u0000, expected text without NUL"},
    {SCENE(", \"name\": \"a\\\\\\u0000\""), ":1: \\u0000, expected text without NUL"},
};

static void every_mistake_is_reported_with_its_path(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        struct scene scene;
        md_error error = {0};
        char expected[600];
        const md_status status = scene_read(&scene, CASES[i].text, strlen(CASES[i].text), "f", NULL, &error);
        assert_int_not_equal(status, MD_OK);
        assert_int_equal(error.status, status);
        assert_null(scene.world);
        for (const char *c = error.message; *c != '\0'; ++c) {
            assert_true((unsigned char)*c >= ' ');
        }
        if (CASES[i].message != NULL) {
            snprintf(expected, sizeof expected, "f%s%s", CASES[i].message[0] == ':' ? "" : ": ", CASES[i].message);
            if (strcmp(error.message, expected) != 0) {
                print_error("for      %s\nexpected %s\ngot      %s\n", CASES[i].text, expected, error.message);
                ++wrong;
            }
        }
    }
    assert_int_equal(wrong, 0);
}

/* Apart from syntax errors, the messages are the same for both parsers. */
static void every_mistake_is_reported_for_flat_documents_too(void **state)
{
    (void)state;
    int compared = 0;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        struct scene scene;
        md_error expected = {0};
        md_error error = {0};
        struct flat_document document;
        if (!flatten(CASES[i].text, &document)) {
            continue;
        }
        assert_int_not_equal(scene_read(&scene, CASES[i].text, strlen(CASES[i].text), "f", NULL, &expected), MD_OK);
        assert_int_not_equal(scene_read_flat(&scene, document.bytes, document.size, "f", NULL, &error), MD_OK);
        assert_string_equal(error.message, expected.message);
        assert_null(scene.world);
        flat_document_free(&document);
        ++compared;
    }
    assert_true(compared > 50);
}

static void a_nul_in_a_file_is_refused(void **state)
{
    (void)state;
    static const char TEXT[] = "{\n\"name\": \"a\0b\"}";
    struct scene scene;
    md_error error = {0};
    assert_int_equal(scene_read(&scene, TEXT, sizeof TEXT - 1, "f", NULL, &error), MD_ERROR_FORMAT);
    assert_string_equal(error.message, "f:2: byte 0x00, expected UTF-8 text without NUL");
}

static void a_bad_text_in_a_flat_document_is_refused(void **state)
{
    (void)state;
    static const char TEXTS[][9] = {"S\3\0\0\0a\0b", "S\3\0\0\0a\xff"
                                                     "b"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; ++i) {
        struct scene scene;
        md_error error = {0};
        assert_int_equal(scene_read_flat(&scene, TEXTS[i], sizeof TEXTS[i], "f", NULL, &error), MD_ERROR_FORMAT);
        assert_string_equal(error.message, "f: expected UTF-8 text without NUL");
    }
}

/* An escaped backslash before "u0000" is no NUL, and other languages and control characters are allowed in a name. */
static void every_valid_name_is_read(void **state)
{
    (void)state;
    static const char *const NAMES[][2] = {{"a\\\\u0000", "a\\u0000"},
                                           {"gr\xc3\xb6\xc3\x9f"
                                            "e \xe2\x82\xac \xf0\x9f\x8e\xb1",
                                            "gr\xc3\xb6\xc3\x9f"
                                            "e \xe2\x82\xac \xf0\x9f\x8e\xb1"},
                                           {"a\\u001bb", "a\033b"}};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; ++i) {
        char text[200];
        struct scene scene;
        md_error error = {0};
        snprintf(text, sizeof text, "{\"format\": \"modulus-scene\", \"version\": 1, \"name\": \"%s\"}", NAMES[i][0]);
        const md_status status = scene_read(&scene, text, strlen(text), "f", NULL, &error);
        assert_string_equal(error.message, "");
        assert_int_equal(status, MD_OK);
        assert_string_equal(scene.name, NAMES[i][1]);
        scene_close(&scene);
    }
}

/* Without a name in the file, the name of the file is used up to the last whole character that fits or is valid. */
static void a_name_from_a_path_is_valid_utf8(void **state)
{
    (void)state;
    static const char TEXT[] = "{\"format\": \"modulus-scene\", \"version\": 1}";
    char path[200] = "x/";
    for (int i = 0; i < 40; ++i) {
        strcat(path, "\xc3\xb6");
    }
    const struct {
        const char *path;
        size_t length;
    } names[] = {{path, 62}, {"x/ab\xff.json", 2}, {"x/\xff.json", 5}};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        struct scene scene;
        assert_int_equal(scene_read(&scene, TEXT, sizeof TEXT - 1, names[i].path, NULL, NULL), MD_OK);
        assert_int_equal(strlen(scene.name), names[i].length);
        scene_close(&scene);
    }
}

static void a_deeply_nested_flat_document_is_refused(void **state)
{
    (void)state;
    char bytes[40];
    struct scene scene;
    md_error error = {0};
    memset(bytes, '[', sizeof bytes);
    assert_int_equal(scene_read_flat(&scene, bytes, sizeof bytes, "f", NULL, &error), MD_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "nested deeper than 32 levels"));
}

/* A scene that is truncated anywhere is refused. */
static void a_truncated_file_is_refused(void **state)
{
    (void)state;
    char *text = file_text("scenes/mass_ratio.json");
    const size_t whole = strlen(text) - 1; /* without the last newline */
    for (size_t length = 0; length < whole; length += 7) {
        struct scene scene;
        md_error error = {0};
        assert_int_equal(scene_read(&scene, text, length, "half", NULL, &error), MD_ERROR_FORMAT);
        assert_memory_equal(error.message, "half:", 5);
    }
    free(text);
}

static void a_truncated_flat_document_is_refused(void **state)
{
    (void)state;
    char *text = file_text("scenes/mass_ratio.json");
    struct flat_document document;
    assert_true(flatten(text, &document));
    for (size_t size = 0; size < document.size; size += 3) {
        struct scene scene;
        md_error error = {0};
        assert_int_equal(scene_read_flat(&scene, document.bytes, size, "half", NULL, &error), MD_ERROR_FORMAT);
        assert_string_equal(error.message, "half: the flat document is truncated or damaged");
    }
    flat_document_free(&document);
    free(text);
}

static void a_number_that_md_real_cannot_hold_is_refused(void **state)
{
    (void)state;
    struct scene scene;
    const char *text = SCENE(", \"world\": {\"gravity\": [0, 1e300]}");
    const md_status status = scene_read(&scene, text, strlen(text), "f", NULL, NULL);
    assert_int_equal(status, PICK(MD_OK, MD_ERROR_FORMAT));
    scene_close(&scene);
}

static void a_folder_is_refused(void **state)
{
    (void)state;
    struct scene scene;
    md_error error = {0};
    assert_int_equal(scene_open(&scene, "scenes/", NULL, &error), MD_ERROR_FILE);
    assert_string_equal(error.message, "scenes/: cannot be read: Is a directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_is_reported_with_its_path),
        cmocka_unit_test(every_mistake_is_reported_for_flat_documents_too),
        cmocka_unit_test(a_nul_in_a_file_is_refused),
        cmocka_unit_test(a_bad_text_in_a_flat_document_is_refused),
        cmocka_unit_test(every_valid_name_is_read),
        cmocka_unit_test(a_name_from_a_path_is_valid_utf8),
        cmocka_unit_test(a_deeply_nested_flat_document_is_refused),
        cmocka_unit_test(a_truncated_file_is_refused),
        cmocka_unit_test(a_truncated_flat_document_is_refused),
        cmocka_unit_test(a_number_that_md_real_cannot_hold_is_refused),
        cmocka_unit_test(a_folder_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
