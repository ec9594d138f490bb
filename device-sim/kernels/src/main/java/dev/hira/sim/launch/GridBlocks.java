package dev.hira.sim.launch;

import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.run.BlockScheduler;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.Grid;
import dev.hira.sim.run.ThreadEngine;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a grid and the engines that run them.
 *
 * @param engines the engine for each block, by its number
 * @param ended receives each state when it is no longer in use, from any thread
 * @param inOrder whether blocks run one after the other, which makes runs repeatable
 */
record GridBlocks(
        Grid grid, LongFunction<ThreadEngine> engines, Consumer<Used> ended, boolean inOrder) {
    /** A state in which an engine has run blocks. */
    record Used(ThreadEngine engine, BlockState state) {}

    /** Returns a runner of blocks for one thread. */
    BlockRunner runner() {
        return new BlockRunner(this);
    }

    /** Runs blocks on one thread, one after the other. */
    static final class BlockRunner {
        private final GridBlocks blocks;
        private @Nullable EngineState latest;

        private BlockRunner(GridBlocks blocks) {
            this.blocks = blocks;
        }

        /** A state that belongs to one engine. */
        private record EngineState(
                ThreadEngine engine, BlockState state, BlockScheduler scheduler) {}

        /** Runs a block from its beginning to its end. */
        void run(long number) {
            EngineState here = stateFor(blocks.engines.apply(number));
            LaunchShape shape = blocks.grid.shape();
            long row = number / shape.gridX();
            here.state.begin(
                    (int) (number % shape.gridX()),
                    (int) (row % shape.gridY()),
                    (int) (row / shape.gridY()));
            here.scheduler.run(here.state);
        }

        private EngineState stateFor(ThreadEngine engine) {
            EngineState here = latest;
            if (here == null || !here.engine.equals(engine)) {
                close();
                BlockState state = new BlockState(blocks.grid);
                here =
                        new EngineState(
                                engine,
                                state,
                                new BlockScheduler(engine, engine.stops(blocks.grid.program())));
                latest = here;
            }
            return here;
        }

        /** Returns the number of the thread that ran last. */
        int thread() {
            return latest == null ? 0 : latest.state.current;
        }

        /** Releases the state. */
        void close() {
            if (latest != null) {
                blocks.ended.accept(new Used(latest.engine, latest.state));
                latest = null;
            }
        }
    }
}
