package dev.hira.router.operator.events;

/** Publishes events of one session's commands. Costs next to nothing while they are not watched. */
public final class SessionEvents {
    private final EventHub hub;
    private final String vm;
    private final String session;

    public SessionEvents(EventHub hub, String vm, String session) {
        this.hub = hub;
        this.vm = vm;
        this.session = session;
    }

    /** Publishes that commands went on. */
    public void admitted(int commands) {
        if (hub.wants(EventKind.ADMITTED)) {
            hub.publish(hub.now(EventKind.ADMITTED, vm).in(session).times(commands));
        }
    }

    /** Publishes that a command must wait. */
    public void delayed(String function, String reason) {
        if (hub.wants(EventKind.DELAYED)) {
            hub.publish(
                    hub.now(EventKind.DELAYED, vm).in(session).by(function).because(reason, ""));
        }
    }

    /** Publishes that a command was refused. */
    public void denied(String function, String reason, String message) {
        if (hub.wants(EventKind.DENIED)) {
            hub.publish(
                    hub.now(EventKind.DENIED, vm)
                            .in(session)
                            .by(function)
                            .because(reason, message));
        }
    }

    /** Publishes that a kernel was stopped because it ran for too long. */
    public void stopped(String device, String kernel, long nanos) {
        if (hub.wants(EventKind.KERNEL_STOPPED)) {
            hub.publish(
                    hub.now(EventKind.KERNEL_STOPPED, vm)
                            .in(session)
                            .at(device)
                            .by(kernel)
                            .lasting(nanos)
                            .because("limit", ""));
        }
    }

    /** Publishes that the session is open. */
    public void opened(String process) {
        hub.publish(hub.now(EventKind.SESSION_OPENED, vm).in(session).because("", process));
    }

    /** Publishes that the guest's connection broke. */
    public void detached(String why) {
        hub.publish(hub.now(EventKind.SESSION_DETACHED, vm).in(session).because("", why));
    }

    /** Publishes that the guest connected again. */
    public void resumed() {
        hub.publish(hub.now(EventKind.SESSION_RESUMED, vm).in(session));
    }

    /** Publishes that the session's server is gone, and that the session is being recreated. */
    public void lost(String message) {
        hub.publish(hub.now(EventKind.SESSION_LOST, vm).in(session).because("", message));
    }

    /** Publishes that the session, whose server was gone, goes on at a device. */
    public void rebuilt(String device, long nanos) {
        hub.publish(hub.now(EventKind.SESSION_REBUILT, vm).in(session).at(device).lasting(nanos));
    }

    /** Publishes that the session's commands cannot be repeated until its next checkpoint. */
    public void exposed(String message) {
        hub.publish(hub.now(EventKind.PROTECTION_REDUCED, vm).in(session).because("", message));
    }

    /** Publishes that the session, which was open, ended. */
    public void ended(String cause, String message) {
        hub.publish(hub.now(EventKind.SESSION_ENDED, vm).in(session).because(cause, message));
    }
}
