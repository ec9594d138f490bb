package dev.hira.router.operator.vms;

/** Whether a VM may work, as an operator last said. */
public sealed interface VmStanding {
    /** It may; so do VMs of which no operator said anything. */
    VmStanding RUNNING = new Running();

    /** Its commands wait, its sessions stay. */
    VmStanding PAUSED = new Paused();

    /** There is one of it: {@link VmStanding#RUNNING}. */
    record Running() implements VmStanding {}

    /** There is one of it: {@link VmStanding#PAUSED}. */
    record Paused() implements VmStanding {}

    /**
     * It may have no sessions.
     *
     * @param reason a sentence for its guests
     */
    record Evicted(String reason) implements VmStanding {}
}
