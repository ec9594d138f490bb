package dev.hira.sim.driver;

import dev.hira.sim.engine.Operation;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.ModuleMemory;
import dev.hira.sim.memory.Allocation;
import dev.hira.sim.memory.Placement;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The memory of a module's variables, in the part of the window where the device chooses. */
final class ModuleVariables implements ModuleMemory {
    private final SimContext context;
    private final List<Allocation<Operation>> allocations = new ArrayList<>();

    ModuleVariables(SimContext context) {
        this.context = context;
    }

    SimContext context() {
        return context;
    }

    @Override
    public long allocate(long bytes) {
        return switch (context.process().place(context, bytes)) {
            case Placement.Placed<Operation>(var allocation) -> {
                allocations.add(allocation);
                yield allocation.start();
            }
            case Placement.Refused<Operation>(var why) ->
                    throw new KernelFault(FaultKind.INVALID_VALUE, why);
            case Placement.NoMemory<Operation>(var why) ->
                    throw new KernelFault(FaultKind.OUT_OF_MEMORY, why);
        };
    }

    @Override
    public MemorySegment at(long address, long bytes) {
        @Nullable Allocation<Operation> allocation = context.memory().find(address, bytes);
        if (allocation == null) {
            throw new KernelFault(FaultKind.INVALID_VALUE,
                    "No variable lies at " + Failures.hex(address) + ".");
        }
        return allocation.segment().asSlice(allocation.offset(address), bytes);
    }

    List<Allocation<Operation>> allocations() {
        return List.copyOf(allocations);
    }

    /** Frees all of it; nothing has used it. */
    void freeUnused() {
        allocations.forEach(context::freeUnused);
    }
}
