package dev.hira.sim.driver.object;

import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.ModuleMemory;
import dev.hira.sim.memory.Allocation;
import dev.hira.sim.memory.PlacementResult;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a module's variables, in the part of the window where the device chooses addresses.
 */
public final class ModuleVariables implements ModuleMemory {
    private final SimContext context;
    private final long module;
    private final List<Allocation<ChannelOperation>> allocations = new ArrayList<>();

    public ModuleVariables(SimContext context, long module) {
        this.context = context;
        this.module = module;
    }

    public SimContext context() {
        return context;
    }

    @Override
    public long allocate(long bytes) {
        return switch (context.process()
                .choices()
                .placeVariable(context, module, allocations.size(), bytes)) {
            case PlacementResult.Placed<ChannelOperation>(var allocation) -> {
                allocations.add(allocation);
                yield allocation.start();
            }
            case PlacementResult.Refused<ChannelOperation>(var why) ->
                    throw new KernelFault(FaultKind.INVALID_VALUE, why);
            case PlacementResult.NoMemory<ChannelOperation>(var why, _) ->
                    throw new KernelFault(FaultKind.OUT_OF_MEMORY, why);
        };
    }

    @Override
    public MemorySegment at(long address, long bytes) {
        @Nullable Allocation<ChannelOperation> allocation = context.memory().find(address, bytes);
        if (allocation == null) {
            throw new KernelFault(
                    FaultKind.INVALID_VALUE, "no variable lies at " + CudaFailures.hex(address));
        }
        return allocation.segment().asSlice(allocation.offset(address), bytes);
    }

    public List<Allocation<ChannelOperation>> allocations() {
        return List.copyOf(allocations);
    }

    /** Frees all variables; no work has used them. */
    public void freeUnused() {
        allocations.forEach(context::freeUnused);
    }
}
