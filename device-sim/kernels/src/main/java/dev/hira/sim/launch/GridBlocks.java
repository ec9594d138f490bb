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

    /** Returns a place for one thread to run blocks one after the other. */
    Station station() {
        return new Station(this);
    }

    /** A place where one thread runs blocks. */
    static final class Station {
        private final GridBlocks blocks;
        private @Nullable Bench bench;

        private Station(GridBlocks blocks) {
            this.blocks = blocks;
        }

        /** A state that belongs to one engine. */
        private record Bench(ThreadEngine engine, BlockState state, BlockScheduler scheduler) {}

        /** Runs a block from its beginning to its end. */
        void run(long number) {
            Bench here = bench(blocks.engines.apply(number));
            LaunchShape shape = blocks.grid.shape();
            long row = number / shape.gridX();
            here.state.begin(
                    (int) (number % shape.gridX()),
                    (int) (row % shape.gridY()),
                    (int) (row / shape.gridY()));
            here.scheduler.run(here.state);
        }

        private Bench bench(ThreadEngine engine) {
            Bench here = bench;
            if (here == null || !here.engine.equals(engine)) {
                close();
                BlockState state = new BlockState(blocks.grid);
                here =
                        new Bench(
                                engine,
                                state,
                                new BlockScheduler(engine, engine.stops(blocks.grid.program())));
                bench = here;
            }
            return here;
        }

        /** Returns the number of the thread that ran last. */
        int thread() {
            return bench == null ? 0 : bench.state.current;
        }

        /** Releases the state. */
        void close() {
            if (bench != null) {
                blocks.ended.accept(new Used(bench.engine, bench.state));
                bench = null;
            }
        }
    }
}
