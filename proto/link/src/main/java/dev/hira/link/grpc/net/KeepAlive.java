package dev.hira.link.grpc.net;

import java.time.Duration;

/**
 * How a vanished peer is noticed: it is pinged at every {@code interval}; when nothing comes for
 * {@code interval} and {@code timeout} together, the link is closed.
 */
public record KeepAlive(Duration interval, Duration timeout) {
    /** Notices within five seconds, and bears that either end stands still for three. */
    public static final KeepAlive DEFAULT =
            new KeepAlive(Duration.ofMillis(1000), Duration.ofMillis(3500));

    public KeepAlive {
        if (!interval.isPositive() || !timeout.isPositive()) {
            throw new IllegalArgumentException(
                    "a ping after " + interval + " with an answer within " + timeout + " is none");
        }
    }

    /** How long a connection may be silent. */
    public Duration patience() {
        return interval.plus(timeout);
    }
}
