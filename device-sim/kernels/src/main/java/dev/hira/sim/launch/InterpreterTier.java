package dev.hira.sim.launch;

import dev.hira.sim.code.Program;
import dev.hira.sim.interpret.Interpreter;

/**
 * The tier that runs everything, slowly.
 *
 * @param watched whether it reports all accesses to the observer of each block
 */
record InterpreterTier(boolean watched) implements Tier {
    @Override
    public String name() {
        return "interpreter";
    }

    @Override
    public Attempt prepare(Program program) {
        return ready(watched ? Interpreter.watched(program) : Interpreter.of(program));
    }

    @Override
    public Tier observed() {
        return new InterpreterTier(true);
    }
}
