package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.profile.Profiles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A host of two small devices with one process that has a context on the first. */
public abstract class SimFixture {
    protected SimHost host;
    protected CudaDriver cuda;
    protected long context;

    @BeforeEach
    void openHost() {
        host = SimHost.of(config());
        cuda = host.open().driver();
        cuda.cuInit(0);
        context = cuda.cuCtxCreate(0, 0);
    }

    @AfterEach
    void closeHost() {
        host.close();
    }

    protected SimConfig config() {
        return SimConfig.of(Profiles.SMALL, Profiles.SMALL);
    }

    protected final void shouldFail(CUresult code, Runnable call) {
        CudaException failure = catchThrowableOfType(CudaException.class, call::run);
        assertThat(failure).as("a failure with " + code).isNotNull();
        assertThat(failure.error()).as(failure.getMessage()).isEqualTo(code);
        assertThat(failure.getMessage()).isNotBlank();
    }

    protected final byte[] read(long address, int size) {
        MemorySegment back = MemorySegment.ofArray(new byte[size]);
        cuda.cuMemcpyDtoH(back, address, size);
        return back.toArray(ValueLayout.JAVA_BYTE);
    }

    protected final long upload(byte[] data) {
        long address = cuda.cuMemAlloc(data.length);
        cuda.cuMemcpyHtoD(address, MemorySegment.ofArray(data), data.length);
        return address;
    }

    protected static byte[] random(long seed, int size) {
        byte[] data = new byte[size];
        new Random(seed).nextBytes(data);
        return data;
    }

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(120, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the latch was not released");
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until a thread is blocked. */
    static void awaitBlocked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING
                && thread.getState() != Thread.State.TIMED_WAITING) {
            if (!thread.isAlive() || Thread.interrupted()) {
                throw new IllegalStateException(thread + " does not wait for anything");
            }
            Thread.onSpinWait();
        }
    }

    /** Blocks a stream until the latch is released. */
    protected final CountDownLatch hold(long stream) {
        CountDownLatch release = new CountDownLatch(1);
        cuda.cuLaunchHostFunc(stream, data -> await(release), 0);
        return release;
    }
}
