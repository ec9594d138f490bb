package dev.hira.sim.ptx.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a function's body. */
public sealed interface Statement {
    /** A branch target. */
    record Label(String name, int offset) implements Statement {}

    /** Variables or registers, visible until the end of the block. */
    record Declaration(List<Variable> variables) implements Statement {}

    /** Statements in braces. */
    record Block(List<Statement> statements) implements Statement {}

    /** The possible targets of an indexed branch. */
    record BranchTargets(String name, List<String> labels, int offset) implements Statement {}

    /** The possible targets of an indirect call. */
    record CallTargets(String name, List<String> functions, int offset) implements Statement {}

    /** The parameters and results of an indirectly called function. */
    record Prototype(String name, List<Variable> returns, List<Variable> parameters, int offset)
            implements Statement {}

    /** The line of another source file from which the following instructions come. */
    record Location(int file, int line, int column) implements Statement {}

    /** Advice to a compiler. */
    record Pragma(String text) implements Statement {}

    /**
     * An instruction.
     *
     * @param guard the predicate that controls it; null when it always executes
     * @param opcode its first word
     * @param modifiers the words after the opcode, each with its dot, in the order of the text
     * @param offset its offset in the text
     */
    record Instruction(
            @Nullable Guard guard,
            String opcode,
            List<String> modifiers,
            List<Operand> operands,
            int offset)
            implements Statement {
        /** Opcode and modifiers in PTX spelling. */
        public String fullName() {
            return opcode + String.join("", modifiers);
        }

        /** Returns the last modifier that is a type, or null: .s32 for {@code cvt.f32.s32}. */
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
