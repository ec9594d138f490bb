package dev.hira.bench.soak;

import dev.hira.api.cuda.CudaDriver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/**
 * A program of random calls: it allocates and frees memory, fills and copies it, loads and unloads
 * modules, launches kernels, and creates streams and events. Its result depends only on the seed.
 */
final class RandomCalls {
    private static final int BYTES = 64 << 10;
    private static final int INTS = BYTES / Integer.BYTES;
    private static final int MOST_BUFFERS = 16;
    private static final MemorySegment NONE = MemorySegment.ofArray(new byte[0]);

    private static final String KERNEL =
            """
            .version 7.0
            .target sm_70
            .address_size 64
            .visible .global .align 4 .u32 launches = 0;
            .visible .entry step() { .reg .b64 %d<2>; .reg .b32 %r<2>;
              mov.u64 %d1, launches; atom.global.add.u32 %r1, [%d1], 1; ret; }
            """;

    private final CudaDriver cuda;
    private final SplittableRandom random;
    private final CRC32C result = new CRC32C();
    private final List<Long> buffers = new ArrayList<>();
    private final List<Long> streams = new ArrayList<>();
    private final List<Long> events = new ArrayList<>();

    private RandomCalls(CudaDriver cuda, long seed) {
        this.cuda = cuda;
        this.random = new SplittableRandom(seed);
    }

    /** Makes calls; returns a checksum of everything that the program saw. */
    static long run(CudaDriver cuda, long seed, int calls) {
        RandomCalls program = new RandomCalls(cuda, seed);
        long context = cuda.cuCtxCreate(0, 0);
        program.streams.add(cuda.cuStreamCreate(1));
        for (int i = 0; i < calls; i++) {
            program.step();
        }
        program.buffers.forEach(program::read);
        cuda.cuCtxDestroy(context);
        return program.result.getValue();
    }

    private void step() {
        switch (random.nextInt(8)) {
            case 0 -> allocate();
            case 1 -> free();
            case 2, 3 -> fill();
            case 4 -> copy();
            case 5 -> module();
            case 6 -> objects();
            default -> buffer(this::read);
        }
    }

    private void allocate() {
        if (buffers.size() < MOST_BUFFERS) {
            long memory = cuda.cuMemAlloc(BYTES);
            cuda.cuMemsetD32Async(memory, random.nextInt(), INTS, ordered());
            buffers.add(memory);
        }
    }

    private void free() {
        if (!buffers.isEmpty()) {
            cuda.cuStreamSynchronize(ordered());
            cuda.cuMemFree(buffers.remove(random.nextInt(buffers.size())));
        }
    }

    private void fill() {
        buffer(memory -> {
            int from = random.nextInt(INTS);
            int count = random.nextInt(INTS - from) + 1;
            long start = memory + (long) from * Integer.BYTES;
            cuda.cuMemsetD32Async(start, random.nextInt(), count, ordered());
        });
    }

    private void copy() {
        buffer(from -> buffer(to -> cuda.cuMemcpyDtoDAsync(to, from, BYTES, ordered())));
    }

    /** Loads a module, counts launches in its variable, and unloads it. */
    private void module() {
        try (Arena arena = Arena.ofConfined()) {
            long module = cuda.cuModuleLoadData(arena.allocateFrom(KERNEL));
            long kernel = cuda.cuModuleGetFunction(module, "step");
            int launches = 1 + random.nextInt(5);
            for (int i = 0; i < launches; i++) {
                cuda.cuLaunchKernel(kernel, 2, 1, 1, 3, 1, 1, 0, stream(), NONE);
            }
            cuda.cuCtxSynchronize();
            read(cuda.cuModuleGetGlobal(module, "launches").dptr(), Integer.BYTES);
            cuda.cuModuleUnload(module);
        }
    }

    private void objects() {
        if (streams.size() < 4) {
            streams.add(cuda.cuStreamCreate(1));
        }
        if (events.size() >= 8) {
            cuda.cuEventDestroy(events.removeFirst());
        }
        long event = cuda.cuEventCreate(0);
        cuda.cuEventRecord(event, stream());
        cuda.cuStreamWaitEvent(stream(), event, 0);
        cuda.cuEventSynchronize(event);
        events.add(event);
    }

    private void read(long memory) {
        cuda.cuStreamSynchronize(ordered());
        read(memory, BYTES);
    }

    private void read(long memory, int bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocate(bytes);
            cuda.cuMemcpyDtoH(host, memory, bytes);
            result.update(host.toArray(ValueLayout.JAVA_BYTE));
        }
    }

    private void buffer(LongConsumer use) {
        if (!buffers.isEmpty()) {
            use.accept(buffers.get(random.nextInt(buffers.size())));
        }
    }

    /** The stream of all work on buffers, so that its order does not depend on time. */
    private long ordered() {
        return streams.getFirst();
    }

    private long stream() {
        return streams.get(random.nextInt(streams.size()));
    }
}
