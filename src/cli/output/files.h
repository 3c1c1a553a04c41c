/* Checks of output files before a long computation: nothing is computed for a file that cannot be written.
 *
 * Each check accepts a NULL path. On failure it prints one line and returns the exit code, otherwise -1. */
#ifndef MODULUS_CLI_OUTPUT_FILES_H
#define MODULUS_CLI_OUTPUT_FILES_H

#include <stdint.h>

#include "cli/options/arguments.h"

#define MAX_PATH_SIZE 4096

/** Remembers a file that the command reads, which no output may replace. Does nothing if the path is NULL or there is
 *  no such regular file. */
void note_input(const char *path);

/** Checks that the path is not a folder, that it can be written, and that it is neither an input nor the file of an
 *  earlier output. */
int check_output(const char *option, const char *path);
/** Checks that a folder is not an output of another option. */
int check_folder_output(const char *option, const char *path);
/** The same for --plot; also checks the extension and that gnuplot is installed. */
int check_plot_output(const char *path);
/** The same for --video and --fps (0: not given); also checks the extension and that ffmpeg is installed. */
int check_video_output(const char *path, double fps);
/** The same for each --picture [STEP:]FILE; also checks the extension. */
int check_picture_outputs(const struct text_list *pictures);

/** The checks of --video and --picture without those of the files, whose names the command changes. */
int check_video_name(const char *path, double fps);
int check_picture_names(const struct text_list *pictures);

/** Splits [STEP:]FILE: returns the file and sets the step, -1 if none is given. */
const char *split_step(const char *text, int64_t *step);

#endif
