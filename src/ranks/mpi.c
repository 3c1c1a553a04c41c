/* The module: the communicator of all ranks on top of MPI, and letters between two of them.
 *
 * The world's threads do not call MPI (MPI_THREAD_FUNNELED). Errors of MPI are returned, and their text is kept. The module
 * calls no function of the library. */
#define _POSIX_C_SOURCE 200809L

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "ranks/ranks.h"

extern const struct ranks_module modulus_mpi;

/* MPI counts bytes in an int. Longer messages go in pieces, which arrive in their order. */
#define PIECE ((size_t)1 << 30)

enum { EXCHANGE_TAG = 1, LETTER_TAG = 2 };

static struct {
    MPI_Comm all;     /* a communicator of our own, for the world */
    MPI_Comm letters; /* another one, so that no letter is taken for a part of an exchange */
    MPI_Request *requests;
    size_t capacity;
    char failure[MPI_MAX_ERROR_STRING + 1];
} mpi;

/* Keeps the text of an error. */
static md_status check(int code)
{
    int length = 0;
    if (code == MPI_SUCCESS) {
        return MD_OK;
    }
    if (MPI_Error_string(code, mpi.failure, &length) != MPI_SUCCESS) {
        snprintf(mpi.failure, sizeof mpi.failure, "MPI error %d", code);
    }
    int class = 0;
    return MPI_Error_class(code, &class) == MPI_SUCCESS && class == MPI_ERR_NO_MEM ? MD_ERROR_MEMORY : MD_ERROR_FILE;
}

static const char *failure(void)
{
    return mpi.failure;
}

/* ---- The communicator -------------------------------------------------------------------------------------------- */

static size_t count_pieces(const md_message *messages, int32_t count)
{
    size_t pieces = 0;
    for (int32_t i = 0; i < count; ++i) {
        pieces += (messages[i].size + PIECE - 1) / PIECE;
    }
    return pieces;
}

static bool reserve_requests(size_t count)
{
    if (count <= mpi.capacity) {
        return true;
    }
    MPI_Request *grown = realloc(mpi.requests, 2 * count * sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    mpi.requests = grown;
    mpi.capacity = 2 * count;
    return true;
}

/* Starts the pieces of a message, and counts them. */
static md_status start(const md_message *message, bool is_sent, int *count)
{
    md_status status = MD_OK;
    for (size_t at = 0; status == MD_OK && at < message->size; at += PIECE) {
        const size_t left = message->size - at;
        const int size = (int)(left < PIECE ? left : PIECE);
        char *bytes = (char *)message->bytes + at;
        MPI_Request *request = &mpi.requests[*count];
        status = check(is_sent ? MPI_Isend(bytes, size, MPI_BYTE, message->rank, EXCHANGE_TAG, mpi.all, request)
                               : MPI_Irecv(bytes, size, MPI_BYTE, message->rank, EXCHANGE_TAG, mpi.all, request));
        *count += status == MD_OK;
    }
    return status;
}

static md_status exchange(void *user, const md_message *sent, int32_t sent_count, const md_message *received,
                          int32_t received_count)
{
    (void)user;
    const size_t pieces = count_pieces(sent, sent_count) + count_pieces(received, received_count);
    if (pieces > INT_MAX || !reserve_requests(pieces)) {
        snprintf(mpi.failure, sizeof mpi.failure, "out of memory for %zu messages", pieces);
        return MD_ERROR_MEMORY;
    }
    md_status status = MD_OK;
    int count = 0;
    for (int32_t i = 0; status == MD_OK && i < received_count; ++i) {
        status = start(&received[i], false, &count);
    }
    for (int32_t i = 0; status == MD_OK && i < sent_count; ++i) {
        status = start(&sent[i], true, &count);
    }
    return status == MD_OK ? check(MPI_Waitall(count, mpi.requests, MPI_STATUSES_IGNORE)) : status;
}

static md_status sum(void *user, double *values, int32_t count)
{
    (void)user;
    return check(MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_DOUBLE, MPI_SUM, mpi.all));
}

static md_status minimum(void *user, double *values, int32_t count)
{
    (void)user;
    return check(MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_DOUBLE, MPI_MIN, mpi.all));
}

static md_status gather(void *user, const void *bytes, size_t size, void *all)
{
    (void)user;
    if (size > INT_MAX) {
        snprintf(mpi.failure, sizeof mpi.failure, "%zu bytes of each rank, expected at most %d", size, INT_MAX);
        return MD_ERROR_SIZE;
    }
    return check(MPI_Allgather(bytes, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE, mpi.all));
}

/* ---- Letters ----------------------------------------------------------------------------------------------------- */

/* MPI keeps a copy of such a short message: the call does not wait for the receiver. */
static md_status send_letter(int32_t rank, const void *bytes, size_t size)
{
    return size <= RANKS_LETTER ? check(MPI_Send(bytes, (int)size, MPI_BYTE, rank, LETTER_TAG, mpi.letters))
                                : MD_ERROR_SIZE;
}

static md_status receive_letter(int32_t *rank, void *bytes, size_t *size)
{
    int arrived = 0;
    int count = 0;
    MPI_Status about;
    *rank = -1;
    *size = 0;
    md_status status = check(MPI_Iprobe(MPI_ANY_SOURCE, LETTER_TAG, mpi.letters, &arrived, &about));
    if (status != MD_OK || arrived == 0) {
        return status;
    }
    status = check(MPI_Get_count(&about, MPI_BYTE, &count));
    if (status == MD_OK) {
        status = check(
            MPI_Recv(bytes, RANKS_LETTER, MPI_BYTE, about.MPI_SOURCE, LETTER_TAG, mpi.letters, MPI_STATUS_IGNORE));
    }
    if (status == MD_OK) {
        *rank = about.MPI_SOURCE;
        *size = (size_t)count;
    }
    return status;
}

/* ---- Begin and end ----------------------------------------------------------------------------------------------- */

/* The processes that mpirun has started are alone if they belong to another MPI than the one that is linked here. */
static md_status check_size(int32_t ranks, md_error *error)
{
    const int32_t launched = ranks_launch().ranks;
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    if (launched == 0 || launched == ranks) {
        return MD_OK;
    }
    MPI_Get_library_version(text, &length);
    text[strcspn(text, ",\n")] = '\0';
    snprintf(error->message, sizeof error->message,
             "mpirun has started %d processes, but MPI connects %d: expected the mpirun of %.60s", launched, ranks,
             text);
    return MD_ERROR_ARGUMENT;
}

static md_status begin(md_communicator *communicator, md_error *error)
{
    int provided = 0;
    int rank = 0;
    int ranks = 0;
    md_status status = check(MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided));
    if (status == MD_OK) {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        status = check(MPI_Comm_dup(MPI_COMM_WORLD, &mpi.all));
    }
    if (status == MD_OK) {
        status = check(MPI_Comm_dup(MPI_COMM_WORLD, &mpi.letters));
    }
    if (status == MD_OK) {
        MPI_Comm_rank(mpi.all, &rank);
        MPI_Comm_size(mpi.all, &ranks);
    }
    if (status != MD_OK || provided < MPI_THREAD_FUNNELED) {
        snprintf(error->message, sizeof error->message, "MPI cannot be started: %.400s",
                 status != MD_OK ? mpi.failure : "it does not allow threads");
        return MD_ERROR_FILE;
    }
    *communicator = (md_communicator){
        .rank = rank, .ranks = ranks, .exchange = exchange, .sum = sum, .min = minimum, .gather = gather};
    return check_size(ranks, error);
}

static void end(void)
{
    MPI_Comm_free(&mpi.letters);
    MPI_Comm_free(&mpi.all);
    MPI_Finalize();
    free(mpi.requests);
    mpi.requests = NULL;
    mpi.capacity = 0;
}

static void abort_all(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
}

/* The only symbol that the module exports. */
__attribute__((visibility("default"))) const struct ranks_module modulus_mpi = {
    .version = MODULUS_VERSION,
    .begin = begin,
    .end = end,
    .abort = abort_all,
    .failure = failure,
    .send = send_letter,
    .receive = receive_letter,
};
