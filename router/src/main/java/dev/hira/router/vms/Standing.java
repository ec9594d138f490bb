package dev.hira.router.vms;

/** Whether a VM may work, as an operator last said. */
public sealed interface Standing {
    /** It may; so do VMs of which no operator said anything. */
    Standing RUNNING = new Running();

    /** Its commands wait, its sessions stay. */
    Standing PAUSED = new Paused();

    /** There is one of it: {@link Standing#RUNNING}. */
    record Running() implements Standing {}

    /** There is one of it: {@link Standing#PAUSED}. */
    record Paused() implements Standing {}

    /**
     * It may have no sessions.
     *
     * @param reason a sentence for its guests
     */
    record Evicted(String reason) implements Standing {}
}
