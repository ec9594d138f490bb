package dev.hira.sim.lower;

import dev.hira.sim.code.Routine;

/** What is done with a routine after all its instructions were lowered. */
final class Passes {
    private Passes() {}

    static Routine tidy(Routine routine) {
        return Blocks.tidy(routine);
    }
}
