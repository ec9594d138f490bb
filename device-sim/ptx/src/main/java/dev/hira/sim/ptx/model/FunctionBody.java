package dev.hira.sim.ptx.model;

import java.util.List;
import java.util.function.Consumer;

/** The parsed and checked body of a function. */
public record FunctionBody(PtxFunction function, List<Statement> statements) {
    /** Visits all instructions in the order of the text, also those in inner blocks. */
    public void forEachInstruction(Consumer<Statement.Instruction> visitor) {
        visit(statements, visitor);
    }

    private static void visit(List<Statement> statements, Consumer<Statement.Instruction> visitor) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Instruction instruction) {
                visitor.accept(instruction);
            } else if (statement instanceof Statement.Block(var inner)) {
                visit(inner, visitor);
            }
        }
    }
}
