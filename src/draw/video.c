#define _GNU_SOURCE /* pipe2 */

#include "draw/video.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"

#define MAX_WORDS 40
#define MAX_LINE_SIZE 8192
#define MAX_FRAMES 1e6

/* The options of ffmpeg for a file format. The temporary file has no name, so the format is given explicitly. */
struct video_kind {
    const char *ending;
    int longest; /* maximum width and height, pixels */
    double fps;
    const char *words[14];
};

static const struct video_kind KINDS[] = {
    {".mp4",
     1280,
     60,
     {"-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f",
      "mp4"}},
    {".webm",
     1280,
     60,
     {"-c:v", "libvpx-vp9", "-crf", "32", "-b:v", "0", "-deadline", "realtime", "-cpu-used", "6", "-f", "webm"}},
    /* One palette per frame, so that ffmpeg need not wait for the last frame. */
    {".gif",
     640,
     25,
     {"-vf", "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=none", "-f", "gif"}},
};

static const struct video_kind *kind_of(const char *path)
{
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; ++i) {
        const size_t tail = strlen(KINDS[i].ending);
        if (length > tail && strcmp(path + length - tail, KINDS[i].ending) == 0) {
            return &KINDS[i];
        }
    }
    return NULL;
}

bool video_path_is_known(const char *path)
{
    return kind_of(path) != NULL;
}

double video_default_fps(const char *path)
{
    return kind_of(path) != NULL ? kind_of(path)->fps : 60;
}

bool video_is_possible(void)
{
    const char *folders = getenv("PATH");
    while (folders != NULL && *folders != '\0') {
        const size_t length = strcspn(folders, ":");
        char program[4096];
        const int written = snprintf(program, sizeof program, "%.*s/ffmpeg", (int)length, folders);
        if (written > 0 && (size_t)written < sizeof program && access(program, X_OK) == 0) {
            return true;
        }
        folders += length + (folders[length] == ':');
    }
    return false;
}

md_status video_check_length(const char *path, double seconds, double fps, md_error *error)
{
    return seconds * fps <= MAX_FRAMES
               ? MD_OK
               : md_fail(error, MD_ERROR_ARGUMENT,
                         "%s: %.3g s at %.3g frames per second are too long for a video, expected at most %.0f frames",
                         path, seconds, fps, MAX_FRAMES);
}

/* The arguments of a command; execvp takes non-const strings. */
struct words {
    char *at[MAX_WORDS + 1];
    size_t count, used;
    char text[MAX_LINE_SIZE];
};

static void add_word(struct words *words, const char *word)
{
    const size_t size = strlen(word) + 1;
    if (words->count < MAX_WORDS && words->used + size <= sizeof words->text) {
        words->at[words->count++] = memcpy(words->text + words->used, word, size);
        words->used += size;
    }
}

static void write_command(const struct video *video, const struct video_kind *kind, struct words *words)
{
    char size[32];
    char rate[32];
    char path[32];
    snprintf(size, sizeof size, "%dx%d", video->pixels.width, video->pixels.height);
    snprintf(rate, sizeof rate, "%.9g", video->fps);
    /* ffmpeg gets no path that a user wrote: it would interpret some of them. */
    snprintf(path, sizeof path, "file:/dev/fd/%d", fileno(video->encoded));
    const char *const input[] = {"ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt",
                                 "bgr0",   "-s",       size,        "-r",    rate, "-i", "pipe:0"};
    for (size_t i = 0; i < sizeof input / sizeof *input; ++i) {
        add_word(words, input[i]);
    }
    for (size_t i = 0; kind->words[i] != NULL; ++i) {
        add_word(words, kind->words[i]);
    }
    add_word(words, path);
}

/* Replaces the child process by ffmpeg. It gets its own process group, so that Ctrl-C only reaches this program, which
 * then completes the video. */
static _Noreturn void become_ffmpeg(const struct video *video, const struct video_kind *kind, int input)
{
    struct words words = {0};
    write_command(video, kind, &words);
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    const int null_device = open("/dev/null", O_WRONLY);
    dup2(input, STDIN_FILENO);
    dup2(null_device, STDOUT_FILENO);
    dup2(fileno(video->messages), STDERR_FILENO);
    execvp("ffmpeg", words.at);
    _exit(127);
}

static md_status start_ffmpeg(struct video *video, const struct video_kind *kind, md_error *error)
{
    int ends[2];
    video->messages = tmpfile();
    video->encoded = tmpfile();
    if (video->messages == NULL || video->encoded == NULL || pipe2(ends, O_CLOEXEC) != 0) {
        return md_fail(error, MD_ERROR_FILE, "%s: ffmpeg cannot be started: %s", video->output.path, strerror(errno));
    }
    video->pipe = ends[1];
    video->ffmpeg = fork();
    if (video->ffmpeg == 0) {
        become_ffmpeg(video, kind, ends[0]);
    }
    close(ends[0]);
    return video->ffmpeg > 0
               ? MD_OK
               : md_fail(error, MD_ERROR_FILE, "%s: ffmpeg cannot be started: %s", video->output.path, strerror(errno));
}

/* Opens the output. The pixels are allocated between this and start_ffmpeg. */
static md_status open_output(struct video *video, const char *path, const struct video_kind **kind, double fps,
                             md_error *error)
{
    *video = (struct video){.pipe = -1, .ffmpeg = -1, .fps = fps};
    *kind = kind_of(path);
    return *kind != NULL
               ? md_output_open(&video->output, path, error)
               : md_fail(error, MD_ERROR_ARGUMENT, "%s: expected a name that ends with .mp4, .webm or .gif", path);
}

/* Starts ffmpeg unless a step before has failed. */
static md_status start_video(struct video *video, const struct video_kind *kind, md_status status, md_error *error)
{
    if (status == MD_OK) {
        status = start_ffmpeg(video, kind, error);
    }
    if (status != MD_OK) {
        video_discard(video);
    }
    return status;
}

md_status video_open(struct video *video, const char *path, md2_box view, double fps, md_error *error)
{
    const struct video_kind *kind = NULL;
    md_status status = open_output(video, path, &kind, fps, error);
    if (status == MD_OK) {
        status = picture_pixels_create(&video->pixels, view, kind->longest, error);
    }
    return start_video(video, kind, status, error);
}

md_status video_open_pixels(struct video *video, const char *path, double aspect, double fps, md_error *error)
{
    const struct video_kind *kind = NULL;
    md_status status = open_output(video, path, &kind, fps, error);
    if (status == MD_OK) {
        status = picture_pixels_allocate(&video->pixels, kind->longest, (int)(kind->longest / aspect), error);
    }
    return start_video(video, kind, status, error);
}

/* Closes the pipe and waits for ffmpeg. Returns true if it succeeded. */
static bool end_ffmpeg(struct video *video)
{
    if (video->pipe >= 0) {
        close(video->pipe);
        video->pipe = -1;
    }
    int ended = -1;
    if (video->ffmpeg > 0) {
        while (waitpid(video->ffmpeg, &ended, 0) < 0 && errno == EINTR) {
        }
        video->ffmpeg = -1;
    }
    return WIFEXITED(ended) && WEXITSTATUS(ended) == 0;
}

static void free_video(struct video *video)
{
    if (video->messages != NULL) {
        fclose(video->messages);
        video->messages = NULL;
    }
    if (video->encoded != NULL) {
        fclose(video->encoded);
        video->encoded = NULL;
    }
    picture_pixels_free(&video->pixels);
}

void video_discard(struct video *video)
{
    end_ffmpeg(video);
    if (video->output.file != NULL) {
        md_output_discard(&video->output);
    }
    free_video(video);
}

/* Fails with the last message of ffmpeg, and discards the video. */
static md_status fail_by_ffmpeg(struct video *video, md_error *error)
{
    char line[300] = "";
    char next[300];
    end_ffmpeg(video);
    rewind(video->messages);
    while (fgets(next, sizeof next, video->messages) != NULL) {
        next[strcspn(next, "\n")] = '\0';
        if (next[0] != '\0') {
            memcpy(line, next, sizeof line);
        }
    }
    md_fail(error, MD_ERROR_FILE, "%.150s: ffmpeg failed: %s", video->output.path,
            line[0] != '\0' ? line : "it could not be started, or was killed");
    video_discard(video);
    return MD_ERROR_FILE;
}

md_status video_add(struct video *video, const struct picture *picture, md_error *error)
{
    const md_status status = picture_render(picture, &video->pixels, error);
    if (status != MD_OK) {
        video_discard(video);
        return status;
    }
    return video_add_pixels(video, error);
}

md_status video_add_pixels(struct video *video, md_error *error)
{
    for (size_t sent = 0; sent < video->pixels.size;) {
        const ssize_t count = write(video->pipe, video->pixels.bytes + sent, video->pixels.size - sent);
        if (count < 0 && errno != EINTR) {
            return fail_by_ffmpeg(video, error);
        }
        sent += count > 0 ? (size_t)count : 0;
    }
    ++video->frames;
    return MD_OK;
}

/* Copies the encoded video to the output. Returns false if ffmpeg wrote nothing. */
static bool copy_encoded(struct video *video)
{
    char bytes[65536];
    size_t total = 0;
    size_t count = 0;
    rewind(video->encoded);
    while ((count = fread(bytes, 1, sizeof bytes, video->encoded)) > 0) {
        md_output_write(&video->output, bytes, count);
        total += count;
    }
    return total > 0 && ferror(video->encoded) == 0;
}

md_status video_commit(struct video *video, md_error *error)
{
    if (!end_ffmpeg(video) || !copy_encoded(video)) {
        return fail_by_ffmpeg(video, error);
    }
    free_video(video);
    return md_output_commit(&video->output, error);
}
