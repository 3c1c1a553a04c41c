#include "draw/camera3.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "draw/solid_bounds.h"
#include "render3/render3.h"

/* The default direction of view, from the target to the eye: elevation above the horizon, and angle to the side from
 * which the bodies are spread widest; degrees. */
#define ELEVATION 24.0
#define SIDE 32.0
/* Bodies further from the middle than this many times the distance that 90 % of them keep are not framed. */
#define OUTLIER 4.0
/* Static and kinematic bodies are framed if they lie within this many radii of the sphere around the dynamic bodies. */
#define NEAR_STATIC 3.0
#define NEAR_KINEMATIC 6.0
#define MARGIN 1.06
#define DEGREE (3.14159265358979323846 / 180)

md3_vec camera3_up(const struct model3 *model)
{
    const md3_vec up = md3_vec_normalize(md3_vec_negate(model->gravity));
    return md3_vec_length_squared(up) > 0 ? up : md3_v(0, 1, 0);
}

/* ---- The bodies to show ------------------------------------------------------------------------------------------ */

/* Spheres around the shapes. */
struct balls {
    struct ball *at;
    int32_t count;
};

static int compare_numbers(const void *left, const void *right)
{
    const md_real a = *(const md_real *)left;
    const md_real b = *(const md_real *)right;
    return (a > b) - (a < b);
}

/* The value that a share of the numbers do not exceed. Changes their order. */
static md_real quantile(md_real *numbers, int32_t count, double share)
{
    qsort(numbers, (size_t)count, sizeof *numbers, compare_numbers);
    return numbers[(int32_t)(share * (count - 1))];
}

/* The point in the middle by each coordinate, of which half of the shapes are on either side. */
static md3_vec median_of(const struct balls *balls, md_real *numbers)
{
    md3_vec middle;
    md_real *const coordinates[3] = {&middle.x, &middle.y, &middle.z};
    for (int axis = 0; axis < 3; ++axis) {
        for (int32_t i = 0; i < balls->count; ++i) {
            const md3_vec center = balls->at[i].center;
            numbers[i] = axis == 0 ? center.x : axis == 1 ? center.y : center.z;
        }
        *coordinates[axis] = quantile(numbers, balls->count, 0.5);
    }
    return middle;
}

/* Drops the spheres that are far from most others. */
static void drop_outliers(struct balls *balls, md_real *numbers)
{
    const md3_vec middle = median_of(balls, numbers);
    for (int32_t i = 0; i < balls->count; ++i) {
        numbers[i] = md3_vec_distance(middle, balls->at[i].center) + balls->at[i].radius;
    }
    const md_real limit = (md_real)OUTLIER * quantile(numbers, balls->count, 0.9);
    int32_t kept = 0;
    for (int32_t i = 0; i < balls->count; ++i) {
        if (md3_vec_distance(middle, balls->at[i].center) + balls->at[i].radius <= limit) {
            balls->at[kept++] = balls->at[i];
        }
    }
    balls->count = kept;
}

/* Adds the spheres of the shapes of dynamic bodies, or of the others. */
static void add_balls(struct balls *balls, const struct model3 *model, const struct state3 *state, bool dynamic)
{
    for (int32_t i = 0; i < model->shape_count; ++i) {
        const struct model3_shape *shape = &model->shapes[i];
        const bool is_wanted = (model->types[shape->body] == MD3_DYNAMIC) == dynamic && !state->hidden[shape->body] &&
                               !shape->sensor && model->solids[shape->solid].type != MD3_PLANE;
        struct ball ball = solid_ball(&model->solids[shape->solid]);
        ball.center = md3_transform_apply(state->transforms[shape->body], ball.center);
        ball.body = shape->body;
        if (is_wanted && md3_vec_is_finite(ball.center) && isfinite(ball.radius)) {
            balls->at[balls->count++] = ball;
        }
    }
}

static struct ball ball_around(const struct balls *balls)
{
    md3_vec lower = balls->at[0].center;
    md3_vec upper = lower;
    for (int32_t i = 0; i < balls->count; ++i) {
        const md3_vec size = md3_v(balls->at[i].radius, balls->at[i].radius, balls->at[i].radius);
        lower = md3_vec_min(lower, md3_vec_sub(balls->at[i].center, size));
        upper = md3_vec_max(upper, md3_vec_add(balls->at[i].center, size));
    }
    struct ball around = {.center = md3_vec_lerp(lower, upper, (md_real)0.5)};
    for (int32_t i = 0; i < balls->count; ++i) {
        const md_real reach = md3_vec_distance(around.center, balls->at[i].center) + balls->at[i].radius;
        around.radius = reach > around.radius ? reach : around.radius;
    }
    return around;
}

/* Keeps the spheres of static and kinematic bodies, from `first` on, that lie near the dynamic ones with all their
 * shapes. The spheres of a body follow each other. */
static void keep_near(const struct model3 *model, struct balls *balls, int32_t first, struct ball around)
{
    int32_t kept = first;
    for (int32_t i = first; i < balls->count;) {
        const double radii = model->types[balls->at[i].body] == MD3_STATIC ? NEAR_STATIC : NEAR_KINEMATIC;
        int32_t end = i;
        bool is_near = true;
        for (; end < balls->count && balls->at[end].body == balls->at[i].body; ++end) {
            const md_real reach = md3_vec_distance(around.center, balls->at[end].center) + balls->at[end].radius;
            is_near = is_near && reach <= (md_real)radii * around.radius;
        }
        for (; i < end; ++i) {
            if (is_near) {
                balls->at[kept++] = balls->at[i];
            }
        }
    }
    balls->count = kept;
}

/* The spheres to frame. The caller frees them; they are empty if there is nothing to see, or no memory. */
static struct balls collect(const struct model3 *model, const struct state3 *state)
{
    const size_t size = (size_t)model->shape_count + 1;
    struct balls balls = {.at = calloc(size, sizeof *balls.at)};
    md_real *numbers = calloc(size, sizeof *numbers);
    if (balls.at != NULL && numbers != NULL) {
        add_balls(&balls, model, state, true);
        if (balls.count > 0) {
            drop_outliers(&balls, numbers);
        }
        const int32_t dynamic = balls.count;
        add_balls(&balls, model, state, false);
        if (dynamic > 0) {
            const struct balls bodies = {balls.at, dynamic};
            keep_near(model, &balls, dynamic, ball_around(&bodies));
        }
    }
    free(numbers);
    return balls;
}

/* ---- The camera -------------------------------------------------------------------------------------------------- */

/* Horizontal unit vectors: `wide` along which the centres are spread most, `deep` across. */
static void spread_axes(const struct balls *balls, md3_vec up, md3_vec *wide, md3_vec *deep)
{
    md3_vec x = md3_vec_sub(md3_v(1, 0, 0), md3_vec_scale(up.x, up));
    x = md3_vec_length_squared(x) > (md_real)1e-6 ? md3_vec_normalize(x) : md3_v(0, 0, 1);
    const md3_vec z = md3_vec_cross(x, up);
    md3_vec mean = md3_v(0, 0, 0);
    for (int32_t i = 0; i < balls->count; ++i) {
        mean = md3_vec_add_scaled(mean, 1 / (md_real)balls->count, balls->at[i].center);
    }
    double xx = 0;
    double xz = 0;
    double zz = 0;
    for (int32_t i = 0; i < balls->count; ++i) {
        const md3_vec from = md3_vec_sub(balls->at[i].center, mean);
        const double a = (double)md3_vec_dot(from, x);
        const double b = (double)md3_vec_dot(from, z);
        xx += a * a;
        xz += a * b;
        zz += b * b;
    }
    /* The angle of the main axis; 0 if no direction stands out. */
    const double difference = sqrt((xx - zz) * (xx - zz) + 4 * xz * xz);
    const double angle = difference > 0.3 * (xx + zz) ? 0.5 * atan2(2 * xz, xx - zz) : 0;
    *wide = md3_vec_add(md3_vec_scale((md_real)cos(angle), x), md3_vec_scale((md_real)sin(angle), z));
    *deep = md3_vec_cross(*wide, up);
}

/* Moves the eye back and the target sideways until all spheres fit into the picture. */
static void fit(struct camera3 *camera, const struct balls *balls, md3_vec back, double aspect)
{
    const md3_vec right = md3_vec_normalize(md3_vec_cross(camera->up, back));
    const md3_vec axes[2] = {right, md3_vec_cross(back, right)};
    const double half[2] = {aspect * tan((double)RENDER3_FIELD / 2), tan((double)RENDER3_FIELD / 2)};
    double distance = 0;
    for (int axis = 0; axis < 2; ++axis) {
        /* Of the two planes through the eye that bound the picture: x <= half (distance - depth) and the mirror image. */
        const double slant = sqrt(1 + half[axis] * half[axis]);
        double ends[2] = {-HUGE_VAL, -HUGE_VAL};
        for (int32_t i = 0; i < balls->count; ++i) {
            const md3_vec from = md3_vec_sub(balls->at[i].center, camera->target);
            const double x = (double)md3_vec_dot(from, axes[axis]);
            const double depth = half[axis] * (double)md3_vec_dot(from, back);
            const double reach = slant * (double)balls->at[i].radius;
            ends[0] = fmax(ends[0], -x + depth + reach);
            ends[1] = fmax(ends[1], x + depth + reach);
        }
        distance = fmax(distance, 0.5 * (ends[0] + ends[1]) / half[axis]);
        camera->target = md3_vec_add_scaled(camera->target, (md_real)(0.5 * (ends[1] - ends[0])), axes[axis]);
    }
    camera->eye = md3_vec_add_scaled(camera->target, (md_real)(MARGIN * distance), back);
}

/* Whether a point in a direction from the target is behind a plane that is a ground for the target. */
static bool is_below_ground(const struct model3 *model, const struct state3 *state, const struct camera3 *camera,
                            md3_vec back)
{
    for (int32_t i = 0; i < model->shape_count; ++i) {
        const struct solid *solid = &model->solids[model->shapes[i].solid];
        const md3_vec normal = md3_rot_apply(state->transforms[model->shapes[i].body].q, solid->point[0]);
        if (solid->type == MD3_PLANE && md3_vec_dot(normal, camera->up) > (md_real)0.5 &&
            md3_vec_dot(normal, back) < (md_real)0.15) {
            return true;
        }
    }
    return false;
}

/* The direction from the target to the eye. Of the four sides, the first from above all grounds, which may be slopes. */
static md3_vec choose_side(const struct model3 *model, const struct state3 *state, const struct camera3 *camera,
                           const struct balls *balls)
{
    md3_vec wide;
    md3_vec deep;
    md3_vec first = md3_v(0, 0, 0);
    spread_axes(balls, camera->up, &wide, &deep);
    for (int side = 0; side < 4; ++side) {
        const double x = (side % 2 == 0 ? 1 : -1) * sin(SIDE * DEGREE);
        const double z = (side < 2 ? 1 : -1) * cos(SIDE * DEGREE);
        const md3_vec level = md3_vec_add(md3_vec_scale((md_real)x, wide), md3_vec_scale((md_real)z, deep));
        const md3_vec back = md3_vec_add(md3_vec_scale((md_real)cos(ELEVATION * DEGREE), level),
                                         md3_vec_scale((md_real)sin(ELEVATION * DEGREE), camera->up));
        first = side == 0 ? back : first;
        if (!is_below_ground(model, state, camera, back)) {
            return back;
        }
    }
    return first;
}

static double reach_from(const struct balls *balls, md3_vec target)
{
    double reach = 0;
    for (int32_t i = 0; i < balls->count; ++i) {
        reach = fmax(reach, (double)(md3_vec_distance(target, balls->at[i].center) + balls->at[i].radius));
    }
    return reach > 0 ? reach : 1;
}

/* The distance of grid lines for a radius: three or more of them. */
static double grid_for(double radius)
{
    const double power = pow(10, floor(log10(radius / 3)));
    const double lead = radius / 3 / power;
    return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

struct camera3 camera3_frame(const struct model3 *model, const struct state3 *state, double aspect)
{
    struct camera3 camera = {.up = camera3_up(model)};
    struct balls balls = collect(model, state);
    const struct ball nothing = {.radius = 1};
    struct ball only = nothing;
    if (balls.count == 0) {
        free(balls.at);
        balls = (struct balls){&only, 1};
    }
    camera.target = ball_around(&balls).center;
    fit(&camera, &balls, choose_side(model, state, &camera, &balls), aspect);
    camera.radius = reach_from(&balls, camera.target);
    camera.grid = grid_for(camera.radius);
    if (balls.at != &only) {
        free(balls.at);
    }
    return camera;
}

struct camera3 camera3_at(const struct model3 *model, const struct state3 *state, md3_vec eye, md3_vec target)
{
    struct balls balls = collect(model, state);
    struct camera3 camera = {
        .eye = eye, .target = target, .up = camera3_up(model), .radius = reach_from(&balls, target)};
    camera.grid = grid_for(camera.radius);
    free(balls.at);
    return camera;
}

void camera3_turn(struct camera3 *camera, double degrees)
{
    const double angle = degrees * DEGREE;
    const md3_vec from = md3_vec_sub(camera->eye, camera->target);
    const md3_vec along = md3_vec_scale(md3_vec_dot(from, camera->up), camera->up);
    const md3_vec across = md3_vec_sub(from, along);
    const md3_vec turned = md3_vec_add(md3_vec_scale((md_real)cos(angle), across),
                                       md3_vec_scale((md_real)sin(angle), md3_vec_cross(camera->up, across)));
    camera->eye = md3_vec_add(camera->target, md3_vec_add(along, turned));
}

void camera3_follow(struct camera3 *camera, const struct camera3 *frame, double share)
{
    camera->eye = md3_vec_lerp(camera->eye, frame->eye, (md_real)share);
    camera->target = md3_vec_lerp(camera->target, frame->target, (md_real)share);
    camera->radius += share * (frame->radius - camera->radius);
    camera->up = frame->up;
    camera->grid = share < 1 ? camera->grid : frame->grid;
}

/* Reads the number before the next comma, or before the end, and moves the text behind it. */
static bool take_number(const char **text, char separator, md_real *number)
{
    char copy[64];
    double value = 0;
    const size_t length = strcspn(*text, ",");
    if (length >= sizeof copy || (*text)[length] != separator) {
        return false;
    }
    memcpy(copy, *text, length);
    copy[length] = '\0';
    *text += length + (separator != '\0');
    const bool is_number = md_number_parse(copy, &value) && isfinite(value) && fabs(value) <= 1e9;
    *number = is_number ? (md_real)value : 0;
    return is_number;
}

bool camera3_parse(const char *text, md3_vec *eye, md3_vec *target)
{
    md_real *const numbers[] = {&eye->x, &eye->y, &eye->z, &target->x, &target->y, &target->z};
    for (int i = 0; i < 6; ++i) {
        if (!take_number(&text, i < 5 ? ',' : '\0', numbers[i])) {
            return false;
        }
    }
    return md3_vec_distance(*eye, *target) >= (md_real)1e-3;
}
