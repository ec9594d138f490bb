package dev.hira.sim.driver.object;

/**
 * Limits on the host's resources for the processes of all guests. Sizes of text stand for memory of
 * the host: reading a module takes up to 64 bytes for each byte of its text, keeping it about 16.
 *
 * @param moduleText bytes of text of one module
 * @param readingText bytes of text being read at a time, by all processes together
 * @param processModules bytes of text of the modules that one process has loaded
 * @param allModules bytes of text of the modules that all processes have loaded
 * @param contexts contexts of one process
 * @param addresses bytes of the host's address space for the memory of all contexts
 * @param processHeap bytes of heap for the queued operations, callbacks and arguments of one
 *     process
 * @param allHeap bytes of heap for those of all processes
 */
public record HostLimits(
        long moduleText,
        long readingText,
        long processModules,
        long allModules,
        int contexts,
        long addresses,
        long processHeap,
        long allHeap) {
    private static final long MIB = 1 << 20;

    /**
     * Returns limits that suit the heap of this process: a quarter of it for reading, an eighth for
     * keeping, a sixteenth for queued work.
     */
    public static HostLimits usual() {
        long heap = Runtime.getRuntime().maxMemory();
        return new HostLimits(
                16 * MIB,
                Math.clamp(heap / 256, MIB, 16 * MIB),
                64 * MIB,
                Math.max(heap / 128, 2 * MIB),
                64,
                64L << 40,
                64 * MIB,
                Math.max(heap / 16, 8 * MIB));
    }

    /** Returns these limits with others for modules. */
    public HostLimits withModules(long one, long reading, long ofProcess, long all) {
        return new HostLimits(
                one, reading, ofProcess, all, contexts, addresses, processHeap, allHeap);
    }

    /** Returns these limits with others for contexts. */
    public HostLimits withContexts(int most, long allAddresses) {
        return new HostLimits(
                moduleText,
                readingText,
                processModules,
                allModules,
                most,
                allAddresses,
                processHeap,
                allHeap);
    }

    /** Returns these limits with others for queued operations, callbacks and arguments. */
    public HostLimits withHeap(long ofProcess, long all) {
        return new HostLimits(
                moduleText,
                readingText,
                processModules,
                allModules,
                contexts,
                addresses,
                ofProcess,
                all);
    }
}
