package dev.hira.sim.opencl.object;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.host.FreedAddresses;
import dev.hira.api.opencl.host.HostKernels;
import dev.hira.api.opencl.host.HostMemory;
import dev.hira.api.opencl.host.HostSamplers;
import dev.hira.base.SharedLongMap;
import dev.hira.sim.driver.object.ProcessState;
import org.jspecify.annotations.Nullable;

/** The objects of one process by name, and their counts. */
public final class OpenClObjects {
    private final SharedLongMap<ClObject> named = new SharedLongMap<>();
    private final FreedAddresses freed;
    private final ObjectEnds ends;

    /** Device addresses are free again when {@link #ends} has freed the memory there. */
    private final HostMemory hostMemory = new HostMemory(_ -> {});

    private final HostKernels hostKernels = new HostKernels();
    private final HostSamplers hostSamplers = new HostSamplers();

    public OpenClObjects(ProcessState process) {
        this.freed = new FreedAddresses(process.names()::releaseAddress);
        this.ends = new ObjectEnds(process, freed);
    }

    /** The device addresses of memory objects that have ended. */
    public FreedAddresses freed() {
        return freed;
    }

    /** The memory objects as the program's own process sees them. */
    public HostMemory hostMemory() {
        return hostMemory;
    }

    /** The samplers as the program's own process sees them. */
    public HostSamplers hostSamplers() {
        return hostSamplers;
    }

    /** The arguments of kernels as the program's own process has set them. */
    public HostKernels hostKernels() {
        return hostKernels;
    }

    /** Ends the commands of events that were created anew, whose device has died with them. */
    public void endLostCommands(long nanos) {
        for (ClObject object : named.values()) {
            if (object instanceof ClEvent event) {
                event.endLost(nanos);
            }
        }
    }

    /**
     * Enters a new object under its name.
     *
     * @throws dev.hira.api.opencl.OpenClException when the name is taken; the object has ended then
     */
    public synchronized <T extends ClObject> T enter(T object) {
        if (!named.putIfAbsent(object.name(), object)) {
            object.end(ends, () -> {});
            throw OpenClFailures.invalidValue(
                    "the name "
                            + OpenClFailures.hex(object.name())
                            + " cannot be given to a new object, because it is in use");
        }
        object.used().forEach(each -> each.users++);
        return object;
    }

    /** Enters a new object and keeps it from ending until {@link #done}. */
    public synchronized <T extends ClObject> T enterKept(T object) {
        T entered = enter(object);
        entered.users++;
        return entered;
    }

    /** Returns the object of this type and name, or null. */
    public <T extends ClObject> @Nullable T find(Class<T> type, long name) {
        ClObject found = named.get(name);
        return type.isInstance(found) ? type.cast(found) : null;
    }

    /**
     * Returns the object of this type and name.
     *
     * @param otherwise the code of the failure when there is none
     */
    public <T extends ClObject> T get(Class<T> type, long name, ClResult otherwise) {
        @Nullable T found = find(type, name);
        if (found == null) {
            throw OpenClFailures.of(
                    otherwise, "the process has no such object " + OpenClFailures.hex(name));
        }
        return found;
    }

    public synchronized void retain(ClObject object) {
        object.references = Math.incrementExact(object.references);
    }

    /** Takes 1 from the count of an object; at 0 its name is gone. */
    public synchronized void release(ClObject object) {
        object.references--;
        if (object.references == 0) {
            named.remove(object.name());
            endIfUnused(object);
        }
    }

    /** Returns the count of an object. */
    public synchronized int count(ClObject object) {
        return object.references;
    }

    /**
     * Keeps an object from ending until {@link #done}, as an object that uses it does.
     *
     * @return whether nothing used the object before; else it is left as it was
     */
    public synchronized boolean keepUnused(ClObject object) {
        if (object.users > 0) {
            return false;
        }
        object.users++;
        return true;
    }

    /** Ends what {@link #keepUnused} or {@link #enterKept} began. */
    public synchronized void done(ClObject object) {
        object.users--;
        endIfUnused(object);
    }

    @GuardedBy("this")
    private void endIfUnused(ClObject object) {
        if (object.references == 0 && object.users == 0) {
            object.end(ends, () -> ended(object));
        }
    }

    private synchronized void ended(ClObject object) {
        for (ClObject used : object.used()) {
            used.users--;
            endIfUnused(used);
        }
    }
}
