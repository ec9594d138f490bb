package dev.hira.server.session;

/**
 * What all sessions of a server together may make it keep.
 *
 * @param inFlightBytes received and not yet worked on
 * @param printedBytes of the log within a minute, for the text that kernels print
 * @param sessionPrintedBytes the same for one session
 */
public record Totals(long inFlightBytes, long printedBytes, long sessionPrintedBytes) {
    /** A quarter of the heap, and little of the log. */
    public static Totals usual() {
        return new Totals(Runtime.getRuntime().maxMemory() / 4, 1 << 20, 256 << 10);
    }
}
