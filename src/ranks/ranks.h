/* MPI for the command: how processes that mpirun has started reach each other.
 *
 * MPI is in a module of its own, modulus_mpi.so, which is loaded only in a process that mpirun has started with others:
 * starting MPI takes a quarter of a second and opens some thirty libraries. launch.c finds out from the environment how the
 * process was started, load.c loads the module, mpi.c is the module.
 */
#ifndef MODULUS_RANKS_RANKS_H
#define MODULUS_RANKS_RANKS_H

#include <modulus/communicator.h>

/** How the process was started, according to its environment. */
struct ranks_launch {
    bool is_launched; /**< by mpirun or by something like it */
    int32_t ranks;    /**< 1 if it is not launched; 0: unknown */
    int32_t rank;     /**< -1: unknown */
};

/** Reads the environment: that of Open MPI, of launchers that speak PMI (MPICH, Intel MPI), and of Slurm with PMIx. */
struct ranks_launch ranks_launch(void);

/** The table that the module exports under the name modulus_mpi. Only the thread that calls `begin` calls the others. */
struct ranks_module {
    const char *version; /**< MODULUS_VERSION of the module */
    /** Starts MPI and fills the communicator of all ranks. `error` must not be NULL. */
    md_status (*begin)(md_communicator *communicator, md_error *error);
    /** Ends MPI; collective. */
    void (*end)(void);
    /** Ends all ranks at once with an exit code, without waiting for them. */
    void (*abort)(int code);
    /** What MPI says about the last call that failed; empty if none did. */
    const char *(*failure)(void);
    /** Letters: messages of at most RANKS_LETTER bytes that are not collective. Sends one. */
    md_status (*send)(int32_t rank, const void *bytes, size_t size);
    /** Receives a letter if one has arrived; otherwise `rank` is -1. Does not wait. */
    md_status (*receive)(int32_t *rank, void *bytes, size_t *size);
};

#define RANKS_LETTER 2048

/** Loads the module. Fails if this build has none. */
md_status ranks_load(const struct ranks_module **module, md_error *error);

#endif
