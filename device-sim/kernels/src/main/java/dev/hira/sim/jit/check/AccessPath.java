package dev.hira.sim.jit.check;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.jit.method.ElementTransfer;

/** A way to the memory of an access, for all its elements. */
public interface AccessPath {
    /**
     * Pushes an element.
     *
     * @param wanted how it is wanted
     * @return how it is: as wanted, or {@link ElementTransfer#whole}
     */
    ElementTransfer load(int element, ElementTransfer wanted);

    /** Whether an element is checked when it is loaded, so that one is that nobody needs. */
    boolean checks();

    /**
     * Writes an element.
     *
     * @param push pushes the value, which has that carrier
     */
    void store(int element, ElementTransfer cell, Carrier carrier, Runnable push);
}
