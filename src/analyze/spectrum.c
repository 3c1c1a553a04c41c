/* Loads the module with LAPACK and ARPACK. */
#define _POSIX_C_SOURCE 200809L

#include "analyze/spectrum.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* SPECTRUM_MODULE is the module's file name. The program's run path says where it is: beside the program in a build
 * folder, in lib/modulus in an installation. The module is never unloaded, because ARPACK keeps static state. */
md_status spectrum_load(const struct spectrum **spectrum, md_error *error)
{
    /* OpenBLAS starts a thread per processor when it is loaded. If they cannot be started, the process never ends. */
    setenv("OPENBLAS_NUM_THREADS", "1", 0);
    void *module = dlopen(SPECTRUM_MODULE, RTLD_NOW | RTLD_LOCAL);
    *spectrum = module != NULL ? dlsym(module, "modulus_spectrum") : NULL;
    if (*spectrum == NULL) {
        return md_fail(error, MD_ERROR_FILE, "LAPACK and ARPACK cannot be loaded: %s", dlerror());
    }
    if (strcmp((*spectrum)->version, MODULUS_VERSION) != 0) {
        return md_fail(error, MD_ERROR_FILE, "%s is from Modulus %s, expected %s", SPECTRUM_MODULE,
                       (*spectrum)->version, MODULUS_VERSION);
    }
    return MD_OK;
}
