/* Tests that draw run in an empty temporary folder, which is their working directory and `*state`. */
#ifndef MODULUS_TESTS_PLOT_TEST_H
#define MODULUS_TESTS_PLOT_TEST_H

#include <unistd.h>

#include "support/support.h"

static int enter_folder(void **state)
{
    *state = folder_create();
    return chdir(*state);
}

static int leave_folder(void **state)
{
    const int left = chdir("/");
    folder_remove(*state);
    return left;
}

#define PLOT_TEST(name) cmocka_unit_test_setup_teardown(name, enter_folder, leave_folder)

#endif
