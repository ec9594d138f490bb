package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hira.api.cuda.CuMemGetInfoResult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The behaviour that every implementation of {@link CudaDriver} owes, tested over the {@linkplain
 * Way#chosen ways} to reach a device. Each test has a driver of its own (a process, as CUDA sees
 * it) with a context on device 0.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.hira.e2e.conformance.Way#chosen")
abstract class Conformance {
    @Parameter Way way;

    CudaDriver cuda;
    long context;
    private final List<CudaDriver> others = new ArrayList<>();

    @BeforeEach
    final void openDriver() {
        cuda = way.open();
        cuda.cuInit(0);
        context = cuda.cuCtxCreate(0, 0);
    }

    @AfterEach
    final void closeDrivers() {
        others.forEach(CudaDriver::close);
        cuda.close();
    }

    /**
     * Prepares a test that compares the device's free memory, which the sessions of all tests
     * share: waits until the sessions of earlier tests, which end in their own time, have given
     * their memory back. Leaves the test out where the session changes its device.
     */
    final void needsIdleDevice() {
        assumeThat(way).as("a way that stays at one device").isNotIn(Way.MOVING, Way.KILLED);
        long deadline = System.nanoTime() + 30_000_000_000L;
        CuMemGetInfoResult memory = cuda.cuMemGetInfo();
        while (memory.free() != memory.total() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(2_000_000);
            memory = cuda.cuMemGetInfo();
        }
        assertThat(memory.free()).as("free memory without allocations").isEqualTo(memory.total());
    }

    /** Opens another process with a context of its own on device 0. */
    final CudaDriver another() {
        CudaDriver other = way.open();
        others.add(other);
        other.cuInit(0);
        other.cuCtxCreate(0, 0);
        return other;
    }

    /**
     * Checks that a call fails with this code, at once or (asynchronous calls) at this thread's
     * next synchronous call.
     */
    final void shouldFail(String code, Runnable call) {
        shouldFail(cuda, code, call);
    }

    static void shouldFail(CudaDriver driver, String code, Runnable call) {
        CudaException failure =
                catchThrowableOfType(
                        CudaException.class,
                        () -> {
                            call.run();
                            driver.cuCtxGetFlags(); // any synchronous call
                        });
        assertThat(failure).as("a failure with " + code).isNotNull();
        assertThat(failure.codeName()).as(failure.getMessage()).isEqualTo(code);
        assertThat(failure.getMessage()).isNotBlank();
    }

    static MemorySegment bytes(byte... values) {
        return MemorySegment.ofArray(values);
    }

    static MemorySegment random(long seed, int size) {
        byte[] data = new byte[size];
        new Random(seed).nextBytes(data);
        return MemorySegment.ofArray(data);
    }

    /** Reads bytes from the device. */
    final byte[] read(long address, int size) {
        MemorySegment back = MemorySegment.ofArray(new byte[size]);
        cuda.cuMemcpyDtoH(back, address, size);
        return back.toArray(ValueLayout.JAVA_BYTE);
    }

    /** Allocates device memory with these bytes. */
    final long upload(MemorySegment data) {
        long address = cuda.cuMemAlloc(data.byteSize());
        cuda.cuMemcpyHtoD(address, data, data.byteSize());
        return address;
    }

    static byte[] array(MemorySegment data) {
        return data.toArray(ValueLayout.JAVA_BYTE);
    }
}
