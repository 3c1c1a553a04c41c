#include "cli/options/view_options.h"

#include <string.h>

#include "cli/cli.h"

struct argument_group view_arguments(struct view_options *options)
{
    static struct argument arguments[3];
    arguments[0] = (struct argument){"camera", ARGUMENT_TEXT, &options->camera, "EYE,TARGET",
                                     "six numbers in m, such as 8,5,10,0,1,0 (default: it frames the scene by itself)"};
    arguments[1] = (struct argument){"orbit", ARGUMENT_POSITIVE, &options->orbit, "DEGREES",
                                     "turn the camera of the video around the scene, degrees per second"};
    arguments[2] = (struct argument){"colour", ARGUMENT_TEXT, &options->colour, "body|residual",
                                     "colours by body (default), or by how well each contact is solved"};
    return (struct argument_group){"Pictures and videos of 3D scenes", arguments, sizeof arguments / sizeof *arguments};
}

int view_options_parse(const struct view_options *options, bool has_video, struct view_settings *settings)
{
    *settings = (struct view_settings){.orbit = options->orbit, .has_camera = options->camera != NULL};
    if (options->camera != NULL && !camera3_parse(options->camera, &settings->eye, &settings->target)) {
        return fail_with(EXIT_BAD_INPUT,
                         "--camera %s: expected the eye and the target, two different points, as six numbers "
                         "separated by commas, such as 8,5,10,0,1,0",
                         options->camera);
    }
    if (options->orbit > 0 && !has_video) {
        return fail_with(EXIT_BAD_INPUT, "--orbit needs --video FILE");
    }
    if (options->colour != NULL && strcmp(options->colour, "residual") == 0) {
        settings->colouring = COLOUR_RESIDUAL;
    } else if (options->colour != NULL && strcmp(options->colour, "body") != 0) {
        return fail_with(EXIT_BAD_INPUT, "--colour %s: expected body or residual", options->colour);
    }
    return -1;
}

int view_options_refuse(const struct view_options *options, const char *name)
{
    const char *refused = options->camera != NULL   ? "--camera"
                          : options->orbit > 0      ? "--orbit"
                          : options->colour != NULL ? "--colour"
                                                    : NULL;
    return refused == NULL ? -1
                           : fail_with(EXIT_BAD_INPUT, "%s: %s is a 2D scene, and this option is for 3D scenes only",
                                       refused, name);
}
