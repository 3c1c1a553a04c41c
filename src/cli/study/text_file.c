#define _POSIX_C_SOURCE 200809L

#include "cli/study/text_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/output_file.h"
#include "cli/cli.h"

bool text_begin(struct text_file *text)
{
    *text = (struct text_file){0};
    text->file = open_memstream(&text->at, &text->size);
    return text->file != NULL;
}

bool text_end(struct text_file *text)
{
    return fclose(text->file) == 0 && text->at != NULL;
}

int text_read(const char *path, char **text)
{
    FILE *file = fopen(path, "rb");
    size_t size = 0;
    *text = NULL;
    if (file == NULL && errno == ENOENT) {
        return -1;
    }
    if (file != NULL && getdelim(text, &size, '\0', file) < 0 && feof(file)) {
        free(*text);
        *text = strdup("");
    }
    const bool is_read = file != NULL && *text != NULL && !ferror(file);
    const int problem = errno;
    if (file != NULL) {
        fclose(file);
    }
    return is_read ? -1 : fail_with(EXIT_BAD_INPUT, "study: %s: cannot be read: %s", path, strerror(problem));
}

int text_write(const char *path, const char *text)
{
    struct output_file output;
    md_error error = {0};
    md_status status = md_output_open(&output, path, &error);
    if (status == MD_OK) {
        md_output_write(&output, text, strlen(text));
        status = md_output_commit(&output, &error);
    }
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "study: %s", error.message);
}
