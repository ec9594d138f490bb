package dev.hira.router.operator.events;

/** The kinds of events. */
public enum EventKind {
    /** Commands went on to the server. */
    ADMITTED,
    /** A command must wait. */
    DELAYED,
    /** The commands of a VM waited within the last second; the event sums them up. */
    DELAYS,
    /** A command was refused. */
    DENIED,
    /** A kernel ran longer than its VM may and was stopped. */
    KERNEL_STOPPED,
    /** A grant, a class or a membership changed. */
    GRANT_CHANGED,
    SESSION_OPENED,
    /** The server of an open session is gone, and the session is being recreated. */
    SESSION_LOST,
    /** A lost session goes on at another server. */
    SESSION_REBUILT,
    /**
     * The commands of a session with transparent protection cannot be repeated until its next
     * checkpoint.
     */
    PROTECTION_REDUCED,
    /** An open session ended. */
    SESSION_ENDED,
    /** The connection of a session's guest broke. */
    SESSION_DETACHED,
    /** The guest of a detached session connected again. */
    SESSION_RESUMED,
    VM_PAUSED,
    VM_RESUMED,
    VM_EVICTED,
    /** A VM was suspended: it has no server, and the router keeps its checkpoint. */
    VM_SUSPENDED,
    /** An operator got a checkpoint of a VM. */
    VM_SAVED,
    /** A suspended VM goes on from a checkpoint. */
    VM_RESTORED,
    /** All sessions of a VM moved to another server. */
    VM_MIGRATED,
    /** A migration failed, and the VM goes on where it was. */
    VM_NOT_MIGRATED,
    /** The rebalancer moves a VM from an overloaded device to another one. */
    REBALANCING,
    /** The router reached an API server. */
    SERVER_UP,
    /** An API server that the router had reached is gone, or could not be reached at all. */
    SERVER_DOWN,
    /** An operator's drain of a server ended. */
    SERVER_DRAINED,
    /** Sessions may be placed at a server again. */
    SERVER_UNDRAINED,
    SCHEDULER_CHANGED,
    RULES_LOADED,
    /** A certificate or a token was revoked, and what its holder had open ends. */
    IDENTITY_REVOKED,
    /** Some events were dropped because the watcher was too slow; the event carries their count. */
    DROPPED;

    /** Whether similar events are merged into one with a count. */
    boolean merges() {
        return switch (this) {
            case ADMITTED, DELAYED, DENIED -> true;
            case KERNEL_STOPPED,
                    GRANT_CHANGED,
                    SESSION_OPENED,
                    SESSION_LOST,
                    SESSION_REBUILT,
                    PROTECTION_REDUCED,
                    SESSION_ENDED,
                    SESSION_DETACHED,
                    SESSION_RESUMED,
                    VM_PAUSED,
                    VM_RESUMED,
                    VM_EVICTED,
                    VM_SUSPENDED,
                    VM_SAVED,
                    VM_RESTORED,
                    VM_MIGRATED,
                    VM_NOT_MIGRATED,
                    REBALANCING,
                    SERVER_UP,
                    SERVER_DOWN,
                    SERVER_DRAINED,
                    SERVER_UNDRAINED,
                    SCHEDULER_CHANGED,
                    RULES_LOADED,
                    IDENTITY_REVOKED,
                    DELAYS,
                    DROPPED ->
                    false;
        };
    }
}
