package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.api.cuda.CudaException;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimFixture;
import dev.hira.sim.kernel.KernelSettings;
import dev.hira.sim.profile.ProfileText;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs PTX kernels on a device in each tier and collects their printed text. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"interpreter", "scalar", "simt"})
abstract class KernelFixture extends SimFixture {
    /** The head of a module's text. */
    static final String HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n";

    @Parameter String tier = "";

    protected final List<String> printed = Collections.synchronizedList(new ArrayList<>());

    @Override
    protected SimConfig config() {
        return SimConfig.of(ProfileText.parse("profile=small,capability=9.0"))
                .withKernels(
                        switch (tier) {
                            case "interpreter" -> KernelCompiler.of();
                            case "scalar" -> KernelCompiler.of(Tier.scalar());
                            default -> KernelCompiler.of(Tier.simt(), Tier.scalar());
                        })
                .withKernelSettings(settings());
    }

    protected KernelSettings settings() {
        return KernelSettings.usual().withOutput(printed::add);
    }

    /** Loads a text without its head. */
    protected final long load(String text) {
        return cuda.cuModuleLoadData(image(HEAD + text));
    }

    static MemorySegment image(String text) {
        return MemorySegment.ofArray((text + "\0").getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the kernel of this name in a text without its head. */
    protected final long kernel(String text, String name) {
        return cuda.cuModuleGetFunction(load(text), name);
    }

    /** Launches a kernel in the legacy stream and waits for it. */
    protected final void run(long kernel, int blocks, int threads, Object... parameters) {
        start(kernel, blocks, threads, parameters);
        cuda.cuCtxSynchronize();
    }

    /** Launches a kernel in the legacy stream. */
    protected final void start(long kernel, int blocks, int threads, Object... parameters) {
        cuda.cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, 0, 0, packed(parameters));
    }

    /** Launches a kernel that must fail and returns its failure. */
    protected final CudaException failure(
            long kernel, int blocks, int threads, Object... parameters) {
        CudaException failure =
                catchThrowableOfType(
                        CudaException.class, () -> run(kernel, blocks, threads, parameters));
        assertThat(failure).as("a failure").isNotNull();
        return failure;
    }

    /** Packs parameters like a launch, each at a multiple of its size. */
    static MemorySegment packed(Object... parameters) {
        ByteBuffer bytes = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);
        for (Object parameter : parameters) {
            switch (parameter) {
                case Long number -> align(bytes, 8).putLong(number);
                case Double number -> align(bytes, 8).putDouble(number);
                case Integer number -> align(bytes, 4).putInt(number);
                case Float number -> align(bytes, 4).putFloat(number);
                default -> throw new IllegalArgumentException("not a parameter: " + parameter);
            }
        }
        return MemorySegment.ofArray(bytes.array()).asSlice(0, bytes.position());
    }

    private static ByteBuffer align(ByteBuffer bytes, int size) {
        return bytes.position((bytes.position() + size - 1) & -size);
    }

    /** Allocates memory with these numbers. */
    protected final long ints(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(numbers);
        return upload(bytes.array());
    }

    /** Returns the numbers in memory. */
    protected final int[] ints(long address, int count) {
        int[] numbers = new int[count];
        ByteBuffer.wrap(read(address, 4 * count))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .get(numbers);
        return numbers;
    }
}
