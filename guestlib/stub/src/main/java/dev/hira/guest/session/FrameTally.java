package dev.hira.guest.session;

/**
 * Counts the records of the frame that is being written. Shared counters are updated once per
 * frame, because updating them per command costs more than writing the command.
 */
final class FrameTally {
    private long commands;
    private long inlineBytes;

    /** Counts an appended call. */
    void command(long payloadBytes) {
        commands++;
        inlineBytes += payloadBytes;
    }

    /** Adds the counts since the last call to the shared counters. */
    void countIn(SessionCounters counters) {
        counters.add(SessionCounters.COMMANDS, commands);
        counters.add(SessionCounters.INLINE_BYTES, inlineBytes);
        commands = 0;
        inlineBytes = 0;
    }
}
