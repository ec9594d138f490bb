package dev.hira.sim.driver.object;

import dev.hira.api.AddressWindow;
import dev.hira.api.cuda.CudaException;
import dev.hira.base.SharedBudget;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.memory.AddressSpace;

/** Creates the contexts of a process, as many as its host's limits allow. */
final class ContextCreation {
    private final ProcessState process;
    private final int mostContexts;
    private final SharedBudget.Part addresses;

    ContextCreation(ProcessState process, HostBooks books) {
        this.process = process;
        this.mostContexts = books.limits().contexts();
        this.addresses = books.newAddresses();
    }

    /** Creates a context and enters it under its name. Creations take turns. */
    SimContext create(long name, int flags, SimDevice device) {
        if (!AddressWindow.exists(name)) {
            throw CudaFailures.invalidValue(
                    "the context name " + CudaFailures.hex(name) + " has no window of addresses");
        }
        AddressWindow window = AddressWindow.of(name);
        for (SimContext other : process.contexts()) {
            if (other.memory().window().equals(window)) {
                throw CudaFailures.invalidValue(
                        "the context name "
                                + CudaFailures.hex(name)
                                + " has the addresses of the context "
                                + CudaFailures.hex(other.name()));
            }
        }
        long reserved = takeAddresses(device);
        SimContext context =
                new SimContext(
                        name,
                        process,
                        device,
                        flags,
                        ended -> {
                            addresses.give(reserved);
                            process.work().ended(ended);
                        });
        process.choices().keepPlaces(context);
        try {
            process.enter(context);
        } catch (CudaException nameInUse) {
            context.bury();
            throw nameInUse;
        }
        return context;
    }

    /** Reserves the addresses of another context. */
    private long takeAddresses(SimDevice device) {
        int present = process.contexts().size();
        if (present >= mostContexts) {
            throw CudaFailures.outOfMemory(
                    "the process has "
                            + present
                            + " contexts, which is as many as the host allows; destroy some first");
        }
        long wanted = AddressSpace.reservation(device.memory().capacity());
        if (!addresses.take(wanted)) {
            throw CudaFailures.outOfMemory(
                    "the memory of a context takes "
                            + wanted
                            + " addresses of the host; the contexts of this process have "
                            + addresses.held()
                            + " and can have "
                            + addresses.room()
                            + " more; destroy contexts first");
        }
        return wanted;
    }
}
