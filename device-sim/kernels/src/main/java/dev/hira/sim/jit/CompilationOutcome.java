package dev.hira.sim.jit;

/** What became of the wish to compile a program. */
public sealed interface CompilationOutcome {
    /** It is compiled. */
    record Compiled(CompiledProgram program) implements CompilationOutcome {}

    /**
     * It is left to another engine.
     *
     * @param reason a clause, such as "it has 70000 instructions"
     */
    record Refused(String reason) implements CompilationOutcome {}
}
