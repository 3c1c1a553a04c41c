#include "cli/study/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void csv_text(FILE *file, const char *text, bool is_first)
{
    const bool is_quoted = strpbrk(text, ",\"\r\n") != NULL;
    fputs(is_first ? "" : ",", file);
    fputs(is_quoted ? "\"" : "", file);
    for (; *text != '\0'; ++text) {
        fputs(*text == '"' ? "\"" : "", file);
        fputc(*text == '\n' || *text == '\r' ? ' ' : *text, file);
    }
    fputs(is_quoted ? "\"" : "", file);
}

void csv_number(FILE *file, double number)
{
    char text[40] = "";
    for (int digits = 15; isfinite(number) && digits <= 17; ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number) {
            break;
        }
    }
    fprintf(file, ",%s", text);
}

bool csv_read(const char **line, char *text, size_t size)
{
    const char *at = *line;
    size_t used = 0;
    if (*at == '\0') {
        return false;
    }
    const bool is_quoted = *at == '"';
    at += is_quoted ? 1 : 0;
    while (*at != '\0' && (is_quoted || *at != ',')) {
        if (is_quoted && *at == '"' && *++at != '"') {
            break; /* the closing quote */
        }
        if (used + 1 >= size) {
            return false;
        }
        text[used++] = *at++;
    }
    text[used] = '\0';
    *line = *at == ',' ? at + 1 : at;
    return *at == ',' || *at == '\0';
}
