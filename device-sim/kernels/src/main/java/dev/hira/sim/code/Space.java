package dev.hira.sim.code;

/** The memory space of an access. Constants are in the global space. */
public enum Space {
    GLOBAL,
    /** Addresses are offsets into the block's shared memory. */
    SHARED,
    /** Addresses are offsets into the thread's local memory. */
    LOCAL,
    /** Addresses are offsets into the kernel's packed parameters, which are read-only. */
    PARAM,
    /** Addresses may be in any space; {@link Windows} tells them apart. */
    GENERIC
}
