package dev.hira.sim.state;

import dev.hira.sim.memory.Allocation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Grids whose blocks wait for a word in device memory, and threads that stop them. */
final class GatedWork {
    private GatedWork() {}

    /** Launches blocks of one thread with these parameters. */
    static void launch(Guest at, long kernel, long stream, int blocks, long... values) {
        ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.stream(values).forEach(bytes::putLong);
        MemorySegment packed = MemorySegment.ofArray(bytes.array()).asSlice(0, bytes.position());
        at.cuda.cuLaunchKernel(kernel, blocks, 1, 1, 1, 1, 1, 0, stream, packed);
    }

    /** Reads a word of device memory beside all work. */
    static int word(Guest at, long address) {
        Allocation<?> found = at.process.state().process().find(address, 4);
        return found.segment().get(ValueLayout.JAVA_INT_UNALIGNED, found.offset(address));
    }

    /** Writes a word of device memory beside all work. */
    static void word(Guest at, long address, int value) {
        Allocation<?> found = at.process.state().process().find(address, 4);
        found.segment().set(ValueLayout.JAVA_INT_UNALIGNED, found.offset(address), value);
    }

    static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(100_000);
        }
    }

    /** Begins to stop the work; returns when a thread waits for running blocks, or has stopped. */
    static CompletableFuture<Boolean> stopping(Guest at, Duration limit) {
        CompletableFuture<Boolean> stopped = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().start(() -> stopped.complete(stop(at, limit)));
        until(() -> thread.getState() == Thread.State.TIMED_WAITING || stopped.isDone());
        return stopped;
    }

    static boolean stop(Guest at, Duration limit) {
        try {
            return at.process.state().stop(limit);
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }
}
