package dev.hira.guest.session;

/**
 * What was appended to the frame that is being written. It is counted once per frame, because
 * counters that all threads share cost more per command than to write it.
 */
final class FrameTally {
    private long commands;
    private long inlineBytes;

    /** A call was appended. */
    void command(long payloadBytes) {
        commands++;
        inlineBytes += payloadBytes;
    }

    /** Enters into the counters what was appended since the last time. */
    void countIn(SessionCounters counters) {
        counters.add(SessionCounters.COMMANDS, commands);
        counters.add(SessionCounters.INLINE_BYTES, inlineBytes);
        commands = 0;
        inlineBytes = 0;
    }
}
