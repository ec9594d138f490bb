package dev.hira.policy.model;

/** The role of a resource for schedulers and limits, which know no API's names. */
public enum ResourceRole {
    /** An amount without a role. */
    NONE,
    /** Bytes that a call copies from the host to a device. */
    COPY_IN,
    /** Bytes that a call copies from a device to the host. */
    COPY_OUT,
    /** Bytes that a call copies or fills within devices. */
    COPY_ON_DEVICE,
    /** Threads that a kernel launch starts. */
    THREADS,
    /** Bytes of a device's memory that objects hold. */
    DEVICE_MEMORY
}
