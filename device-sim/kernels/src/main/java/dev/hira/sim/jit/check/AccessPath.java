package dev.hira.sim.jit.check;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.jit.method.ElementTransfer;

/** A way to the memory of an access, for all its elements. */
public interface AccessPath {
    /**
     * Pushes an element.
     *
     * @param wanted the preferred transfer
     * @return the transfer used: the preferred one, or its {@link ElementTransfer#whole}
     */
    ElementTransfer load(int element, ElementTransfer wanted);

    /**
     * Returns whether loading an element checks it; an unused element must then be loaded all the
     * same.
     */
    boolean checks();

    /**
     * Writes an element.
     *
     * @param push pushes the value, which has that carrier
     */
    void store(int element, ElementTransfer cell, Carrier carrier, Runnable push);
}
