package dev.hira.sim.driver.object;

import dev.hira.sim.engine.Channel;

/**
 * A stream that the guest has created.
 *
 * @param flags the CUstream_flags
 * @param priority in CUDA's order: 0 is the lowest, lower numbers are higher priorities
 * @param id unique in the process
 */
public record SimStream(
        long name, SimContext context, Channel channel, int flags, int priority, long id)
        implements SimObject {}
