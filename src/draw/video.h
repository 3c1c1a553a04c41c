/* Videos made by the program ffmpeg, which receives the frames through a pipe. */
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
    FILE *encoded;  /* unnamed temporary file to which ffmpeg writes */
    FILE *messages; /* error output of ffmpeg */
    double fps;
    int64_t frames;
};

/** Whether the path ends with .mp4, .webm or .gif. */
bool video_path_is_known(const char *path);
/** Whether ffmpeg can be run. */
bool video_is_possible(void);
/** Default frames per second: 60, and 25 for a GIF, which does not support higher rates well. */
double video_default_fps(const char *path);

/** Refuses a video of more than a million frames, which is 4.6 hours at 60 frames per second. */
md_status video_check_length(const char *path, double seconds, double fps, md_error *error);

/** Starts ffmpeg for frames of a view. `path` must outlive the video. */
md_status video_open(struct video *video, const char *path, md2_box view, double fps, md_error *error);
/** Starts ffmpeg for frames of which the caller fills in video->pixels: of the largest size for the format, with a width
 *  to height of `aspect`. */
md_status video_open_pixels(struct video *video, const char *path, double aspect, double fps, md_error *error);
/** Adds video->pixels as a frame. On failure the video is discarded. */
md_status video_add_pixels(struct video *video, md_error *error);
/** Adds a frame. On failure the video is discarded. */
md_status video_add(struct video *video, const struct picture *picture, md_error *error);
/** Completes the file, which is written atomically. */
md_status video_commit(struct video *video, md_error *error);
/** Stops ffmpeg and removes the unfinished file. */
void video_discard(struct video *video);

#endif
