package dev.hira.server.session;

/**
 * Limits on the resources that all sessions of a server together hold.
 *
 * @param inFlightBytes bytes received and not yet processed
 * @param unsentBytes bytes of answers that routers do not read
 * @param printedBytes bytes of the log within a minute, for the text that kernels print
 * @param sessionPrintedBytes the same for one session
 */
public record Totals(
        long inFlightBytes, long unsentBytes, long printedBytes, long sessionPrintedBytes) {
    /** Returns the defaults: a quarter of the heap for bytes each way and 1 MiB of the log. */
    public static Totals usual() {
        long quarter = Runtime.getRuntime().maxMemory() / 4;
        return new Totals(quarter, quarter, 1 << 20, 256 << 10);
    }
}
