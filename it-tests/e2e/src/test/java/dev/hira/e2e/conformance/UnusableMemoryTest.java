package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.e2e.conformance.NullCallsTest.Place;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A program passes memory that it has freed, or that belongs to another of its threads, to each
 * function that takes memory. Java refuses such memory; a driver that used its address would crash
 * the program.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class UnusableMemoryTest {
    private static final int BYTES = 64;

    /** They only look the memory up by its address. */
    private static final Set<String> BY_ADDRESS =
            Set.of(
                    "cuMemFreeHost",
                    "cuMemHostGetDevicePointer",
                    "cuMemHostGetFlags",
                    "cuMemHostUnregister",
                    "clEnqueueUnmapMemObject");

    @ParameterizedTest
    @EnumSource(Place.class)
    void shouldBeRefusedByEachFunctionOfCuda(Place place) {
        try (CudaDriver cuda = place.open(CudaDriver.class)) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            assertThat(check(CudaDriver.class, cuda)).isGreaterThan(15);
            long memory = cuda.cuMemAlloc(BYTES);
            assertThatThrownBy(() -> cuda.cuMemcpyHtoD(memory, freed(), BYTES))
                    .isInstanceOf(IllegalStateException.class);
            cuda.cuMemFree(memory);
            cuda.cuCtxSynchronize();
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void shouldBeRefusedByEachFunctionOfOpenCl(Place place) {
        try (OpenClDriver cl = place.open(OpenClDriver.class)) {
            assertThat(check(OpenClDriver.class, cl)).isGreaterThan(15);
            assertThat(cl.clGetPlatformIDs()).isNotEmpty();
        }
    }

    private static MemorySegment freed() {
        try (Arena arena = Arena.ofConfined()) {
            return arena.allocate(BYTES);
        }
    }

    /** Passes both kinds of memory as each argument; returns the number of the arguments. */
    private static int check(Class<?> api, Object driver) {
        int arguments = 0;
        MemorySegment ofOther =
                CompletableFuture.supplyAsync(() -> Arena.ofConfined().allocate(BYTES)).join();
        for (Method function : api.getMethods()) {
            List<Class<?>> types = List.of(function.getParameterTypes());
            for (int i = 0; i < types.size(); i++) {
                if (types.get(i) == MemorySegment.class
                        && !BY_ADDRESS.contains(function.getName())) {
                    assertThat(failure(driver, function, i, freed()))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessage(
                                    function.getName() + " was given memory that has been freed");
                    assertThat(failure(driver, function, i, ofOther))
                            .isInstanceOf(WrongThreadException.class)
                            .hasMessageStartingWith(function.getName() + " was given memory of");
                    arguments++;
                }
            }
        }
        return arguments;
    }

    private static Throwable failure(
            Object driver, Method function, int argument, MemorySegment memory) {
        Object[] values =
                Arrays.stream(function.getParameterTypes()).map(NullCallsTest::value).toArray();
        values[argument] = memory;
        try {
            function.invoke(driver, values);
            throw new AssertionError(function.getName() + " took the memory");
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
