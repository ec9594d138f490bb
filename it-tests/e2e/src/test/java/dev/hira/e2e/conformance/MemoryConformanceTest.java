package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MemoryConformanceTest extends Conformance {
    @Test
    void shouldAllocateAlignedRangesThatDoNotOverlap() {
        Set<Long> pages = new HashSet<>();
        for (int i = 1; i <= 100; i++) {
            long address = cuda.cuMemAlloc(i * 100L);
            assertThat(address).isNotZero();
            assertThat(address % 256).isZero();
            for (long at = address / 512; at <= (address + i * 100L - 1) / 512; at++) {
                assertThat(pages.add(at)).isTrue();
            }
        }
    }

    @Test
    void shouldAccountMemoryToTheByte() {
        needsIdleDevice();
        long free = cuda.cuMemGetInfo().free();
        long a = cuda.cuMemAlloc(1);
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free - 512);
        long b = cuda.cuMemAlloc(1 << 20);
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free - 512 - (1 << 20));
        cuda.cuMemFree(a);
        cuda.cuMemFree(b);
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free);
    }

    @Test
    void shouldRefuseAnAllocationThatDoesNotFitInTheSameCall() {
        needsIdleDevice();
        long free = cuda.cuMemGetInfo().free();
        shouldFail("CUDA_ERROR_OUT_OF_MEMORY", () -> cuda.cuMemAlloc(free + 512));
        long all = cuda.cuMemAlloc(free);
        shouldFail("CUDA_ERROR_OUT_OF_MEMORY", () -> cuda.cuMemAlloc(1));
        cuda.cuMemFree(all);
        cuda.cuMemFree(cuda.cuMemAlloc(free));
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free);
    }

    @Test
    void shouldRefuseNonsense() {
        shouldFail("CUDA_ERROR_INVALID_VALUE", () -> cuda.cuMemAlloc(0));
        shouldFail("CUDA_ERROR_INVALID_VALUE", () -> cuda.cuMemFree(12345));
        long memory = cuda.cuMemAlloc(1024);
        cuda.cuMemFree(memory);
        shouldFail("CUDA_ERROR_INVALID_VALUE", () -> cuda.cuMemFree(memory));
        cuda.cuMemFree(0);
        cuda.cuCtxSynchronize();
    }

    @Test
    void shouldReturnFreshMemoryWithoutTracesOfOthers() {
        long first = upload(random(1, 4096));
        cuda.cuMemFree(first);
        assertThat(read(cuda.cuMemAlloc(4096), 4096)).containsOnly(0);
    }

    @Test
    void shouldFindTheAllocationOfAnInteriorAddress() {
        long memory = cuda.cuMemAlloc(5000);
        var range = cuda.cuMemGetAddressRange(memory + 4999);
        assertThat(range.pbase()).isEqualTo(memory);
        assertThat(range.psize()).isGreaterThanOrEqualTo(5000);
    }

    @Test
    void shouldPadPitchedRows() {
        var area = cuda.cuMemAllocPitch(1000, 7, 4);
        assertThat(area.pPitch()).isEqualTo(1024);
        cuda.cuMemsetD8(area.dptr() + 6 * 1024, 9, 1000);
        assertThat(read(area.dptr() + 6 * 1024, 1000)).containsOnly(9);
    }

    @Test
    void shouldAllocateAndFreeInStreamOrder() {
        needsIdleDevice();
        long stream = cuda.cuStreamCreate(1);
        long free = cuda.cuMemGetInfo().free();
        for (int round = 0; round < 50; round++) {
            long memory = cuda.cuMemAllocAsync(100_000, stream);
            cuda.cuMemsetD8Async(memory, round, 100_000, stream);
            cuda.cuMemFreeAsync(memory, stream);
        }
        cuda.cuStreamSynchronize(stream);
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free);
    }

    @Test
    void shouldKeepContentsUnderRandomAllocationsAndFrees() {
        long seed = 20261121;
        Random random = new Random(seed);
        List<Filled> live = new ArrayList<>();
        for (int step = 0; step < 300; step++) {
            if (live.size() > 20 || (!live.isEmpty() && random.nextInt(3) == 0)) {
                Filled victim = live.remove(random.nextInt(live.size()));
                assertThat(read(victim.address(), 600))
                        .as("seed %d, step %d", seed, step)
                        .containsOnly(victim.fill());
                cuda.cuMemFree(victim.address());
            } else {
                long address = cuda.cuMemAlloc(600 + random.nextInt(5000));
                cuda.cuMemsetD8(address, step & 0xFF, 600);
                live.add(new Filled(address, (byte) step));
            }
        }
    }

    private record Filled(long address, byte fill) {}
}
