package dev.hira.sim.jit.check;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.method.AddressBound;
import dev.hira.sim.jit.method.IndexBound;
import dev.hira.sim.jit.method.MemoryWindow;
import org.jspecify.annotations.Nullable;

/**
 * Accesses of a block that are checked together: they have one base, or there is just one.
 *
 * @param offset of the lowest one from the base
 * @param alignment to be checked; 1 when nothing is to be checked
 * @param aligned the offset of the address of which that is checked
 * @param members how many accesses there are
 * @param index what is compared instead of addresses; null when those are
 */
public record AccessGroup(
        Value base,
        long offset,
        AddressBound limit,
        int alignment,
        long aligned,
        int members,
        @Nullable Index index) {
    /** A register and what it has to be less than. */
    record Index(Register register, IndexBound reach) {}

    /** Where its accesses usually go. */
    public MemoryWindow window() {
        return limit.window();
    }

    /**
     * Whether access to the array that the window is finds by itself whether an address is outside,
     * so that no check has to come before it.
     */
    boolean isCheckedByArray() {
        return window().isArray()
                && base.carrier() == Carrier.INT
                && limit.pointers().isEmpty()
                && (alignment == 1 || members == 1);
    }
}
