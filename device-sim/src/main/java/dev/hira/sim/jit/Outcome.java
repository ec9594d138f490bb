package dev.hira.sim.jit;

/** What became of the wish to compile a program. */
public sealed interface Outcome {
    /** It is compiled. */
    record Compiled(CompiledProgram program) implements Outcome {}

    /**
     * It is left to another engine.
     *
     * @param reason a clause, such as "it has 70000 instructions"
     */
    record Refused(String reason) implements Outcome {}
}
