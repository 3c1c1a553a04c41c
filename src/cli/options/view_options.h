/* Options of pictures and videos of 3D scenes: --camera, --orbit, --colour. */
#ifndef MODULUS_CLI_OPTIONS_VIEW_OPTIONS_H
#define MODULUS_CLI_OPTIONS_VIEW_OPTIONS_H

#include "cli/options/arguments.h"
#include "draw/picture3.h"

struct view_options {
    const char *camera, *colour;
    double orbit; /* degrees per second; 0: the camera does not turn */
};

/** What the options say. */
struct view_settings {
    bool has_camera; /* otherwise the camera frames the scene by itself */
    md3_vec eye, target;
    double orbit;
    enum colouring colouring;
};

/** The options as a group of the help. */
struct argument_group view_arguments(struct view_options *options);
/** Reads the options. On failure prints one line and returns the exit code, otherwise -1. */
int view_options_parse(const struct view_options *options, bool has_video, struct view_settings *settings);
/** Refuses the options for a 2D scene, which `name` names. */
int view_options_refuse(const struct view_options *options, const char *name);

#endif
