/* Videos by ffmpeg, called as a program: pictures go in through a pipe, as they are drawn. */
#ifndef MODULUS_DRAW_VIDEO_H
#define MODULUS_DRAW_VIDEO_H

#include <sys/types.h>

#include <modulus/base.h>

#include "base/output_file.h"
#include "draw/picture.h"

struct video {
    struct output_file output;
    struct picture_pixels pixels;
    pid_t ffmpeg;
    int pipe;       /* -1: closed */
    FILE *messages; /* what ffmpeg has to say */
    double fps;
    int64_t frames;
};

/** Whether the path ends with .mp4, .webm or .gif. */
bool video_path_is_known(const char *path);
/** Whether ffmpeg can be run. */
bool video_is_possible(void);
/** Pictures a second unless told otherwise: 60, and 25 for a GIF, which cannot have many. */
double video_default_fps(const char *path);

/** Starts ffmpeg for pictures of a view. `path` must outlive the video. */
md_status video_open(struct video *video, const char *path, md2_box view, double fps, md_error *error);
/** Adds a picture. */
md_status video_add(struct video *video, const struct picture *picture, md_error *error);
/** Ends the video, which appears whole or not at all. */
md_status video_commit(struct video *video, md_error *error);
/** Leaves nothing behind. */
void video_discard(struct video *video);

#endif
