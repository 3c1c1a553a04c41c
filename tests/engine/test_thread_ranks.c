/* The communicator of tests itself: messages arrive at the rank that they are sent to, sums and gathered bytes are the same on
 * all ranks, and ranks that exchange nothing need not wait. */
#include "support/support.h"
#include "support/thread_ranks.h"

#define RANKS 5
#define ROUNDS 200

struct outcome {
    bool is_right[RANKS];
};

static int32_t number_of(int32_t from, int32_t to, int32_t round)
{
    return 10000 * from + 1000 * to + round;
}

/* Each rank exchanges with the ranks beside it. Messages of later ranks are longer. */
static void exchange_with_neighbours(const md_communicator *communicator, void *user)
{
    struct outcome *outcome = user;
    const int32_t rank = communicator->rank;
    bool is_right = true;
    for (int32_t round = 0; round < ROUNDS; ++round) {
        int32_t sent[2][RANKS + 1], received[2][RANKS + 1];
        md_message to[2], from[2];
        int32_t count = 0;
        for (int32_t other = rank - 1; other <= rank + 1; other += 2) {
            if (other < 0 || other >= communicator->ranks) {
                continue;
            }
            for (int32_t k = 0; k <= RANKS; ++k) {
                sent[count][k] = number_of(rank, other, round) + k;
            }
            to[count] = (md_message){other, sizeof(int32_t) * (size_t)(rank + 1), sent[count]};
            from[count] = (md_message){other, sizeof(int32_t) * (size_t)(other + 1), received[count]};
            ++count;
        }
        if (count > 0) {
            is_right = communicator->exchange(communicator->user, to, count, from, count) == MD_OK && is_right;
        }
        for (int32_t i = 0; i < count; ++i) {
            for (int32_t k = 0; k <= from[i].rank; ++k) {
                is_right = is_right && received[i][k] == number_of(from[i].rank, rank, round) + k;
            }
        }
    }
    outcome->is_right[rank] = is_right;
}

/* Pairs of ranks exchange, while the last rank has nothing to say. */
static void exchange_in_pairs(const md_communicator *communicator, void *user)
{
    struct outcome *outcome = user;
    const int32_t rank = communicator->rank;
    const int32_t other = rank ^ 1;
    outcome->is_right[rank] = true;
    for (int32_t round = 0; round < ROUNDS && other < communicator->ranks; ++round) {
        int32_t sent = number_of(rank, other, round);
        int32_t received = 0;
        const md_message to = {other, sizeof sent, &sent};
        const md_message from = {other, sizeof received, &received};
        const md_status status = communicator->exchange(communicator->user, &to, 1, &from, 1);
        outcome->is_right[rank] =
            outcome->is_right[rank] && status == MD_OK && received == number_of(other, rank, round);
    }
}

static void sum_and_gather(const md_communicator *communicator, void *user)
{
    struct outcome *outcome = user;
    const int32_t ranks = communicator->ranks;
    bool is_right = true;
    for (int32_t round = 0; round < ROUNDS; ++round) {
        double values[RANKS + 1] = {0};
        int32_t all[RANKS];
        const int32_t own = number_of(communicator->rank, 0, round);
        values[communicator->rank] = 1 + 0.1 * round;
        values[ranks] = 1;
        is_right = communicator->sum(communicator->user, values, ranks + 1) == MD_OK && is_right;
        is_right = communicator->gather(communicator->user, &own, sizeof own, all) == MD_OK && is_right;
        for (int32_t rank = 0; rank < ranks; ++rank) {
            is_right = is_right && values[rank] == 1 + 0.1 * round && all[rank] == number_of(rank, 0, round);
        }
        is_right = is_right && values[ranks] == ranks;
    }
    outcome->is_right[communicator->rank] = is_right;
}

static void run_on_all(thread_rank_function *function)
{
    for (int ranks = 1; ranks <= RANKS; ++ranks) {
        struct outcome outcome = {{false}};
        thread_ranks_run(ranks, function, &outcome);
        for (int rank = 0; rank < ranks; ++rank) {
            assert_true(outcome.is_right[rank]);
        }
    }
}

static void test_messages_reach_neighbours(void **state)
{
    (void)state;
    run_on_all(exchange_with_neighbours);
}

static void test_only_those_who_exchange_wait(void **state)
{
    (void)state;
    run_on_all(exchange_in_pairs);
}

static void test_all_ranks_get_the_same_sums(void **state)
{
    (void)state;
    run_on_all(sum_and_gather);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages_reach_neighbours),
        cmocka_unit_test(test_only_those_who_exchange_wait),
        cmocka_unit_test(test_all_ranks_get_the_same_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
