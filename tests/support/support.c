#define _XOPEN_SOURCE 700

#include "support/support.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t random_bits(struct random *random)
{
    uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double random_real(struct random *random, double low, double high)
{
    return low + (high - low) * (double)(random_bits(random) >> 11) * 0x1p-53;
}

int32_t random_index(struct random *random, int32_t count)
{
    return (int32_t)(random_bits(random) % (uint64_t)count);
}

char *folder_create(void)
{
    const char *base = getenv("TMPDIR");
    char pattern[512];
    snprintf(pattern, sizeof pattern, "%s/modulus-test-XXXXXX", base != NULL ? base : "/tmp");
    char *folder = mkdtemp(pattern);
    assert_non_null(folder);
    return strdup(folder);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

void folder_remove(char *folder)
{
    assert_int_equal(nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
    free(folder);
}

const char *path_in(const char *folder, const char *name)
{
    static char paths[4][1024];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

int files_in(const char *folder)
{
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    int count = 0;
    for (const struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        count += entry->d_name[0] != '.';
    }
    closedir(directory);
    return count;
}

void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

const char *public_problems(void)
{
    static const char *const FOLDER = "../shared/problems";
    if (access(FOLDER, R_OK) != 0) {
        print_message("the public problems are not at %s: skipped\n", FOLDER);
        return NULL;
    }
    return FOLDER;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(a, b);
}

struct folders folders_in(const char *base, const char *group)
{
    struct folders folders = {.count = 0};
    DIR *directory = opendir(path_in(base, group));
    assert_non_null(directory);
    for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        if (entry->d_name[0] != '.' && folders.count < MOST_FOLDERS) {
            snprintf(folders.path[folders.count++], sizeof folders.path[0], "%s/%s/%.200s", base, group, entry->d_name);
        }
    }
    closedir(directory);
    qsort(folders.path, (size_t)folders.count, sizeof folders.path[0], compare_paths);
    return folders;
}
