/* The shaders of the 3D view. Their light, ground and grid are those of `modulus run --picture` (src/render3/). */

/** Largest number of planes that bound each other; further ones do not. */
export const MAX_PLANES = 8;

/* An instance rotates and moves its mesh. */
export const SOLID_VERTEX = `
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 origin;
layout(location = 3) in vec4 rotation;
layout(location = 4) in vec4 colour;
uniform mat4 camera;
out vec3 point;
out vec3 facing;
out vec3 local;
flat out vec4 paint;
vec3 turn(vec3 v) { return v + 2.0 * cross(rotation.xyz, cross(rotation.xyz, v) + rotation.w * v); }
void main() {
  point = turn(position) + origin;
  facing = turn(normal);
  local = position;
  paint = colour;
  gl_Position = camera * vec4(point, 1);
}`;

/* The share of the light that arrives at a point: the mean of four comparisons, each of which is bilinear. */
const LIGHT = `
uniform mat4 lamp;
uniform sampler2DShadow shadow;
uniform float texel;
float lit(vec3 at) {
  vec3 place = (lamp * vec4(at, 1)).xyz;
  if (any(greaterThan(abs(place), vec3(0.995)))) return 1.0;
  vec3 coordinate = place * 0.5 + 0.5;
  float sum = 0.0;
  for (int i = 0; i < 4; ++i) {
    vec2 offset = vec2(i % 2 == 0 ? -0.75 : 0.75, i / 2 == 0 ? -0.75 : 0.75) * texel;
    sum += texture(shadow, vec3(coordinate.xy + offset, coordinate.z));
  }
  return 0.25 * sum;
}`;

/* How much a grid covers a pixel. Lines fade where they are closer than a few pixels. */
const GRID = `
float line(vec2 at, float cell) {
  vec2 place = at / cell;
  vec2 width = fwidth(place);
  vec2 distance = abs(fract(place - 0.5) - 0.5);
  vec2 cover = clamp(1.0 - distance / max(width, 1e-9), 0.0, 1.0) * clamp(0.4 / width - 0.6, 0.0, 1.0);
  return max(cover.x, cover.y);
}
float lines(vec2 at, float cell) { return 0.35 * line(at, cell) + 0.45 * line(at, 5.0 * cell); }`;

/* Round bodies have darker octants (pattern 1), so that they can be seen to rotate; landscapes have a grid (pattern 2). */
export const SOLID_FRAGMENT = `
in vec3 point;
in vec3 facing;
in vec3 local;
flat in vec4 paint;
uniform vec3 eye;
uniform vec3 light;
uniform float bias;
uniform float pattern;
uniform float grid;
uniform vec3 ink;
out vec4 pixel;
${LIGHT}
${GRID}
void main() {
  vec3 toward = normalize(eye - point);
  vec3 n = normalize(facing);
  n = dot(n, toward) < 0.0 ? -n : n;
  float direct = max(dot(n, light), 0.0);
  direct = direct > 0.0 ? direct * lit(point + n * bias) : 0.0;
  float sky = 0.5 + 0.5 * n.y;
  float gloss = pow(max(dot(n, normalize(light + toward)), 0.0), 40.0) * direct;
  float cover = lines(point.xz, grid);
  vec3 base = paint.rgb * (pattern == 1.0 && local.x * local.y * local.z > 0.0 ? 0.82 : 1.0);
  base = pattern == 2.0 ? mix(base, ink, cover) : base;
  float shade = 0.54 + 0.14 * sky + 0.46 * direct;
  pixel = vec4(base * shade + 0.08 * gloss, paint.a);
}`;

export const EDGE_FRAGMENT = `
flat in vec4 paint;
uniform float darkness;
out vec4 pixel;
void main() { pixel = vec4(paint.rgb * darkness, paint.a); }`;

export const DEPTH_FRAGMENT = 'void main() {}';

/* A triangle that covers the view; the point of a plane on the ray through each pixel follows. */
export const PLANE_VERTEX = `
uniform vec3 right;
uniform vec3 top;
uniform vec3 ahead;
out vec3 ray;
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  ray = ahead + corner.x * right + corner.y * top;
  gl_Position = vec4(corner, 0, 1);
}`;

/* A plane is invisible from behind and behind other planes: the planes of a box bound each other. It fades with the
 * distance from the middle of the scene. */
export const PLANE_FRAGMENT = `
in vec3 ray;
uniform mat4 camera;
uniform vec3 eye;
uniform vec3 normal;
uniform vec3 across;
uniform float offset;
uniform float grid;
uniform vec3 middle;
uniform float radius;
uniform float opacity;
uniform bool is_ground;
uniform vec3 base;
uniform vec3 ink;
uniform vec4 others[${MAX_PLANES}];
uniform int other_count;
out vec4 pixel;
${LIGHT}
${GRID}
void main() {
  float fall = dot(normal, ray);
  float time = (offset - dot(normal, eye)) / fall;
  vec3 at = eye + time * ray;
  vec2 cells = vec2(dot(at, across), dot(at, cross(normal, across)));
  float cover = lines(cells, grid);
  if (fall >= 0.0 || time <= 0.0) discard;
  for (int i = 0; i < other_count; ++i) {
    if (dot(others[i].xyz, at) < others[i].w - 0.002 * radius) discard;
  }
  vec4 clip = camera * vec4(at, 1);
  gl_FragDepth = clamp(clip.z / clip.w * 0.5 + 0.5, 0.0, 1.0);
  float fade = 1.0 - smoothstep(1.2, is_ground ? 4.5 : 2.2, length(at - middle) / radius);
  float dark = is_ground ? 0.3 * (1.0 - lit(at + normal * (0.002 * radius))) : 0.0;
  pixel = vec4(mix(base, ink, cover) * (1.0 - dark), fade * opacity);
}`;

/* Moves what is drawn toward the eye, in its depth only, so that bodies that touch do not hide their contacts. */
const NEARER = `
uniform mat4 camera;
uniform vec3 eye;
uniform float nearer;
vec4 place(vec3 at) {
  vec4 clip = camera * vec4(at, 1);
  vec3 toward = eye - at;
  float far = length(toward);
  vec4 closer = camera * vec4(at + toward * (min(nearer, 0.5 * far) / far), 1);
  clip.z = closer.z / closer.w * clip.w;
  return clip;
}`;

/* A line between two points, as a rectangle that faces the viewer. */
export const LINE_VERTEX = `
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec3 colour;
layout(location = 3) in float width;
uniform vec2 viewport;
flat out vec3 paint;
${NEARER}
void main() {
  vec4 a = place(from);
  vec4 b = place(to);
  vec2 along = (b.xy / b.w - a.xy / a.w) * viewport;
  along = dot(along, along) > 1e-12 ? normalize(along) : vec2(1, 0);
  vec4 end = (gl_VertexID & 1) == 0 ? a : b;
  float side = gl_VertexID < 2 ? -1.0 : 1.0;
  paint = colour;
  gl_Position = end + vec4(side * width * vec2(-along.y, along.x) / viewport * end.w, 0, 0);
}`;

export const LINE_FRAGMENT = `
flat in vec3 paint;
uniform float alpha;
out vec4 pixel;
void main() { pixel = vec4(paint, alpha); }`;

/* A dot (form 0) or an empty square (form 1) of a size in pixels. */
export const MARK_VERTEX = `
layout(location = 0) in vec3 at;
layout(location = 1) in vec3 colour;
layout(location = 2) in vec2 kind;
uniform vec2 viewport;
uniform float border;
flat out vec3 paint;
flat out float form;
flat out float inner;
out vec2 corner;
${NEARER}
void main() {
  corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, gl_VertexID < 2 ? -1.0 : 1.0);
  paint = colour;
  form = kind.y;
  inner = 1.0 - border / kind.x;
  vec4 clip = place(at);
  gl_Position = clip + vec4(corner * kind.x / viewport * clip.w, 0, 0);
}`;

export const MARK_FRAGMENT = `
flat in vec3 paint;
flat in float form;
flat in float inner;
in vec2 corner;
uniform float alpha;
out vec4 pixel;
void main() {
  vec2 size = abs(corner);
  if (form < 0.5 ? dot(corner, corner) > 1.0 : max(size.x, size.y) < inner) discard;
  pixel = vec4(paint, alpha);
}`;
