package dev.hira.sim.jit;

import dev.hira.sim.code.Carrier;
import java.lang.classfile.Label;

/** A way to the memory at the address in {@link Body#address}, for all elements of an access. */
interface Place {
    /** Emits a check that goes to a label when this is not the way to the address. */
    void check(Label otherwise);

    /**
     * Pushes an element.
     *
     * @param wanted how it is wanted
     * @return how it is: as wanted, or {@link Cell#whole}
     */
    Cell load(int element, Cell wanted);

    /**
     * Writes an element.
     *
     * @param push pushes the value, which has that carrier
     */
    void store(int element, Cell cell, Carrier carrier, Runnable push);
}
