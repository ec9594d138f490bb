package dev.hira.guest.session;

import java.util.concurrent.atomic.AtomicLongArray;

/** The counters behind {@link SessionStats}; updated by any thread without allocation. */
final class SessionCounters {
    static final int ROUND_TRIPS = 0;
    static final int PIPELINED = 1;
    static final int COMMANDS = 2;
    static final int FRAMES_SENT = 3;
    static final int FRAMES_RECEIVED = 4;
    static final int INLINE_BYTES = 5;
    static final int ARENA_BYTES = 6;
    static final int PINNED_BYTES = 7;
    static final int FALLBACKS = 8;
    static final int WAITS = 9;
    static final int LATE_OUTPUTS = 10;
    static final int CALLBACKS = 11;
    static final int FAILURES = 12;

    private final AtomicLongArray values = new AtomicLongArray(FAILURES + 1);

    void add(int counter, long amount) {
        values.getAndAdd(counter, amount);
    }

    SessionStats snapshot(int lanes) {
        return new SessionStats(
                values.get(ROUND_TRIPS),
                values.get(PIPELINED),
                values.get(COMMANDS),
                values.get(FRAMES_SENT),
                values.get(FRAMES_RECEIVED),
                values.get(INLINE_BYTES),
                values.get(ARENA_BYTES),
                values.get(PINNED_BYTES),
                values.get(FALLBACKS),
                values.get(WAITS),
                values.get(LATE_OUTPUTS),
                values.get(CALLBACKS),
                values.get(FAILURES),
                lanes);
    }
}
