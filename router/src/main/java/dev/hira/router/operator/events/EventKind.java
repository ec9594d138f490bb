package dev.hira.router.operator.events;

/** What an event tells of. */
public enum EventKind {
    /** Commands went on to the server. */
    ADMITTED,
    /** A command must wait. */
    DELAYED,
    /** A command was refused. */
    DENIED,
    /** A kernel ran longer than its VM may and was stopped. */
    KERNEL_KILLED,
    /** A policy, a class or a membership changed. */
    GRANT_CHANGED,
    SESSION_OPENED,
    /** A session that was open ended. */
    SESSION_ENDED,
    VM_PAUSED,
    VM_RESUMED,
    VM_EVICTED,
    SCHEDULER_CHANGED,
    RULES_LOADED,
    /** The watcher was too slow: so many events are missing here. */
    DROPPED;

    /** Whether many alike are one event with a count. */
    boolean merges() {
        return switch (this) {
            case ADMITTED, DELAYED, DENIED -> true;
            case KERNEL_KILLED,
                    GRANT_CHANGED,
                    SESSION_OPENED,
                    SESSION_ENDED,
                    VM_PAUSED,
                    VM_RESUMED,
                    VM_EVICTED,
                    SCHEDULER_CHANGED,
                    RULES_LOADED,
                    DROPPED ->
                    false;
        };
    }
}
