package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random calls that create, fill and destroy objects, and what must exist after them. Calls that
 * fail because the server died have no effect.
 */
final class RandomObjects {
    private static final String MODULE =
            """
            .version 7.0
            .target sm_70
            .address_size 64
            .visible .global .align 8 .b8 data[1000];
            """;

    private final CudaDriver cuda;
    private final Random random;
    private final Map<Long, Integer> memory = new HashMap<>();
    private final List<Long> streams = new ArrayList<>();
    private final List<Long> events = new ArrayList<>();

    /** The variables of modules, by module. */
    private final Map<Long, Long> modules = new HashMap<>();

    RandomObjects(CudaDriver cuda, Random random) {
        this.cuda = cuda;
        this.random = random;
        streams.add(cuda.cuStreamCreate(1));
    }

    /** Makes calls until one says that the server died; returns whether one did. */
    boolean calls(int count) {
        for (int i = 0; i < count; i++) {
            try {
                call();
            } catch (CudaException e) {
                assertThat(e).hasMessageContaining("died");
                return true;
            }
        }
        return false;
    }

    private void call() {
        switch (random.nextInt(12)) {
            case 0, 1 -> {
                int bytes = 1 + random.nextInt(1 << 20);
                memory.put(cuda.cuMemAlloc(bytes), bytes);
            }
            case 2 -> {
                int bytes = 1 + random.nextInt(1 << 20);
                memory.put(cuda.cuMemAllocAsync(bytes, stream()), bytes);
            }
            case 3, 4, 5 ->
                    memory.forEach(
                            (address, bytes) -> cuda.cuMemsetD8Async(address, 9, bytes, stream()));
            case 6 -> {
                if (!memory.isEmpty()) {
                    long address = any(List.copyOf(memory.keySet()));
                    cuda.cuMemFreeAsync(address, stream());
                    memory.remove(address);
                }
            }
            case 7 -> streams.add(cuda.cuStreamCreate(1));
            case 8 -> events.add(cuda.cuEventCreate(0));
            case 9 -> {
                if (!events.isEmpty()) {
                    cuda.cuEventRecord(any(events), stream());
                }
            }
            case 10 -> load();
            default -> {
                if (streams.size() > 1) {
                    long stream = any(streams);
                    cuda.cuStreamDestroy(stream);
                    streams.remove(stream);
                }
            }
        }
    }

    private void load() {
        try (Arena arena = Arena.ofConfined()) {
            long module = cuda.cuModuleLoadData(arena.allocateFrom(MODULE));
            modules.put(module, 0L);
            modules.put(module, cuda.cuModuleGetGlobal(module, "data").dptr());
        }
    }

    private long stream() {
        return any(streams);
    }

    private long any(List<Long> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** Checks that all objects answer, and that memory is zero. */
    void check() {
        checkNames();
        memory.forEach((address, bytes) -> assertThat(read(address, bytes)).containsOnly(0));
    }

    void checkNames() {
        streams.forEach(cuda::cuStreamSynchronize);
        events.forEach(cuda::cuEventSynchronize);
        memory.forEach((address, bytes) -> assertThat(read(address, bytes)).hasSize(bytes));
        modules.forEach((module, variable) -> {
            long address = cuda.cuModuleGetGlobal(module, "data").dptr();
            assertThat(variable).isIn(0L, address);
            assertThat(read(address, 1000)).containsOnly(0);
        });
    }

    private byte[] read(long address, int bytes) {
        byte[] content = new byte[bytes];
        cuda.cuMemcpyDtoH(MemorySegment.ofArray(content), address, bytes);
        return content;
    }

    /** Destroys everything. */
    void free() {
        memory.keySet().forEach(cuda::cuMemFree);
        modules.keySet().forEach(cuda::cuModuleUnload);
        streams.forEach(cuda::cuStreamDestroy);
        events.forEach(cuda::cuEventDestroy);
    }
}
