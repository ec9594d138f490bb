package dev.hira.wire.grpc;

import java.time.Duration;

/**
 * How a vanished peer is noticed: it is pinged at every {@code interval}; when nothing comes for
 * {@code interval} and {@code timeout} together, the link is closed.
 */
public record KeepAlive(Duration interval, Duration timeout) {
    /** Notices within five seconds. */
    public static final KeepAlive DEFAULT =
            new KeepAlive(Duration.ofMillis(1500), Duration.ofMillis(2500));

    public KeepAlive {
        if (!interval.isPositive() || !timeout.isPositive()) {
            throw new IllegalArgumentException(
                    "a ping after " + interval + " with an answer within " + timeout + " is none");
        }
    }
}
