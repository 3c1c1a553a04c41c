/* Output files: what is there is replaced only if it is a regular file; links are followed, pipes and devices written. */
#define _DEFAULT_SOURCE /* makedev, mknod */

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/output_file.h"
#include "support/support.h"

static md_status output_text(const char *path, const char *text)
{
    struct output_file output;
    md_error error = {0};
    const md_status status = md_output_open(&output, path, &error);
    if (status != MD_OK) {
        return status;
    }
    md_output_print(&output, "%s", text);
    return md_output_commit(&output, &error);
}

static void assert_text(const char *path, const char *expected)
{
    char text[64];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, expected);
}

static mode_t kind_of(const char *path)
{
    struct stat info;
    assert_int_equal(lstat(path, &info), 0);
    return info.st_mode & S_IFMT;
}

static void a_regular_file_is_replaced_when_it_is_complete(void **state)
{
    const char *path = path_in(*state, "file");
    assert_int_equal(output_text(path, "old"), MD_OK);
    assert_int_equal(chmod(path, 0640), 0);
    struct output_file output;
    md_error error = {0};
    assert_int_equal(md_output_open(&output, path, &error), MD_OK);
    md_output_print(&output, "new");
    assert_int_equal(fflush(output.file), 0);
    assert_text(path, "old");
    assert_int_equal(md_output_commit(&output, &error), MD_OK);
    assert_text(path, "new");
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_int_equal(files_in(*state), 1);
}

static void a_discarded_file_leaves_nothing(void **state)
{
    struct output_file output;
    md_error error = {0};
    assert_int_equal(md_output_open(&output, path_in(*state, "file"), &error), MD_OK);
    md_output_discard(&output);
    assert_int_equal(files_in(*state), 0);
}

static void two_outputs_to_one_path_share_no_temporary_file(void **state)
{
    const char *path = path_in(*state, "file");
    struct output_file first;
    struct output_file second;
    md_error error = {0};
    assert_int_equal(md_output_open(&first, path, &error), MD_OK);
    assert_int_equal(md_output_open(&second, path, &error), MD_OK);
    md_output_print(&first, "first, which is longer");
    md_output_print(&second, "second");
    assert_int_equal(md_output_commit(&first, &error), MD_OK);
    assert_text(path, "first, which is longer");
    assert_int_equal(md_output_commit(&second, &error), MD_OK);
    assert_text(path, "second");
    assert_int_equal(files_in(*state), 1);
}

static void links_are_followed(void **state)
{
    assert_int_equal(mkdir(path_in(*state, "folder"), 0700), 0);
    assert_int_equal(symlink("folder/file", path_in(*state, "link")), 0);
    assert_int_equal(symlink(path_in(*state, "link"), path_in(*state, "link to link")), 0);
    /* First the end of the links is absent, then it exists. */
    assert_int_equal(output_text(path_in(*state, "link to link"), "one"), MD_OK);
    assert_text(path_in(*state, "folder/file"), "one");
    assert_int_equal(output_text(path_in(*state, "link to link"), "two"), MD_OK);
    assert_text(path_in(*state, "folder/file"), "two");
    assert_int_equal(kind_of(path_in(*state, "link")), S_IFLNK);
    assert_int_equal(kind_of(path_in(*state, "link to link")), S_IFLNK);
    assert_int_equal(files_in(path_in(*state, "folder")), 1);
}

static void a_circle_of_links_is_refused(void **state)
{
    assert_int_equal(symlink("b", path_in(*state, "a")), 0);
    assert_int_equal(symlink("a", path_in(*state, "b")), 0);
    assert_int_equal(output_text(path_in(*state, "a"), "text"), MD_ERROR_FILE);
    assert_int_equal(kind_of(path_in(*state, "a")), S_IFLNK);
}

/* Writes to a pipe by a path that leads to it. */
static void assert_reader_gets(const char *pipe, const char *path)
{
    /* Open for reading and writing, so that opening waits for no one. */
    const int reader = open(pipe, O_RDWR | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(output_text(path, "text"), MD_OK);
    char text[16];
    assert_int_equal(read(reader, text, sizeof text), 4);
    assert_memory_equal(text, "text", 4);
    close(reader);
    assert_int_equal(kind_of(pipe), S_IFIFO);
}

static void the_reader_of_a_pipe_gets_the_bytes(void **state)
{
    const char *pipe = path_in(*state, "pipe");
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_reader_gets(pipe, pipe);
    assert_int_equal(symlink("pipe", path_in(*state, "link")), 0);
    assert_reader_gets(pipe, path_in(*state, "link"));
    assert_int_equal(kind_of(path_in(*state, "link")), S_IFLNK);
    struct output_file output;
    md_error error = {0};
    const int reader = open(pipe, O_RDWR | O_NONBLOCK);
    assert_int_equal(md_output_open(&output, pipe, &error), MD_OK);
    md_output_discard(&output);
    close(reader);
    assert_int_equal(kind_of(pipe), S_IFIFO);
}

/* A device like /dev/full, made in the folder: only root can, and only if the file system has devices. */
static void a_full_device_fails_and_stays(void **state)
{
    const char *device = path_in(*state, "full");
    const bool made = mknod(device, S_IFCHR | 0600, makedev(1, 7)) == 0;
    const int opened = made ? open(device, O_WRONLY) : -1;
    if (opened < 0) {
        print_message("devices cannot be made here; the pipe test covers the same code\n");
        skip();
    }
    close(opened);
    assert_int_equal(output_text(device, "text"), MD_ERROR_FILE);
    assert_int_equal(kind_of(device), S_IFCHR);
    assert_int_equal(files_in(*state), 1);
}

/* A file to which standard output is redirected is appended to, not replaced. */
static void standard_output_is_written_in_order(void **state)
{
    const char *path = path_in(*state, "file");
    const pid_t child = fork();
    if (child == 0) {
        const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(file, STDOUT_FILENO);
        const bool before = write(STDOUT_FILENO, "a", 1) == 1;
        const md_status status = output_text("/dev/stdout", "b");
        const bool after = write(STDOUT_FILENO, "c", 1) == 1;
        _exit(before && after && status == MD_OK ? 0 : 1);
    }
    int ended = -1;
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_int_equal(ended, 0);
    assert_text(path, "abc");
    assert_int_equal(files_in(*state), 1);
}

/* The owner of a descriptor goes on writing to the same file, so that it must not be replaced by another one. */
static void the_file_of_an_open_descriptor_is_written_in_order(void **state)
{
    static const char *const FOLDERS[] = {"/dev/fd", "/proc/self/fd"};
    struct stat before;
    struct stat after;
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS; ++i) {
        char name[64];
        const int file = open(path_in(*state, "file"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        assert_true(file > STDERR_FILENO);
        snprintf(name, sizeof name, "%s/%d", FOLDERS[i], file);
        assert_int_equal(symlink(name, path_in(*state, "link")), 0);
        assert_int_equal(fstat(file, &before), 0);
        assert_int_equal(write(file, "a", 1), 1);
        assert_int_equal(output_text(name, "b"), MD_OK);
        assert_int_equal(output_text(path_in(*state, "link"), "c"), MD_OK);
        assert_int_equal(write(file, "d", 1), 1);
        assert_int_equal(close(file), 0);
        assert_int_equal(stat(path_in(*state, "file"), &after), 0);
        assert_true(before.st_ino == after.st_ino);
        assert_text(path_in(*state, "file"), "abcd");
        assert_int_equal(output_text(name, "b"), MD_ERROR_FILE); /* closed */
        assert_int_equal(unlink(path_in(*state, "link")), 0);
    }
    assert_int_equal(files_in(*state), 1);
}

static void a_descriptor_that_is_only_read_is_refused(void **state)
{
    struct output_target target;
    md_error error = {0};
    char name[64];
    assert_int_equal(output_text(path_in(*state, "file"), "old"), MD_OK);
    const int file = open(path_in(*state, "file"), O_RDONLY);
    snprintf(name, sizeof name, "/dev/fd/%d", file);
    assert_int_equal(md_output_check(&target, name, &error), MD_ERROR_FILE);
    assert_non_null(strstr(error.message, "cannot be written"));
    assert_int_equal(close(file), 0);
    assert_text(path_in(*state, "file"), "old");
}

static void a_check_changes_nothing_and_refuses_what_cannot_be_written(void **state)
{
    struct output_target target;
    md_error error = {0};
    assert_int_equal(md_output_check(&target, path_in(*state, "file"), &error), MD_OK);
    assert_false(target.exists);
    assert_int_equal(files_in(*state), 0);
    assert_int_equal(md_output_check(&target, *state, &error), MD_ERROR_FILE);
    assert_non_null(strstr(error.message, "is a folder"));
    assert_int_equal(md_output_check(&target, path_in(*state, "absent/file"), &error), MD_ERROR_FILE);
    assert_int_equal(symlink("absent/file", path_in(*state, "link")), 0);
    assert_int_equal(md_output_check(&target, path_in(*state, "link"), &error), MD_ERROR_FILE);
    assert_int_equal(mkfifo(path_in(*state, "pipe"), 0600), 0);
    assert_int_equal(md_output_check(&target, path_in(*state, "pipe"), &error), MD_OK);
    assert_true(target.is_direct);
}

static int set_up(void **state)
{
    *state = folder_create();
    return 0;
}

static int tear_down(void **state)
{
    folder_remove(*state);
    return 0;
}

#define FILE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FILE_TEST(a_regular_file_is_replaced_when_it_is_complete),
        FILE_TEST(a_discarded_file_leaves_nothing),
        FILE_TEST(the_file_of_an_open_descriptor_is_written_in_order),
        FILE_TEST(a_descriptor_that_is_only_read_is_refused),
        FILE_TEST(two_outputs_to_one_path_share_no_temporary_file),
        FILE_TEST(links_are_followed),
        FILE_TEST(a_circle_of_links_is_refused),
        FILE_TEST(the_reader_of_a_pipe_gets_the_bytes),
        FILE_TEST(a_full_device_fails_and_stays),
        FILE_TEST(standard_output_is_written_in_order),
        FILE_TEST(a_check_changes_nothing_and_refuses_what_cannot_be_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
