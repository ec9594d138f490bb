package dev.hira.sim.jit;

import dev.hira.sim.code.Carrier;

/** A way to the memory of an access, for all its elements. */
interface Place {
    /**
     * Pushes an element.
     *
     * @param wanted how it is wanted
     * @return how it is: as wanted, or {@link Cell#whole}
     */
    Cell load(int element, Cell wanted);

    /** Whether an element is checked when it is loaded, so that one is that nobody needs. */
    boolean checks();

    /**
     * Writes an element.
     *
     * @param push pushes the value, which has that carrier
     */
    void store(int element, Cell cell, Carrier carrier, Runnable push);
}
