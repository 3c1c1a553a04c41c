/* This process as one of several that mpirun has started: the ranks.
 *
 * session.c starts MPI and keeps ranks other than the first silent, so that every text appears once. run/divided.c has a
 * run over ranks, study/rank_workers.c a study. */
#ifndef MODULUS_CLI_RANKS_SESSION_H
#define MODULUS_CLI_RANKS_SESSION_H

#include "ranks/ranks.h"

/** To be called first: finds out how the process was started. Ranks other than the first print nothing from here on. */
void session_prepare(void);

/** Whether mpirun or something like it has started the process. */
bool session_is_launched(void);
/** Whether it has started several, as far as the environment tells; exactly, after session_begin. */
bool session_is_several(void);

/** Starts MPI if there are several processes; collective. On failure prints one line and returns the exit code,
 *  otherwise -1. */
int session_begin(void);
/** Ends MPI if it was started; collective. Rank 0 flushes its output first. */
void session_end(void);

/** The exit code of the process. A rank that has failed before MPI was started has failed as rank 0 has, which may not have
 *  said so yet: mpirun ends all processes when the first one ends with another code than 0. */
int session_exit_code(int code);

/** 0 of 1 in a process that was not started by mpirun. */
int32_t session_rank(void);
int32_t session_ranks(void);
/** After session_begin with several processes; otherwise NULL. */
const md_communicator *session_communicator(void);
const struct ranks_module *session_module(void);

/** Waits a moment on ranks other than the first: if all fail in the same way, the first reports it and ends the others. */
void session_let_first_report(void);
/** Removes unfinished files and ends all ranks at once with an exit code, after what this one prints. */
_Noreturn void session_abort(int code);

#endif
