/* Loads the module with EGL and OpenGL. */
#define _POSIX_C_SOURCE 200809L

#include "base/error.h"
#include "render3/render3.h"

#ifdef RENDER3_MODULE
#include <dlfcn.h>
#include <string.h>

/* RENDER3_MODULE is the module's file name. The program's run path says where it is: beside the program in a build folder,
 * in lib/modulus in an installation. The module is never unloaded, because drivers keep static state. */
md_status render3_load(const struct render3 **table, md_error *error)
{
    void *module = dlopen(RENDER3_MODULE, RTLD_NOW | RTLD_LOCAL);
    *table = module != NULL ? dlsym(module, "modulus_render3") : NULL;
    if (*table == NULL) {
        return md_fail(error, MD_ERROR_FILE,
                       "pictures of 3D scenes need %s, which cannot be loaded: %s (Debian: apt-get install libegl1 "
                       "libgl1-mesa-dri)",
                       RENDER3_MODULE, dlerror());
    }
    if (strcmp((*table)->version, MODULUS_VERSION) != 0) {
        return md_fail(error, MD_ERROR_FILE, "%s is from Modulus %s, expected %s", RENDER3_MODULE, (*table)->version,
                       MODULUS_VERSION);
    }
    return MD_OK;
}
#else
md_status render3_load(const struct render3 **table, md_error *error)
{
    *table = NULL;
    return md_fail(error, MD_ERROR_FILE,
                   "this build draws no 3D scenes; install libegl-dev, libgl-dev and libgl1-mesa-dri, and build again");
}
#endif
