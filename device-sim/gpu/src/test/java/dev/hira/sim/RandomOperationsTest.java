package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUDA_MEMCPY2D;
import dev.hira.api.cuda.CUmemorytype;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.clock.SimClock;
import dev.hira.sim.profile.Profiles;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares random operations on several streams with plain arrays. */
final class RandomOperationsTest extends SimFixture {
    private static final int STEPS = 1500;

    /** An allocation with its expected content. */
    private static final class Model {
        final long address;
        final byte[] content;

        /** The stream that used it last; other streams have to wait for that stream's work. */
        long owner;

        Model(long address, int size, long owner) {
            this.address = address;
            this.content = new byte[size];
            this.owner = owner;
        }
    }

    private Random random;
    private long[] streams;
    private long event;
    private final List<Model> models = new ArrayList<>();
    private long used;

    @ParameterizedTest
    @CsvSource({"1,false", "2,false", "3,false", "4,true", "5,true"})
    void shouldDoWhatPlainArraysDo(long seed, boolean virtual) {
        if (virtual) {
            closeHost();
            host = SimHost.of(SimConfig.of(Profiles.SMALL).withClock(SimClock.virtual()));
            cuda = host.open().driver();
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
        }
        random = new Random(seed);
        streams = new long[] {cuda.cuStreamCreate(0), cuda.cuStreamCreate(1), 0, 2};
        event = cuda.cuEventCreate(2);
        for (int step = 0; step < STEPS; step++) {
            step("seed " + seed + ", step " + step);
        }
        cuda.cuCtxSynchronize();
        models.forEach(model -> check("seed " + seed + " at the end", model));
        models.forEach(model -> cuda.cuMemFree(model.address));
        cuda.cuCtxSynchronize();
        assertThat(host.statistics().getFirst().usedBytes()).isZero();
        assertThat(host.statistics().getFirst().retiringBytes()).isZero();
    }

    private void step(String where) {
        long stream = streams[random.nextInt(streams.length)];
        int what = random.nextInt(12);
        if (models.size() < 3 || what == 0) {
            allocate(stream);
            return;
        }
        Model a = take(stream);
        Model b = take(stream);
        switch (what) {
            case 1 -> free(a, stream);
            case 2, 3 -> upload(a, stream);
            case 4, 5 -> fill(a, stream);
            case 6, 7 -> copy(a, b, stream);
            case 8 -> copyArea(a, b, stream);
            case 9 -> outside(a, where);
            case 10 -> cuda.cuStreamSynchronize(stream);
            default -> check(where, a);
        }
        long held = models.stream().mapToLong(m -> footprint(m.content.length)).sum();
        assertThat(held).as(where).isEqualTo(used);
        assertThat(host.statistics().getFirst().usedBytes()).as(where).isEqualTo(used);
    }

    private static long footprint(int size) {
        return (size + 511L) / 512 * 512;
    }

    private void allocate(long stream) {
        int size = 1 + random.nextInt(200_000);
        long address =
                random.nextBoolean() ? cuda.cuMemAlloc(size) : cuda.cuMemAllocAsync(size, stream);
        used += footprint(size);
        models.add(new Model(address, size, stream));
    }

    /** Takes some allocation, which this stream may use from now on. */
    private Model take(long stream) {
        Model model = models.get(random.nextInt(models.size()));
        if (model.owner != stream) {
            cuda.cuEventRecord(event, model.owner);
            cuda.cuStreamWaitEvent(stream, event, 0);
            model.owner = stream;
        }
        return model;
    }

    private void free(Model model, long stream) {
        models.remove(model);
        used -= footprint(model.content.length);
        if (random.nextBoolean()) {
            cuda.cuMemFree(model.address);
        } else {
            cuda.cuMemFreeAsync(model.address, stream);
        }
    }

    private int part(Model model) {
        return random.nextInt(model.content.length);
    }

    private void upload(Model model, long stream) {
        int from = part(model);
        int size = random.nextInt(model.content.length - from + 1);
        byte[] data = new byte[size];
        random.nextBytes(data);
        MemorySegment host = MemorySegment.ofArray(data);
        cuda.cuMemcpyHtoDAsync(model.address + from, host, size, stream);
        System.arraycopy(data, 0, model.content, from, size);
        Arrays.fill(data, (byte) 0);
    }

    private void fill(Model model, long stream) {
        int from = part(model) / 4 * 4;
        int words = random.nextInt((model.content.length - from) / 4 + 1);
        int value = random.nextInt();
        cuda.cuMemsetD32Async(model.address + from, value, words, stream);
        for (int i = 0; i < words * 4; i++) {
            model.content[from + i] = (byte) (value >>> (i % 4 * 8));
        }
    }

    private void copy(Model to, Model from, long stream) {
        if (to == from) {
            return;
        }
        int source = part(from);
        int target = part(to);
        int size =
                random.nextInt(
                        Math.min(from.content.length - source, to.content.length - target) + 1);
        cuda.cuMemcpyDtoDAsync(to.address + target, from.address + source, size, stream);
        System.arraycopy(from.content, source, to.content, target, size);
    }

    private void copyArea(Model to, Model from, long stream) {
        int width = 1 + random.nextInt(50);
        int rows = 1 + random.nextInt(20);
        int fromPitch = width + random.nextInt(30);
        int toPitch = width + random.nextInt(30);
        if (to == from
                || fromPitch * rows > from.content.length
                || toPitch * rows > to.content.length) {
            return;
        }
        CUmemorytype device = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        CUDA_MEMCPY2D copy =
                new CUDA_MEMCPY2D(
                        0,
                        0,
                        device,
                        from.address,
                        fromPitch,
                        0,
                        0,
                        device,
                        to.address,
                        toPitch,
                        width,
                        rows);
        cuda.cuMemcpy2DAsync(copy, null, null, stream);
        for (int row = 0; row < rows; row++) {
            System.arraycopy(from.content, row * fromPitch, to.content, row * toPitch, width);
        }
    }

    private void outside(Model model, String where) {
        try {
            cuda.cuMemsetD8(model.address + part(model), 1, model.content.length + 1L);
        } catch (CudaException expected) {
            assertThat(expected.error()).isEqualTo(CUresult.CUDA_ERROR_INVALID_VALUE);
            return;
        }
        throw new AssertionError(where + ": a fill beyond the allocation was accepted");
    }

    private void check(String where, Model model) {
        cuda.cuStreamSynchronize(model.owner);
        byte[] back = new byte[model.content.length];
        MemorySegment host = MemorySegment.ofArray(back);
        cuda.cuMemcpyDtoHAsync(host, model.address, back.length, model.owner);
        cuda.cuStreamSynchronize(model.owner);
        assertThat(back).as(where).isEqualTo(model.content);
    }
}
