package dev.hira.sim.ptx.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operand of an instruction. */
public sealed interface Operand {
    /**
     * The name of a register, special register, variable, function or label; its scope decides
     * which.
     */
    record Name(String name, int offset) implements Operand {}

    /** A component of a vector register or special register, written with its dot. */
    record Component(String name, String component, int offset) implements Operand {}

    /** A constant. */
    record Immediate(Constant value) implements Operand {}

    /** A negated operand: a predicate with an exclamation mark, or a number with a minus sign. */
    record Turned(char sign, Operand operand) implements Operand {}

    /** Two destinations separated by a bar. */
    record Pair(Operand first, Operand second) implements Operand {}

    /** Values in braces. */
    record Vector(List<Operand> elements) implements Operand {}

    /** Arguments or results of a call, in parentheses. */
    record Group(List<Operand> elements) implements Operand {}

    /** An ignored destination, or a value that does not matter. */
    record Sink() implements Operand {}

    /**
     * A location in memory, written in brackets.
     *
     * @param base holds the address or names the variable that has it; null when the offset is the
     *     address
     * @param offset bytes added to the base
     * @param rest the operands after the address within the brackets, such as texture coordinates
     */
    record Address(@Nullable Operand base, long offset, List<Operand> rest) implements Operand {}
}
