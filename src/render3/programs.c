#include "render3/programs.h"

#include "base/error.h"

#define VERSION "#version 330 core\n"

/* An instance: rotates, scales and moves the mesh. Normals follow the cofactors of the axes, which is right for any
 * scale. `depth` moves what is drawn toward the eye, in its depth only. */
static const char INSTANCE_SHADER[] =
    VERSION "layout(location = 0) in vec3 position;\n"
            "layout(location = 1) in vec3 normal;\n"
            "layout(location = 2) in vec3 axis_x;\n"
            "layout(location = 3) in vec3 axis_y;\n"
            "layout(location = 4) in vec3 axis_z;\n"
            "layout(location = 5) in vec3 origin;\n"
            "layout(location = 6) in vec4 colour;\n"
            "layout(location = 7) in float pattern;\n"
            "uniform mat4 camera;\n"
            "uniform vec3 eye;\n"
            "uniform float depth;\n"
            "out vec3 point;\n"
            "out vec3 facing;\n"
            "out vec3 local;\n"
            "flat out vec4 paint;\n"
            "flat out float octants;\n"
            "void main() {\n"
            "    point = mat3(axis_x, axis_y, axis_z) * position + origin;\n"
            "    facing = cross(axis_y, axis_z) * normal.x + cross(axis_z, axis_x) * normal.y +\n"
            "             cross(axis_x, axis_y) * normal.z;\n"
            "    local = normal;\n"
            "    paint = colour;\n"
            "    octants = pattern;\n"
            "    gl_Position = camera * vec4(point, 1);\n"
            "    vec3 toward = eye - point;\n"
            "    float far = length(toward);\n"
            "    vec4 closer = camera * vec4(point + toward * (min(depth, 0.5 * far) / far), 1);\n"
            "    gl_Position.z = depth > 0 ? closer.z / closer.w * gl_Position.w : gl_Position.z;\n"
            "}\n";

/* The share of the light that arrives at a point: the mean of a few comparisons, each of which is bilinear. */
#define LIGHT_FUNCTION                                                                                                 \
    "uniform mat4 lamp;\n"                                                                                             \
    "uniform sampler2DShadow shadow;\n"                                                                                \
    "uniform float texel;\n"                                                                                           \
    "float lit(vec3 at) {\n"                                                                                           \
    "    vec4 place = lamp * vec4(at, 1);\n"                                                                           \
    "    vec3 coordinate = place.xyz * 0.5 + 0.5;\n"                                                                   \
    "    if (any(greaterThan(abs(place.xyz), vec3(0.995)))) return 1.0;\n"                                             \
    "    float sum = 0.0;\n"                                                                                           \
    "    for (int i = 0; i < 4; ++i) {\n"                                                                              \
    "        vec2 step = vec2(i % 2 == 0 ? -0.75 : 0.75, i / 2 == 0 ? -0.75 : 0.75) * texel;\n"                        \
    "        sum += texture(shadow, vec3(coordinate.xy + step, coordinate.z));\n"                                      \
    "    }\n"                                                                                                          \
    "    return 0.25 * sum;\n"                                                                                         \
    "}\n"

/* How much a grid line covers a pixel, 0 to 1. Lines fade where they are closer than a few pixels. */
#define GRID_FUNCTION                                                                                                  \
    "float line(vec2 at, float cell) {\n"                                                                              \
    "    vec2 place = at / cell;\n"                                                                                    \
    "    vec2 width = fwidth(place);\n"                                                                                \
    "    vec2 distance = abs(fract(place - 0.5) - 0.5);\n"                                                             \
    "    vec2 cover = clamp(1.0 - distance / max(width, 1e-9), 0.0, 1.0) * clamp(0.4 / width - 0.6, 0.0, 1.0);\n"      \
    "    return max(cover.x, cover.y);\n"                                                                              \
    "}\n"                                                                                                              \
    "float grid_lines(vec2 at, float cell) {\n"                                                                        \
    "    return 0.35 * line(at, cell) + 0.45 * line(at, 5.0 * cell);\n"                                                \
    "}\n"

static const char SOLID_SHADER[] =
    VERSION "in vec3 point;\n"
            "in vec3 facing;\n"
            "in vec3 local;\n"
            "flat in vec4 paint;\n"
            "flat in float octants;\n"
            "uniform vec3 eye;\n"
            "uniform vec3 light;\n"
            "uniform vec3 up;\n"
            "uniform float radius;\n"
            "uniform vec3 across;\n"
            "uniform vec3 origin;\n"
            "uniform float grid;\n"
            "out vec4 pixel;\n" LIGHT_FUNCTION GRID_FUNCTION "void main() {\n"
            "    vec3 toward = normalize(eye - point);\n"
            "    vec3 n = normalize(facing);\n"
            "    n = dot(n, toward) < 0.0 ? -n : n;\n"
            "    float direct = max(dot(n, light), 0.0);\n"
            "    direct = direct > 0.0 ? direct * lit(point + n * (0.004 * radius)) : 0.0;\n"
            "    float sky = 0.5 + 0.5 * dot(n, up);\n"
            "    float gloss = pow(max(dot(n, normalize(light + toward)), 0.0), 40.0) * direct;\n"
            "    vec3 base = paint.rgb;\n"
            "    base *= octants == 1.0 && local.x * local.y * local.z > 0.0 ? 0.84 : 1.0;\n"
            "    if (octants == 2.0) {\n"
            "        vec3 from = point - origin;\n"
            "        float lines = grid_lines(vec2(dot(from, across), dot(from, cross(up, across))), grid);\n"
            "        base = mix(base, vec3(0.45, 0.48, 0.52), lines);\n"
            "    }\n"
            "    float shade = paint.a < 1.0 ? 1.0 : 0.56 + 0.14 * sky + 0.44 * direct;\n"
            "    pixel = vec4(base * shade + 0.10 * gloss, paint.a);\n"
            "}\n";

static const char EDGE_SHADER[] = VERSION "flat in vec4 paint;\n"
                                          "out vec4 pixel;\n"
                                          "void main() { pixel = vec4(paint.rgb * 0.42, 1); }\n";

static const char MARK_SHADER[] = VERSION "in vec3 point;\n"
                                          "in vec3 facing;\n"
                                          "flat in vec4 paint;\n"
                                          "uniform vec3 eye;\n"
                                          "out vec4 pixel;\n"
                                          "void main() {\n"
                                          "    float face = abs(dot(normalize(facing), normalize(eye - point)));\n"
                                          "    pixel = vec4(paint.rgb * (0.75 + 0.25 * face), paint.a);\n"
                                          "}\n";

static const char DEPTH_SHADER[] = VERSION "void main() {}\n";

/* A triangle that covers the picture. The point of the plane on the ray through each pixel follows from the inverse of
 * the camera's axes. */
static const char PLANE_VERTEX_SHADER[] =
    VERSION "uniform vec3 right;\n"
            "uniform vec3 top;\n"
            "uniform vec3 ahead;\n"
            "out vec3 ray;\n"
            "void main() {\n"
            "    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);\n"
            "    ray = ahead + corner.x * right + corner.y * top;\n"
            "    gl_Position = vec4(corner, 0, 1);\n"
            "}\n";

static const char PLANE_SHADER[] =
    VERSION "in vec3 ray;\n"
            "uniform mat4 camera;\n"
            "uniform vec3 eye;\n"
            "uniform vec3 normal;\n"
            "uniform vec3 across;\n"
            "uniform float offset;\n"
            "uniform float grid;\n"
            "uniform float radius;\n"
            "uniform float opacity;\n"
            "uniform int is_ground;\n"
            "uniform vec3 origin;\n"
            "uniform vec4 others[8];\n"
            "uniform int other_count;\n"
            "out vec4 pixel;\n" LIGHT_FUNCTION GRID_FUNCTION "void main() {\n"
            "    float fall = dot(normal, ray);\n"
            "    float time = (offset - dot(normal, eye)) / fall;\n"
            "    vec3 at = eye + time * ray;\n"
            "    vec3 from = at - origin;\n"
            "    float lines = grid_lines(vec2(dot(from, across), dot(from, cross(normal, across))), grid);\n"
            "    if (fall >= 0.0 || time <= 0.0) discard;\n"
            "    for (int i = 0; i < other_count; ++i) {\n"
            "        if (dot(others[i].xyz, at) < others[i].w - 0.002 * radius) discard;\n"
            "    }\n"
            "    vec4 clip = camera * vec4(at, 1);\n"
            "    gl_FragDepth = clamp(clip.z / clip.w * 0.5 + 0.5, 0.0, 1.0);\n"
            "    float fade = 1.0 - smoothstep(1.2, is_ground == 1 ? 4.5 : 2.2, length(at) / radius);\n"
            "    float dark = is_ground == 1 ? 0.27 * (1.0 - lit(at + normal * (0.002 * radius))) : 0.0;\n"
            "    vec3 base = is_ground == 1 ? vec3(0.925, 0.935, 0.945) : vec3(0.80, 0.83, 0.86);\n"
            "    vec3 ink = vec3(0.60, 0.63, 0.67);\n"
            "    pixel = vec4(mix(base, ink, lines) * (1.0 - dark), fade * opacity);\n"
            "}\n";

static GLuint compile(const struct gl *gl, GLenum type, const char *source)
{
    const GLuint shader = gl->CreateShader(type);
    gl->ShaderSource(shader, 1, &source, NULL);
    gl->CompileShader(shader);
    return shader;
}

/* Links two shaders; a shader that did not compile does not link. */
static md_status link_program(const struct gl *gl, const char *vertex, const char *fragment, GLuint *program,
                              md_error *error)
{
    const GLuint shaders[] = {compile(gl, GL_VERTEX_SHADER, vertex), compile(gl, GL_FRAGMENT_SHADER, fragment)};
    GLint linked = GL_FALSE;
    *program = gl->CreateProgram();
    for (int i = 0; i < 2; ++i) {
        gl->AttachShader(*program, shaders[i]);
        gl->DeleteShader(shaders[i]);
    }
    gl->LinkProgram(*program);
    gl->GetProgramiv(*program, GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) {
        return MD_OK;
    }
    char message[300] = "";
    gl->GetProgramInfoLog(*program, sizeof message, NULL, message);
    for (char *c = message; *c != '\0'; ++c) {
        *c = *c == '\n' ? ' ' : *c;
    }
    return md_fail(error, MD_ERROR_FILE, "the OpenGL driver refuses a program: %s", message);
}

md_status programs_create(struct programs *programs, const struct gl *gl, md_error *error)
{
    const struct {
        GLuint *program;
        const char *vertex, *fragment;
    } parts[] = {{&programs->solid, INSTANCE_SHADER, SOLID_SHADER},
                 {&programs->edge, INSTANCE_SHADER, EDGE_SHADER},
                 {&programs->mark, INSTANCE_SHADER, MARK_SHADER},
                 {&programs->depth, INSTANCE_SHADER, DEPTH_SHADER},
                 {&programs->plane, PLANE_VERTEX_SHADER, PLANE_SHADER}};
    md_status status = MD_OK;
    for (size_t i = 0; status == MD_OK && i < sizeof parts / sizeof *parts; ++i) {
        status = link_program(gl, parts[i].vertex, parts[i].fragment, parts[i].program, error);
    }
    return status;
}
