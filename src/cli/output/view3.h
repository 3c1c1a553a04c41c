/* Pictures and videos of a 3D model: the renderer and the camera of `modulus run` and `modulus replay`.
 *
 * Functions that can end the command print one line and return an exit code; -1 means success. */
#ifndef MODULUS_CLI_OUTPUT_VIEW3_H
#define MODULUS_CLI_OUTPUT_VIEW3_H

#include "cli/options/view_options.h"
#include "draw/video.h"

struct view3 {
    const struct model3 *model;
    const struct state3 *state;
    struct view_settings settings;
    struct drawing3 *drawing;
    struct camera3 camera; /* of the video: it follows the bodies slowly */
};

/** Loads the renderer. The model and the state must outlive the view. */
int view3_begin(struct view3 *view, const struct view_settings *settings, const struct model3 *model,
                const struct state3 *state);
void view3_end(struct view3 *view);

/** Draws the state into a file. */
int view3_write(struct view3 *view, const char *path, const char *caption);
/** Adds the state to a video, which was opened with PICTURE3_ASPECT. On failure the video is discarded. */
int view3_add_frame(struct view3 *view, struct video *video, const char *caption);

#endif
