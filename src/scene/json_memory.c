#include "scene/json_memory.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

static _Thread_local bool has_failed;

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    has_failed = has_failed || memory == NULL;
    return memory;
}

void json_memory_watch(void)
{
    cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = allocate, .free_fn = free});
    has_failed = false;
}

bool json_memory_failed(void)
{
    return has_failed;
}
