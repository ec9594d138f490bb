package dev.hira.sim.driver;

import dev.hira.sim.engine.Operation;
import dev.hira.sim.memory.Allocation;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Where copies go to and come from: checks, and memory that any thread can access. */
final class Places {
    /** A thread that is never started, to ask whether memory belongs to one thread only. */
    private static final Thread SOMEBODY = Thread.ofPlatform().unstarted(() -> {});

    private Places() {}

    /** The allocation that holds all these bytes. */
    static Allocation<Operation> device(LaneState lane, long address, long bytes) {
        @Nullable SimContext current = lane.top();
        @Nullable Allocation<Operation> allocation =
                bytes < 0 || current == null ? null : current.memory().find(address, bytes);
        if (allocation == null && bytes > 0) {
            allocation = lane.process().find(address, bytes);
        }
        if (allocation == null) {
            throw outside(lane, address, bytes);
        }
        return allocation;
    }

    private static RuntimeException outside(LaneState lane, long address, long bytes) {
        @Nullable Allocation<Operation> near = lane.process().find(address, 1);
        return Failures.invalidValue(
                "The "
                        + Long.toUnsignedString(bytes)
                        + " bytes at "
                        + Failures.hex(address)
                        + " do not lie in one allocation"
                        + (near == null
                                ? "."
                                : "; the one there has "
                                        + near.bytes()
                                        + " bytes from "
                                        + Failures.hex(near.start())
                                        + " on."));
    }

    /** The context that an allocation belongs to. */
    static SimContext owner(LaneState lane, Allocation<Operation> allocation) {
        @Nullable SimContext current = lane.top();
        if (current != null && current.memory() == allocation.space()) {
            return current;
        }
        SimContext owner = lane.process().ownerOf(allocation.start());
        if (owner == null) {
            throw Failures.invalidValue(
                    "The context of the memory at "
                            + Failures.hex(allocation.start())
                            + " is destroyed.");
        }
        return owner;
    }

    /** Checks that an address is one of a context. */
    static void requireIn(LaneState lane, long context, long address) {
        SimContext owner = lane.process().context(context);
        if (!owner.memory().window().contains(address)) {
            throw Failures.invalidValue(
                    "The address "
                            + Failures.hex(address)
                            + " does not belong to the context "
                            + Failures.hex(context)
                            + ".");
        }
    }

    /** Host memory to read so many bytes from. */
    static MemorySegment source(MemorySegment host, long bytes) {
        if (bytes < 0 || bytes > host.byteSize()) {
            throw Failures.invalidValue(
                    "The host memory has "
                            + host.byteSize()
                            + " bytes, but "
                            + Long.toUnsignedString(bytes)
                            + " are to be copied.");
        }
        return host;
    }

    /** Host memory to write so many bytes to. */
    static MemorySegment destination(MemorySegment host, long bytes) {
        if (host.isReadOnly()) {
            throw Failures.invalidValue("The host memory to copy to is read-only.");
        }
        return source(host, bytes);
    }

    /** Whether any thread can access the memory. */
    static boolean isShared(MemorySegment memory) {
        return memory.isAccessibleBy(SOMEBODY);
    }

    /**
     * The same memory such that any thread can access it. Only for callers that wait until it is
     * not accessed any more: nobody else can free memory that belongs to the calling thread.
     */
    static MemorySegment shared(MemorySegment memory) {
        if (isShared(memory)) {
            return memory;
        }
        if (!memory.isNative()) {
            throw Failures.invalidValue("Heap memory that belongs to one thread cannot be copied.");
        }
        return MemorySegment.ofAddress(memory.address()).reinterpret(memory.byteSize());
    }
}
