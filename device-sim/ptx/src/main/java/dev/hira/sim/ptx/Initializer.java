package dev.hira.sim.ptx;

import java.util.List;

/** The initial value of a variable. */
public sealed interface Initializer {
    /**
     * Of one element.
     *
     * @param offset its place in the text
     */
    record Single(Constant value, int offset) implements Initializer {}

    /** Of the first elements of an array, the others being zero. */
    record Many(List<Initializer> elements, int offset) implements Initializer {}
}
