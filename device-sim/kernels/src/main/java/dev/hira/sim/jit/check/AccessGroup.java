package dev.hira.sim.jit.check;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.method.AddressBound;
import dev.hira.sim.jit.method.IndexBound;
import dev.hira.sim.jit.method.MemoryWindow;
import org.jspecify.annotations.Nullable;

/**
 * Accesses of a block that are checked together since they have a common base, or a single access.
 *
 * @param offset offset of the lowest access from the base
 * @param alignment alignment to check; 1 when no check is needed
 * @param aligned offset of the address whose alignment is checked
 * @param members number of accesses
 * @param index the bound on an index to compare instead of addresses; null to compare addresses
 */
public record AccessGroup(
        Value base,
        long offset,
        AddressBound limit,
        int alignment,
        long aligned,
        int members,
        @Nullable Index index) {
    /** An index register and its bound. */
    record Index(Register register, IndexBound reach) {}

    /** Returns the window that the accesses usually hit. */
    public MemoryWindow window() {
        return limit.window();
    }

    /**
     * Returns whether the bounds check of the window's array already finds an address outside, so
     * that no explicit check is needed before the access.
     */
    boolean isCheckedByArray() {
        return window().isArray()
                && base.carrier() == Carrier.INT
                && limit.pointers().isEmpty()
                && (alignment == 1 || members == 1);
    }
}
