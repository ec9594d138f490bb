package dev.hira.bench.programs;

import org.jspecify.annotations.Nullable;

/** Runs programs, and compares what their calls give with what the model says. */
interface ProgramRunner {
    /**
     * Runs a program.
     *
     * @param point what happens to it; null: nothing
     * @return the first difference from the model, as a sentence; null if there is none
     */
    <D, M, S> @Nullable String run(Program<D, M, S> program, @Nullable Point point);
}
