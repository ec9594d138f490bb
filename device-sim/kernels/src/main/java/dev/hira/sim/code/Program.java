package dev.hira.sim.code;

import dev.hira.sim.ptx.text.PtxSource;
import java.util.List;

/**
 * A kernel and all routines that it can reach.
 *
 * @param routines all routines; the kernel is the first
 * @param symbols names of module variables; each load of the module assigns their addresses
 * @param stops all sites at which threads meet, by number
 * @param parameterBytes of the kernel's packed parameters
 * @param staticSharedBytes the shared memory that the kernel declares
 * @param dynamicSharedStart offset at which dynamic shared memory begins
 * @param source the text, for line numbers
 */
public record Program(
        List<Routine> routines,
        List<String> symbols,
        List<Exit.Stop> stops,
        int parameterBytes,
        int staticSharedBytes,
        int dynamicSharedStart,
        PtxSource source) {
    /** The kernel itself. */
    public Routine kernel() {
        return routines.getFirst();
    }

    /** The line where the kernel begins. */
    public int firstLine() {
        return line(kernel().blocks().getFirst().at());
    }

    /** The line of an offset in the text, from 1. */
    public int line(int at) {
        return source.line(at);
    }
}
