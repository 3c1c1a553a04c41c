#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

size_t md_utf8_character(const char *text, size_t size)
{
    const unsigned char *byte = (const unsigned char *)text;
    if (size == 0) {
        return 0;
    }
    const size_t length = byte[0] < 0x80 ? 1 : byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
    if (length == 1) {
        return 1;
    }
    if (byte[0] < 0xc2 || byte[0] > 0xf4 || size < length) {
        return 0;
    }
    for (size_t i = 1; i < length; ++i) {
        if ((byte[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    const bool is_overlong = (byte[0] == 0xe0 && byte[1] < 0xa0) || (byte[0] == 0xf0 && byte[1] < 0x90);
    const bool is_surrogate = byte[0] == 0xed && byte[1] >= 0xa0;
    const bool is_too_large = byte[0] == 0xf4 && byte[1] >= 0x90;
    return is_overlong || is_surrogate || is_too_large ? 0 : length;
}

size_t md_utf8_prefix(const char *text, size_t size)
{
    size_t at = 0;
    while (at < size && text[at] != '\0') {
        const size_t length = md_utf8_character(text + at, size - at);
        if (length == 0) {
            return at;
        }
        at += length;
    }
    return at;
}

/* C0 and C1 control characters and DEL. */
static bool is_control(const char *character, size_t length)
{
    const unsigned char *byte = (const unsigned char *)character;
    return length == 1 ? byte[0] < ' ' || byte[0] == 0x7f : length == 2 && byte[0] == 0xc2 && byte[1] < 0xa0;
}

struct printable md_printable(const char *text)
{
    static const char MORE[] = "...";
    struct printable shown;
    const size_t room = sizeof shown.text - sizeof MORE;
    const size_t size = strlen(text);
    size_t used = 0;
    for (size_t at = 0; at < size;) {
        const size_t length = md_utf8_character(text + at, size - at);
        const size_t taken = length > 0 ? length : 1;
        const bool is_escaped = length == 0 || is_control(text + at, length);
        if (used + (is_escaped ? 4 * taken : taken) > room) {
            memcpy(shown.text + used, MORE, sizeof MORE);
            return shown;
        }
        for (size_t i = at; i < at + taken; ++i) {
            if (is_escaped) {
                used += (size_t)snprintf(shown.text + used, 5, "\\x%02x", (unsigned)(unsigned char)text[i]);
            } else {
                shown.text[used++] = text[i];
            }
        }
        at += taken;
    }
    shown.text[used] = '\0';
    return shown;
}
