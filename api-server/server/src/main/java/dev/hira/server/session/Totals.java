package dev.hira.server.session;

/**
 * Limits on the resources that all sessions of a server together hold.
 *
 * @param inFlightBytes bytes received and not yet processed
 * @param unsentBytes bytes of answers that routers do not read
 * @param handles objects
 * @param threads calls that block or take long, each on a thread
 */
public record Totals(long inFlightBytes, long unsentBytes, int handles, int threads) {
    /**
     * The heap that an object takes in the server and in its driver, roughly: a CUDA event takes
     * 170, an allocation 290, an OpenCL event 350, a buffer 660, a kernel 770.
     */
    private static final int BYTES_PER_OBJECT = 512;

    /** Four sessions can have as many as a session has lanes, by default. */
    private static final int THREADS = 4096;

    /** Returns the defaults: a quarter of the heap each way, 3/32 for objects, 4096 threads. */
    public static Totals usual() {
        long heap = Runtime.getRuntime().maxMemory();
        return new Totals(
                heap / 4,
                heap / 4,
                (int) Math.min(heap * 3 / 32 / BYTES_PER_OBJECT, Integer.MAX_VALUE),
                THREADS);
    }
}
