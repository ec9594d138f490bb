package dev.hira.sim.code;

/** The memory that an access means. Constants lie in the global space. */
public enum Space {
    GLOBAL,
    /** Addresses are offsets into the block's shared memory. */
    SHARED,
    /** Addresses are offsets into the thread's local memory. */
    LOCAL,
    /** Addresses are offsets into the kernel's packed parameters; only read. */
    PARAM,
    /** Any of them, told by {@link Windows}. */
    GENERIC
}
