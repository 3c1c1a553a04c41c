#include "cli/output/view3.h"

#include <math.h>

#include "cli/cli.h"

/* Time in which the camera of a video makes up 63 % of the way to a new frame, s. */
#define FOLLOW_TIME 0.8

int view3_begin(struct view3 *view, const struct view_settings *settings, const struct model3 *model,
                const struct state3 *state)
{
    md_error error = {0};
    *view = (struct view3){.model = model, .state = state, .settings = *settings};
    return drawing3_create(&view->drawing, model, &error) == MD_OK ? -1 : fail_to_draw(&error);
}

void view3_end(struct view3 *view)
{
    drawing3_destroy(view->drawing);
    view->drawing = NULL;
}

/* The camera for the present state alone. */
static struct camera3 camera_now(const struct view3 *view)
{
    const struct view_settings *settings = &view->settings;
    return settings->has_camera ? camera3_at(view->model, view->state, settings->eye, settings->target)
                                : camera3_frame(view->model, view->state, PICTURE3_VIEW_ASPECT);
}

static struct picture3 picture_of(const struct view3 *view, const struct camera3 *camera, const char *caption)
{
    return (struct picture3){.model = view->model,
                             .state = view->state,
                             .camera = *camera,
                             .colouring = view->settings.colouring,
                             .caption = caption};
}

int view3_write(struct view3 *view, const char *path, const char *caption)
{
    md_error error = {0};
    const struct camera3 camera = camera_now(view);
    const struct picture3 picture = picture_of(view, &camera, caption);
    return picture3_write(view->drawing, &picture, path, &error) == MD_OK ? -1 : fail_to_draw(&error);
}

int view3_add_frame(struct view3 *view, struct video *video, const char *caption)
{
    md_error error = {0};
    const struct camera3 now = camera_now(view);
    camera3_follow(&view->camera, &now, video->frames == 0 ? 1 : 1 - exp(-1 / (video->fps * FOLLOW_TIME)));
    struct camera3 camera = view->camera;
    camera3_turn(&camera, view->settings.orbit * (double)video->frames / video->fps);
    const struct picture3 picture = picture_of(view, &camera, caption);
    if (picture3_render(view->drawing, &picture, &video->pixels, &error) != MD_OK) {
        video_discard(video);
        return fail_to_draw(&error);
    }
    return video_add_pixels(video, &error) == MD_OK ? -1 : fail_to_draw(&error);
}
