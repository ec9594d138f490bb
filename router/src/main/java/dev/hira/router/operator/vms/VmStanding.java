package dev.hira.router.operator.vms;

/** Whether a VM may work, as set by an operator. */
public sealed interface VmStanding {
    /** The VM may work; the default. */
    VmStanding RUNNING = new Running();

    /** The VM's commands wait, its sessions stay. */
    VmStanding PAUSED = new Paused();

    /** The type of {@link VmStanding#RUNNING}, its only instance. */
    record Running() implements VmStanding {}

    /** The type of {@link VmStanding#PAUSED}, its only instance. */
    record Paused() implements VmStanding {}

    /**
     * The VM may not have sessions.
     *
     * @param reason a sentence for its guests
     */
    record Evicted(String reason) implements VmStanding {}
}
