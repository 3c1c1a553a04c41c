/* Loads the module with FCLIB and HDF5. */
#define _POSIX_C_SOURCE 200809L

#include <string.h>

#include "base/error.h"
#include "fclib/fclib_files.h"

bool fclib_is_name(const char *path)
{
    static const char *const ENDS[] = {".hdf5", ".h5"};
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; ++i) {
        const size_t end = strlen(ENDS[i]);
        if (length > end && strcmp(path + length - end, ENDS[i]) == 0) {
            return true;
        }
    }
    return false;
}

#ifdef FCLIB_MODULE
#include <dlfcn.h>

/* FCLIB_MODULE is the module's file name. The program's run path says where it is: beside the program in a build folder,
 * in lib/modulus in an installation. The module is never unloaded, because HDF5 keeps static state. */
md_status fclib_load(const struct fclib_files **files, md_error *error)
{
    void *module = dlopen(FCLIB_MODULE, RTLD_NOW | RTLD_LOCAL);
    *files = module != NULL ? dlsym(module, "modulus_fclib") : NULL;
    if (*files == NULL) {
        return md_fail(error, MD_ERROR_FILE, "FCLIB and HDF5 cannot be loaded: %s", dlerror());
    }
    if (strcmp((*files)->version, MODULUS_VERSION) != 0) {
        return md_fail(error, MD_ERROR_FILE, "%s is from Modulus %s, expected %s", FCLIB_MODULE, (*files)->version,
                       MODULUS_VERSION);
    }
    return MD_OK;
}
#else
md_status fclib_load(const struct fclib_files **files, md_error *error)
{
    *files = NULL;
    return md_fail(error, MD_ERROR_FILE, "this build reads no HDF5; install libfclib-dev and build again");
}
#endif
