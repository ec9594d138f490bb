package dev.hira.sim.driver.copy;

import dev.hira.api.ProgramMemory;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.LaneState;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.memory.Allocation;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the sources and destinations of copies: checks them and provides memory that any thread
 * can access.
 */
public final class CopyEndpoints {
    /** An unstarted thread, used to test whether memory belongs to one thread only. */
    private static final Thread OTHER_THREAD = Thread.ofPlatform().unstarted(() -> {});

    private CopyEndpoints() {}

    /** Returns the allocation that contains all these bytes. */
    public static Allocation<ChannelOperation> device(LaneState lane, long address, long bytes) {
        @Nullable SimContext current = lane.top();
        @Nullable Allocation<ChannelOperation> allocation =
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
        @Nullable Allocation<ChannelOperation> near = lane.process().find(address, 1);
        return CudaFailures.invalidValue(
                "the "
                        + Long.toUnsignedString(bytes)
                        + " bytes at "
                        + CudaFailures.hex(address)
                        + " do not lie in one allocation"
                        + (near == null
                                ? ""
                                : "; the one there has "
                                        + near.bytes()
                                        + " bytes from "
                                        + CudaFailures.hex(near.start())
                                        + " on"));
    }

    /** Returns the context of an allocation. */
    public static SimContext owner(LaneState lane, Allocation<ChannelOperation> allocation) {
        @Nullable SimContext current = lane.top();
        if (current != null && current.memory() == allocation.space()) {
            return current;
        }
        SimContext owner = lane.process().ownerOf(allocation.start());
        if (owner == null) {
            throw CudaFailures.invalidValue(
                    "the context of the memory at "
                            + CudaFailures.hex(allocation.start())
                            + " is destroyed");
        }
        return owner;
    }

    /** Checks that an address belongs to a context. */
    public static void requireIn(LaneState lane, long context, long address) {
        SimContext owner = lane.process().context(context);
        if (!owner.memory().window().contains(address)) {
            throw CudaFailures.invalidValue(
                    "the address "
                            + CudaFailures.hex(address)
                            + " does not belong to the context "
                            + CudaFailures.hex(context));
        }
    }

    /** Returns host memory from which this many bytes can be read. */
    public static MemorySegment source(MemorySegment host, long bytes) {
        if (bytes < 0 || bytes > host.byteSize()) {
            throw CudaFailures.invalidValue(
                    "the host memory has "
                            + host.byteSize()
                            + " bytes, but "
                            + Long.toUnsignedString(bytes)
                            + " are to be copied");
        }
        return host;
    }

    /** Returns host memory to which this many bytes can be written. */
    public static MemorySegment destination(MemorySegment host, long bytes) {
        if (host.isReadOnly()) {
            throw CudaFailures.invalidValue("the host memory to copy to is read-only");
        }
        return source(host, bytes);
    }

    /** Whether any thread can access the memory. */
    public static boolean isOpenToAllThreads(MemorySegment memory) {
        return memory.isAccessibleBy(OTHER_THREAD);
    }

    /**
     * Returns the same memory such that any thread can access it. Only for callers that wait until
     * all accesses have ended: only the calling thread can free memory that belongs to it.
     *
     * @throws IllegalStateException when the memory has been freed
     * @throws WrongThreadException when it belongs to another thread
     */
    public static MemorySegment openedToAllThreads(MemorySegment memory) {
        if (isOpenToAllThreads(memory)) {
            return memory;
        }
        ProgramMemory.requireUsable(memory, "a copy");
        if (!memory.isNative()) {
            throw CudaFailures.invalidValue(
                    "heap memory that belongs to one thread cannot be copied");
        }
        return MemorySegment.ofAddress(memory.address()).reinterpret(memory.byteSize());
    }
}
