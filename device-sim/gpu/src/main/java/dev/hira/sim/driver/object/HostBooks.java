package dev.hira.sim.driver.object;

import dev.hira.api.FairPlaces;
import dev.hira.base.SharedBudget;

/** The resources of a host that its processes use. */
public final class HostBooks {
    private final HostLimits limits;
    private final StagingBudget staging = StagingBudget.ofHost();
    private final SharedBudget modules;
    private final SharedBudget addresses;
    private final SharedBudget heap;
    private final FairPlaces reading;
    private final OwnProcesses processes = new OwnProcesses();

    public HostBooks(HostLimits limits) {
        this.limits = limits;
        this.modules = new SharedBudget(limits.allModules(), limits.processModules());
        this.addresses = new SharedBudget(limits.addresses(), limits.addresses());
        this.heap = new SharedBudget(limits.allHeap(), limits.processHeap());
        this.reading = new FairPlaces(ModuleBudget.permits(limits.readingText()));
    }

    HostLimits limits() {
        return limits;
    }

    StagingBudget staging() {
        return staging;
    }

    OwnProcesses processes() {
        return processes;
    }

    /** Returns a new process's part in the texts of modules. */
    ModuleBudget newModules(String vm) {
        return new ModuleBudget(vm, limits, modules.newPart(), reading);
    }

    /** Returns a new process's part in the heap for queued operations, callbacks and arguments. */
    SharedBudget.Part newHeap() {
        return heap.newPart();
    }

    /** Returns a new process's part in the address space. */
    SharedBudget.Part newAddresses() {
        return addresses.newPart();
    }
}
