/* The passes of point_kernel.h over a range of blocks, and their table KERNEL. The including file says what a pass does to a block:
 *
 *     prepare_block(pass, block)           stores what K needs
 *     push_block(pass, block)              adds M^-1 J^T lambda to v
 *     sweep_block(pass, block, is_soft)    updates lambda and v; returns in which lanes lambda is bounded
 *     turn_block(pass, block)              turns the arms or axes by the motion of a substep
 *     measure_block(pass, block, sums)     adds the residual
 */

static void prepare(const struct point_pass *pass, int32_t first, int32_t end)
{
    for (int32_t block = first; block < end; ++block) {
        prepare_block(pass, block);
    }
}

static void push(const struct point_pass *pass, int32_t first, int32_t end)
{
    for (int32_t block = first; block < end; ++block) {
        push_block(pass, block);
    }
}

MD_INLINE bool sweep_blocks(const struct point_pass *pass, int32_t first, int32_t end, bool is_soft)
{
    vmask is_sound = ~(vmask){0};
    for (int32_t block = first; block < end; ++block) {
        is_sound &= sweep_block(pass, block, is_soft);
    }
    return !vector_any(~is_sound);
}

static bool sweep(const struct point_pass *pass, int32_t first, int32_t end)
{
    return pass->is_soft ? sweep_blocks(pass, first, end, true) : sweep_blocks(pass, first, end, false);
}

static void turn(const struct point_pass *pass, int32_t first, int32_t end)
{
    for (int32_t block = first; block < end; ++block) {
        turn_block(pass, block);
    }
}

static void measure(const struct point_pass *pass, int32_t first, int32_t end, struct residual_sums *sums)
{
    for (int32_t block = first; block < end; ++block) {
        measure_block(pass, block, sums);
    }
}

const struct point_kernel KERNEL = {.prepare = prepare, .push = push, .sweep = sweep, .turn = turn, .measure = measure};
