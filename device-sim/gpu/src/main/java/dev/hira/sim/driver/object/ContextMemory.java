package dev.hira.sim.driver.object;

import dev.hira.sim.kernel.FlatMemory;
import dev.hira.sim.kernel.KernelMemory;

/** The memory of a context as its kernels access it. */
record ContextMemory(SimContext context, StrayWatch strays) implements KernelMemory {
    @Override
    public FlatMemory allocations() {
        return context.memory().flat();
    }

    @Override
    public FlatMemory variables() {
        return context.memory().flatOfDevice();
    }

    @Override
    public long stray() {
        return strays.now();
    }

    @Override
    public long strayAfter(long nanos) {
        return strays.ended(nanos);
    }

    @Override
    public boolean allocated(long address, long bytes) {
        return context.memory().find(address, bytes) != null;
    }
}
