package dev.hira.sim.jit;

/** The result of compiling a program. */
public sealed interface CompilationOutcome {
    /** The program is compiled. */
    record Compiled(CompiledProgram program) implements CompilationOutcome {}

    /**
     * The program is left to another engine.
     *
     * @param reason a clause, such as "it has 70000 instructions"
     */
    record Refused(String reason) implements CompilationOutcome {}
}
