package dev.hira.router.operator.events;

/**
 * What happens to one session's commands, as events. Costs nothing to speak of while nobody
 * watches.
 */
public final class SessionEvents {
    private final EventHub hub;
    private final String vm;
    private final String session;

    public SessionEvents(EventHub hub, String vm, String session) {
        this.hub = hub;
        this.vm = vm;
        this.session = session;
    }

    /** Commands went on. */
    public void admitted(int commands) {
        if (hub.wants(EventKind.ADMITTED)) {
            hub.publish(hub.now(EventKind.ADMITTED, vm).in(session).times(commands));
        }
    }

    /** A command must wait. */
    public void delayed(String function, String reason) {
        if (hub.wants(EventKind.DELAYED)) {
            hub.publish(
                    hub.now(EventKind.DELAYED, vm).in(session).by(function).because(reason, ""));
        }
    }

    /** A command was refused. */
    public void denied(String function, String reason, String message) {
        if (hub.wants(EventKind.DENIED)) {
            hub.publish(
                    hub.now(EventKind.DENIED, vm)
                            .in(session)
                            .by(function)
                            .because(reason, message));
        }
    }

    /** A kernel was stopped because it ran for too long. */
    public void killed(String device, String kernel, long nanos) {
        if (hub.wants(EventKind.KERNEL_KILLED)) {
            hub.publish(
                    hub.now(EventKind.KERNEL_KILLED, vm)
                            .in(session)
                            .at(device)
                            .by(kernel)
                            .lasting(nanos)
                            .because("limit", ""));
        }
    }

    /** The session is open. */
    public void opened(String process) {
        hub.publish(hub.now(EventKind.SESSION_OPENED, vm).in(session).because("", process));
    }

    /** The session, which was open, ended. */
    public void ended(String cause, String message) {
        hub.publish(hub.now(EventKind.SESSION_ENDED, vm).in(session).because(cause, message));
    }
}
