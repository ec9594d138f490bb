package dev.hira.sim.code;

import dev.hira.sim.ptx.text.PtxSource;
import java.util.List;

/**
 * A kernel and all that it can reach.
 *
 * @param routines the kernel first
 * @param symbols names of module variables whose addresses each loading of the module gives anew
 * @param stops all places where threads meet, by their numbers
 * @param parameterBytes of the kernel's packed parameters
 * @param staticSharedBytes what it declares
 * @param dynamicSharedStart where dynamic shared memory begins
 * @param source the text, for lines
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

    /** The line of a place in the text, from 1. */
    public int line(int at) {
        return source.line(at);
    }
}
