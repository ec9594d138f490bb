package dev.hira.sim.ptx;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an instruction works on. */
public sealed interface Operand {
    /** A register, a special register, a variable, a function or a label: what its scope says. */
    record Name(String name, int offset) implements Operand {}

    /** A component of a vector register or special register, written with its dot. */
    record Component(String name, String component, int offset) implements Operand {}

    /** A constant. */
    record Immediate(Constant value) implements Operand {}

    /** Any of the same bits turned: a predicate with an exclamation mark, a number with a minus. */
    record Turned(char sign, Operand operand) implements Operand {}

    /** Two destinations, with a bar between. */
    record Pair(Operand first, Operand second) implements Operand {}

    /** Values in braces. */
    record Vector(List<Operand> elements) implements Operand {}

    /** Arguments or results of a call, in parentheses. */
    record Group(List<Operand> elements) implements Operand {}

    /** A destination that nobody reads, or a value that does not matter. */
    record Sink() implements Operand {}

    /**
     * A place in memory, in brackets.
     *
     * @param base what holds the address or has it, null when the address is the offset
     * @param offset bytes behind it
     * @param rest what follows the address within the brackets, like coordinates of a texture
     */
    record Address(@Nullable Operand base, long offset, List<Operand> rest) implements Operand {}
}
