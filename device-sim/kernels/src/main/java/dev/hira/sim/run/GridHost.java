package dev.hira.sim.run;

import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import org.jspecify.annotations.Nullable;

/** What a device does for the threads that run on it. */
public interface GridHost {
    /** Does what {@link Grid#attend} promises. */
    void attend(Grid grid);

    /**
     * Does a builtin function of the device; {@link Step.Builtin#ALLOCA} is the engine's own.
     *
     * @param arguments as the bits of their carriers
     * @return its result, 0 when it has none
     */
    long call(Step.Builtin builtin, BlockState block, int thread, long[] arguments);

    /** What watches a block, or null. */
    default @Nullable AccessObserver witness(BlockState block) {
        return null;
    }

    /** A special register that neither the grid nor the block knows: clocks, processor numbers. */
    long read(SpecialRegister register, BlockState block);
}
