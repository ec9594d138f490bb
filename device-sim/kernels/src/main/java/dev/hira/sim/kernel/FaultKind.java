package dev.hira.sim.kernel;

/**
 * The kinds of faults of kernels, modules and launches, independent of the error codes of any API.
 */
public enum FaultKind {
    /** An assertion in a kernel failed. */
    ASSERT,

    /** The context ended while the kernel ran. */
    CONTEXT_IS_DESTROYED,

    /** A cooperative grid does not fit on the device at once. */
    COOPERATIVE_LAUNCH_TOO_LARGE,

    /** A thread's stack overflowed. */
    HARDWARE_STACK_ERROR,

    /** An access to memory that the kernel may not access. */
    ILLEGAL_ADDRESS,

    /** An instruction was used as the PTX specification forbids. */
    ILLEGAL_INSTRUCTION,

    /** The module image is not text. */
    INVALID_IMAGE,

    /** A call or branch to an address that is not a function. */
    INVALID_PC,

    /** The text is not valid PTX. */
    INVALID_PTX,

    /** The launch asks for something that the kernel or the device does not allow. */
    INVALID_VALUE,

    /** The kernel failed for a reason that no other kind names. */
    LAUNCH_FAILED,

    /** The launch needs more registers or shared memory than the device has. */
    LAUNCH_OUT_OF_RESOURCES,

    /** The kernel exceeded its time limit. */
    LAUNCH_TIMEOUT,

    /** An access to an address that is not a multiple of its size. */
    MISALIGNED_ADDRESS,

    /** The device does not support an instruction of the kernel. */
    NOT_SUPPORTED,

    /** Memory of the device or of its host is exhausted. */
    OUT_OF_MEMORY
}
