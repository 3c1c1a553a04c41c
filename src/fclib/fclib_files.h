/* Problems as FCLIB files (HDF5), for the command: the collection of contact problems by Acary et al. and Siconos.
 *
 * A local problem has W, q, mu: A and q of an explicit problem. A global problem has M, H, f, w, mu:
 *
 *     M v = H r + f,  u = H^T v + w          here: J = H^T, v = M^-1 f, b = w
 *
 * M must be block-diagonal. Equality constraints (V, R, s of a local problem, G and b of a global one) become rows
 * without bounds after the contacts.
 *
 * FCLIB and HDF5 bring some thirty libraries. They are in a module of their own, which is loaded by the first file. FCLIB
 * trusts the sizes in a file and ends the process on an error: check.h looks at all sizes before, and guard.h calls it in
 * another process.
 */
#ifndef MODULUS_FCLIB_FCLIB_FILES_H
#define MODULUS_FCLIB_FCLIB_FILES_H

#include <modulus/contact.h>

/** The table that the module exports under the name modulus_fclib. */
struct fclib_files {
    const char *version; /**< MODULUS_VERSION of the module */
    /** Reads a local or a global problem. On failure the problem is empty, and the error names the file and the part. */
    md_status (*read)(md_problem *problem, const char *path, md_friction law, md_error *error);
    /** Writes a local problem: W is A with the compliance, and the warm start is left out. All rows must be contacts with
     *  the same number of tangents, one or two, and no more. The file appears complete or not at all. */
    md_status (*write)(const md_problem *problem, const char *path, md_error *error);
};

/** True if a path has the name of such a file: it ends with .hdf5 or .h5. */
bool fclib_is_name(const char *path);

/** Loads the module, or finds it loaded. Fails if this build has none. */
md_status fclib_load(const struct fclib_files **files, md_error *error);

#endif
