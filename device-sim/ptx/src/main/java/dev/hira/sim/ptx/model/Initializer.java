package dev.hira.sim.ptx.model;

import java.util.List;

/** The initial value of a variable. */
public sealed interface Initializer {
    /**
     * The value of one element.
     *
     * @param offset its offset in the text
     */
    record Single(Constant value, int offset) implements Initializer {}

    /** The values of the first elements of an array; the others are zero. */
    record Many(List<Initializer> elements, int offset) implements Initializer {}
}
