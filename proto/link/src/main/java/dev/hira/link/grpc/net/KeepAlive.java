package dev.hira.link.grpc.net;

import java.time.Duration;

/**
 * How to notice a vanished peer: ping it at every {@code interval}; close the link when nothing
 * arrives for {@code interval} plus {@code timeout}.
 */
public record KeepAlive(Duration interval, Duration timeout) {
    /** Notices within five seconds, and tolerates a stall of three seconds at either end. */
    public static final KeepAlive DEFAULT =
            new KeepAlive(Duration.ofMillis(1000), Duration.ofMillis(3500));

    public KeepAlive {
        if (!interval.isPositive() || !timeout.isPositive()) {
            throw new IllegalArgumentException(
                    "a ping after "
                            + interval
                            + " with an answer within "
                            + timeout
                            + " is invalid; both must be positive");
        }
    }

    /** Returns how long a connection may be silent. */
    public Duration patience() {
        return interval.plus(timeout);
    }
}
