package dev.hira.server.move;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** The meters of moves. */
final class MoveMeters {
    /** The direction of a session's move, seen from this server. */
    enum Way {
        IN,
        OUT;

        private String tag() {
            return this == IN ? "in" : "out";
        }
    }

    private final MeterRegistry registry;

    MoveMeters(MeterRegistry registry) {
        this.registry = registry;
        for (Way way : Way.values()) {
            bytes(way);
            moves(way, "moved");
            moves(way, "failed");
        }
        moves(Way.OUT, "unrested");
        moves(Way.IN, "denied");
    }

    /** Counts device memory that was sent or taken. */
    void memory(Way way, long size) {
        bytes(way).increment((double) size);
    }

    /** Counts a transfer of a session's state that has ended. */
    void transferred(Way way, boolean moved) {
        moves(way, moved ? "moved" : "failed").increment();
    }

    /** Counts a session that did not come to rest. */
    void unrested() {
        moves(Way.OUT, "unrested").increment();
    }

    /** Counts a stream without a valid token. */
    void denied() {
        moves(Way.IN, "denied").increment();
    }

    private Counter bytes(Way way) {
        return Counter.builder("hira.server.state.bytes")
                .description("Bytes of sessions' device memory from and to other servers")
                .tags("direction", way.tag())
                .register(registry);
    }

    private Counter moves(Way way, String outcome) {
        return Counter.builder("hira.server.moves")
                .description("Moves of sessions from and to other servers")
                .tags("direction", way.tag(), "outcome", outcome)
                .register(registry);
    }
}
