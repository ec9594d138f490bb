package dev.hira.router.operator.events;

/** Publishes which API servers the router reaches. */
public final class ServerEvents {
    private final EventHub hub;

    public ServerEvents(EventHub hub) {
        this.hub = hub;
    }

    /** Publishes that a server was reached. */
    public void up(String server, int devices) {
        hub.publish(
                hub.now(EventKind.SERVER_UP, "")
                        .because(
                                "",
                                server
                                        + " with "
                                        + devices
                                        + (devices == 1 ? " device" : " devices")));
    }

    /** Publishes that a server cannot be reached any longer, or not at all. */
    public void down(String server, String why) {
        hub.publish(hub.now(EventKind.SERVER_DOWN, "").because("", server + ": " + why));
    }
}
