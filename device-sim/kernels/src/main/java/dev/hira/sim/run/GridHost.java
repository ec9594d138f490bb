package dev.hira.sim.run;

import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import org.jspecify.annotations.Nullable;

/** The services of a device for the threads that run on it. */
public interface GridHost {
    /** Performs {@link Grid#attend}. */
    void attend(Grid grid);

    /**
     * Executes a builtin function of the device; engines implement {@link Step.Builtin#ALLOCA}
     * themselves.
     *
     * @param arguments as the bits of their carriers
     * @return its result, 0 when it has none
     */
    long call(Step.Builtin builtin, BlockState block, int thread, long[] arguments);

    /** Returns the observer of a block, or null. */
    default @Nullable AccessObserver witness(BlockState block) {
        return null;
    }

    /**
     * Reads a special register that neither the grid nor the block knows: clocks, processor
     * numbers.
     */
    long read(SpecialRegister register, BlockState block);
}
