package dev.hira.sim.ptx;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a function's body. */
public sealed interface Statement {
    /** A place to branch to. */
    record Label(String name, int offset) implements Statement {}

    /** Variables or registers, seen until the end of the block. */
    record Declaration(List<Variable> variables) implements Statement {}

    /** Statements in braces. */
    record Block(List<Statement> statements) implements Statement {}

    /** The labels that an indexed branch chooses from. */
    record BranchTargets(String name, List<String> labels, int offset) implements Statement {}

    /** The functions that an indirect call chooses from. */
    record CallTargets(String name, List<String> functions, int offset) implements Statement {}

    /** What a function that is called indirectly takes and gives. */
    record Prototype(String name, List<Variable> returns, List<Variable> parameters, int offset)
            implements Statement {}

    /** The line of another file that the following instructions come from. */
    record Location(int file, int line, int column) implements Statement {}

    /** Advice to a compiler. */
    record Pragma(String text) implements Statement {}

    /**
     * An instruction.
     *
     * @param guard the predicate that it depends on, null when it is always executed
     * @param opcode its first word
     * @param modifiers what follows that, each with its dot, in the order of the text
     * @param offset its place in the text
     */
    record Instruction(
            @Nullable Guard guard,
            String opcode,
            List<String> modifiers,
            List<Operand> operands,
            int offset)
            implements Statement {
        /** Opcode and modifiers, as PTX writes them. */
        public String fullName() {
            return opcode + String.join("", modifiers);
        }

        /** The last modifiers that are types, or null: of {@code cvt.f32.s32} the type .s32. */
        public @Nullable ScalarType lastType() {
            for (int i = modifiers.size() - 1; i >= 0; i--) {
                ScalarType type = ScalarType.of(modifiers.get(i));
                if (type != null) {
                    return type;
                }
            }
            return null;
        }
    }

    /** The condition of an instruction. */
    record Guard(String predicate, boolean negated, int offset) {}
}
