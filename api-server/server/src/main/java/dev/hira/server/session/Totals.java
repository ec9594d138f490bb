package dev.hira.server.session;

/**
 * Limits on the resources that all sessions of a server together hold.
 *
 * @param inFlightBytes bytes received and not yet processed
 * @param unsentBytes bytes of answers that routers do not read
 */
public record Totals(long inFlightBytes, long unsentBytes) {
    /** Returns the defaults: a quarter of the heap for bytes each way. */
    public static Totals usual() {
        long quarter = Runtime.getRuntime().maxMemory() / 4;
        return new Totals(quarter, quarter);
    }
}
