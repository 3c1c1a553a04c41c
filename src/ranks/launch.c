/* Whether mpirun has started this process. */
#include <stdlib.h>

#include "ranks/ranks.h"

/* A whole number of the environment; -1 if there is none. */
static int32_t number_in(const char *name)
{
    const char *text = getenv(name);
    char *end = NULL;
    const long number = text != NULL ? strtol(text, &end, 10) : -1;
    return text != NULL && end != text && *end == '\0' && number >= 0 && number <= INT32_MAX ? (int32_t)number : -1;
}

struct ranks_launch ranks_launch(void)
{
    /* Slurm's own variables are also set for a plain process in a job script, so that they count only beside PMIx. */
    static const struct {
        const char *rank, *ranks, *other_ranks;
    } LAUNCHERS[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", NULL},
                     {"PMI_RANK", "PMI_SIZE", NULL},
                     {"PMIX_RANK", "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"}};
    for (size_t i = 0; i < sizeof LAUNCHERS / sizeof *LAUNCHERS; ++i) {
        const int32_t rank = number_in(LAUNCHERS[i].rank);
        int32_t ranks = number_in(LAUNCHERS[i].ranks);
        if (ranks < 0 && LAUNCHERS[i].other_ranks != NULL) {
            ranks = number_in(LAUNCHERS[i].other_ranks);
        }
        if (rank >= 0) {
            return (struct ranks_launch){.is_launched = true, .ranks = ranks > 0 ? ranks : 0, .rank = rank};
        }
    }
    return (struct ranks_launch){.ranks = 1};
}
