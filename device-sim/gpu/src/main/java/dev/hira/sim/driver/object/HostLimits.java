package dev.hira.sim.driver.object;

/**
 * How much of the host the processes of all guests may use. Amounts of text stand for memory of the
 * host: reading a module takes up to 64 bytes for each byte of its text, keeping it some 16.
 *
 * @param moduleText bytes of text of one module
 * @param readingText bytes of text that are read at a time, by all processes together
 * @param processModules bytes of text of the modules that one process has loaded
 * @param allModules bytes of text of the modules that all processes have loaded
 * @param contexts of one process
 * @param addresses bytes of the host's address space that the memory of all contexts may take
 */
public record HostLimits(
        long moduleText,
        long readingText,
        long processModules,
        long allModules,
        int contexts,
        long addresses) {
    private static final long MIB = 1 << 20;

    /** Limits that suit the heap of this process: half of it for reading, a quarter for keeping. */
    public static HostLimits usual() {
        long heap = Runtime.getRuntime().maxMemory();
        return new HostLimits(
                16 * MIB,
                Math.clamp(heap / 128, MIB, 16 * MIB),
                64 * MIB,
                Math.max(heap / 64, 2 * MIB),
                64,
                64L << 40);
    }

    /** The same with other limits of modules. */
    public HostLimits withModules(long one, long reading, long ofProcess, long all) {
        return new HostLimits(one, reading, ofProcess, all, contexts, addresses);
    }

    /** The same with other limits of contexts. */
    public HostLimits withContexts(int most, long allAddresses) {
        return new HostLimits(
                moduleText, readingText, processModules, allModules, most, allAddresses);
    }
}
