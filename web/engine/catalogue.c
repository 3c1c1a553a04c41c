/* The catalogue for the page: built-in scenes with their keys, and solvers, as JSON. */
#include "scene/catalogue.h"

#include "world.h"

const char *web_catalogue(void)
{
    static char *catalogue;
    if (catalogue != NULL) {
        return catalogue;
    }
    struct text text = {.allocator = md_allocator_default(), .separator = ", "};
    catalogue_write(&text);
    if (text.status != MD_OK) {
        web_result(text.status);
        text_free(&text);
        return NULL;
    }
    catalogue = text.at;
    return catalogue;
}
