package dev.hira.guest.cuda;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.cuda.CUresult;
import dev.hira.guest.call.PayloadArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The program's pinned host memory: in the session's arena, where copies use it in place, or plain
 * native memory when the arena has no room.
 */
final class GuestHostMemory {
    private static final int ALIGNMENT = 64;
    private static final int ALLOCATION_FLAGS = 0x7;
    private static final int REGISTRATION_FLAGS = 0xF;

    private final Supplier<@Nullable PayloadArena> shared;

    @GuardedBy("this")
    private final TreeMap<Long, Pinned> pinned = new TreeMap<>();

    GuestHostMemory(Supplier<@Nullable PayloadArena> shared) {
        this.shared = shared;
    }

    /**
     * A piece of pinned memory.
     *
     * @param arena frees it; null when it lies in the shared arena or belongs to the program
     * @param registered whether it belongs to the program
     */
    private record Pinned(
            MemorySegment memory, int flags, @Nullable Arena arena, boolean registered) {
        boolean contains(long address) {
            return address - memory.address() < memory.byteSize();
        }
    }

    synchronized MemorySegment allocate(long bytes, int flags) {
        if (bytes <= 0) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_INVALID_VALUE,
                    "pinned host memory of "
                            + bytes
                            + " bytes was requested; request at least one");
        }
        if ((flags & ~ALLOCATION_FLAGS) != 0) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_INVALID_VALUE, "pinned host memory has no flags " + flags);
        }
        PayloadArena arena = shared.get();
        MemorySegment memory = arena == null ? null : arena.pin(bytes);
        if (memory != null) {
            memory.fill((byte) 0);
            pinned.put(memory.address(), new Pinned(memory, flags, null, false));
            return memory;
        }
        return allocatePlain(bytes, flags);
    }

    @GuardedBy("this")
    private MemorySegment allocatePlain(long bytes, int flags) {
        Arena arena = Arena.ofShared();
        try {
            MemorySegment memory = arena.allocate(bytes, ALIGNMENT);
            pinned.put(memory.address(), new Pinned(memory, flags, arena, false));
            return memory;
        } catch (OutOfMemoryError e) {
            arena.close();
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_OUT_OF_MEMORY,
                    "this process has no " + bytes + " bytes of native memory left");
        }
    }

    synchronized void free(MemorySegment memory) {
        Pinned found = pinned.get(memory.address());
        if (!memory.isNative() || found == null || found.registered()) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_INVALID_VALUE,
                    "memory that was not allocated by cuMemAllocHost or cuMemHostAlloc, or was"
                            + " freed already, cannot be freed");
        }
        pinned.remove(memory.address());
        Arena arena = found.arena();
        PayloadArena sharedArena = shared.get();
        if (arena != null) {
            arena.close();
        } else if (sharedArena != null) {
            sharedArena.unpin(found.memory());
        }
    }

    synchronized int flags(MemorySegment memory) {
        Pinned found = find(memory);
        if (found == null) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_INVALID_VALUE, "the memory is not pinned and has no flags");
        }
        return found.flags();
    }

    synchronized void register(MemorySegment memory, long bytes, int flags) {
        if (!memory.isNative() || bytes <= 0 || bytes > memory.byteSize()) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_INVALID_VALUE,
                    "only native memory of at least one byte can be pinned, not "
                            + bytes
                            + " bytes of "
                            + memory);
        }
        if ((flags & ~REGISTRATION_FLAGS) != 0) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_INVALID_VALUE, "registration has no flags " + flags);
        }
        MemorySegment part = memory.asSlice(0, bytes);
        Map.Entry<Long, Pinned> before = pinned.floorEntry(memory.address() + bytes - 1);
        if (before != null
                && before.getValue().memory().address() + before.getValue().memory().byteSize()
                        > memory.address()) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
                    "some of these " + bytes + " bytes are pinned already");
        }
        pinned.put(memory.address(), new Pinned(part, flags, null, true));
    }

    synchronized void unregister(MemorySegment memory) {
        Pinned found = memory.isNative() ? pinned.get(memory.address()) : null;
        if (found == null || !found.registered()) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,
                    "no registered memory starts at this address");
        }
        pinned.remove(memory.address());
    }

    /** Whether memory begins in memory that is pinned. */
    synchronized boolean isPinned(MemorySegment memory) {
        return find(memory) != null;
    }

    /** Frees all remaining memory. */
    synchronized void close() {
        for (Pinned left : pinned.values()) {
            if (left.arena() != null) {
                left.arena().close();
            }
        }
        pinned.clear();
    }

    @GuardedBy("this")
    private @Nullable Pinned find(MemorySegment memory) {
        if (!memory.isNative()) {
            return null;
        }
        Map.Entry<Long, Pinned> before = pinned.floorEntry(memory.address());
        return before != null && before.getValue().contains(memory.address())
                ? before.getValue()
                : null;
    }
}
