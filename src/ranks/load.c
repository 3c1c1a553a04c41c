/* Loads the module with MPI. */
#define _POSIX_C_SOURCE 200809L

#include <string.h>

#include "base/error.h"
#include "ranks/ranks.h"

#ifdef MPI_MODULE
#include <dlfcn.h>

/* MPI_MODULE is the module's file name. The program's run path says where it is: beside the program in a build folder, in
 * lib/modulus in an installation. The plugins of Open MPI look for the symbols of libmpi among the global ones. The module
 * is never unloaded. */
md_status ranks_load(const struct ranks_module **module, md_error *error)
{
    void *opened = dlopen(MPI_MODULE, RTLD_NOW | RTLD_GLOBAL);
    *module = opened != NULL ? dlsym(opened, "modulus_mpi") : NULL;
    if (*module == NULL) {
        return md_fail(error, MD_ERROR_FILE, "MPI cannot be loaded: %s", dlerror());
    }
    if (strcmp((*module)->version, MODULUS_VERSION) != 0) {
        return md_fail(error, MD_ERROR_FILE, "%s is from Modulus %s, expected %s", MPI_MODULE, (*module)->version,
                       MODULUS_VERSION);
    }
    return MD_OK;
}
#else
md_status ranks_load(const struct ranks_module **module, md_error *error)
{
    *module = NULL;
    return md_fail(error, MD_ERROR_FILE,
                   "mpirun has started several processes, but this build has no MPI; install libopenmpi-dev and build "
                   "again");
}
#endif
