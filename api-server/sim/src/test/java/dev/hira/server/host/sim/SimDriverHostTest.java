package dev.hira.server.host.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.SessionNames;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaFunctions;
import dev.hira.api.cuda.CudaHandles;
import dev.hira.link.local.LocalLinks;
import dev.hira.link.ring.RingSettings;
import dev.hira.server.config.ApiServerConfig;
import dev.hira.server.host.DriverHost;
import dev.hira.server.host.DriverHosts;
import dev.hira.server.session.SessionHost;
import dev.hira.server.testing.Received;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyRig;
import dev.hira.server.work.CallThreads;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Open;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Drives the generated dispatcher and the simulated GPU with bare records. */
@Timeout(240)
final class SimDriverHostTest {
    private static final int BYTES = 300_000;
    private static final int LANE = 1;

    private final ExecutorService home = Executors.newSingleThreadExecutor();
    private final ExecutorService guestThread = Executors.newSingleThreadExecutor();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final DriverHost host =
            DriverHosts.open(
                    "sim", List.of("small", "small"), ApiServerConfig.defaults().driverLimits());
    private final SessionHost server =
            new SessionHost(
                    new SessionHost.Settings("sim", 4, false, ToyRig.LIMITS, RingSettings.DEFAULT),
                    host,
                    new CallThreads(
                            threads,
                            threads,
                            CompletableFuture.delayedExecutor(
                                    CallThreads.BEAT_MILLIS, TimeUnit.MILLISECONDS)),
                    null,
                    new SimpleMeterRegistry(),
                    System::nanoTime);
    private final SessionNames names = new SessionNames();
    private ToyGuest guest;
    private long context;

    @BeforeEach
    void open() {
        guest = session();
        context = names.handle(CudaHandles.CONTEXT);
        sync(CudaFunctions.CU_INIT, out -> {});
        sync(CudaFunctions.CU_CTX_CREATE, out -> out.uint64(1, context));
    }

    @AfterEach
    void close() throws InterruptedException {
        server.closeAll(LinkStatus.NORMAL);
        assertThat(server.awaitEmpty(TimeUnit.SECONDS.toNanos(120))).isTrue();
        assertThat(free()).isEqualTo(host.devices().getFirst().totalMemory());
        host.close();
        home.shutdown();
        guestThread.shutdown();
        threads.shutdown();
    }

    private ToyGuest session() {
        LocalLinks.Pair pair = LocalLinks.pair(guestThread, home, LocalLinks.DEFAULT_CAPACITY);
        server.accept(pair.second(), "test");
        ToyGuest opened = new ToyGuest(pair.first());
        Open request =
                Open.newBuilder()
                        .setProtocol(1)
                        .setApi(CudaFunctions.API)
                        .setApiDigest(CudaFunctions.DIGEST)
                        .setSession("sim")
                        .setVm("vm")
                        .build();
        assertThat(opened.open(request).getDevices()).isEqualTo(2);
        return opened;
    }

    private long free() {
        return host.devices().getFirst().freeMemory();
    }

    private void async(int function, Consumer<ArgsWriter> args) {
        guest.call(0, LANE, function, args, w -> {});
    }

    private Received sync(int function, Consumer<ArgsWriter> args) {
        return sync(function, args, w -> {});
    }

    private Received sync(int function, Consumer<ArgsWriter> args, Consumer<FrameWriter> payloads) {
        long id = guest.call(RecordFlags.SYNC, LANE, function, args, payloads);
        guest.flush();
        Received answer = guest.answer(id);
        return answer;
    }

    private long allocate(long bytes) {
        long address = names.address(context, bytes, 512);
        Received answer =
                sync(CudaFunctions.CU_MEM_ALLOC, out -> out.uint64(1, address).uint64(2, bytes));
        assertThat(answer.flags()).as(answer.message()).isZero();
        return address;
    }

    private static byte[] pattern() {
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ((i * 31) >>> 3);
        }
        return bytes;
    }

    @Test
    void shouldReturnBytesCopiedToTheDevice() {
        long address = allocate(BYTES);
        byte[] data = pattern();
        Received put =
                sync(
                        CudaFunctions.CU_MEMCPY_HTO_D,
                        out -> out.uint64(1, address).uint64(3, BYTES),
                        w -> w.payloadInline(2, MemorySegment.ofArray(data), BYTES, false));
        assertThat(put.flags()).as(put.message()).isZero();
        Received back =
                sync(
                        CudaFunctions.CU_MEMCPY_DTO_H,
                        out -> out.uint64(2, address).uint64(3, BYTES),
                        w -> w.payloadWanted(1, BYTES));
        assertThat(back.flags()).as(back.message()).isZero();
        assertThat(back.payloads().getFirst().bytes()).isEqualTo(data);
    }

    @Test
    void shouldReturnALateCopyBeforeTheStreamIsSynchronized() {
        long address = allocate(BYTES);
        long stream = names.handle(CudaHandles.STREAM);
        async(CudaFunctions.CU_STREAM_CREATE, out -> out.uint64(1, stream).uint64(2, 1));
        async(
                CudaFunctions.CU_MEMSET_D8_ASYNC,
                out -> out.uint64(1, address).uint64(2, 7).uint64(3, BYTES).uint64(4, stream));
        guest.call(
                0,
                LANE,
                CudaFunctions.CU_MEMCPY_DTO_H_ASYNC,
                out -> out.uint64(2, address).uint64(3, BYTES).uint64(4, stream),
                w -> w.payloadWanted(1, BYTES));
        Received done = sync(CudaFunctions.CU_STREAM_SYNCHRONIZE, out -> out.uint64(1, stream));
        assertThat(done.flags()).as(done.message()).isZero();
        Received output = guest.take();
        assertThat(output.kind()).isEqualTo(RecordKinds.OUTPUT);
        assertThat(output.payloads().getFirst().bytes()).hasSize(BYTES).containsOnly(7);
    }

    @Test
    void shouldRunAHostFunctionInTheGuestWhileOthersContinue() {
        long stream = names.handle(CudaHandles.STREAM);
        async(CudaFunctions.CU_STREAM_CREATE, out -> out.uint64(1, stream).uint64(2, 1));
        async(
                CudaFunctions.CU_LAUNCH_HOST_FUNC,
                out -> out.uint64(1, stream).uint64(2, 55).uint64(3, 66));
        long waiting =
                guest.call(
                        RecordFlags.SYNC,
                        LANE,
                        CudaFunctions.CU_STREAM_SYNCHRONIZE,
                        out -> out.uint64(1, stream),
                        w -> {});
        guest.flush();
        Received invocation = guest.take();
        assertThat(invocation.kind()).isEqualTo(RecordKinds.CALLBACK);
        assertThat(invocation.value()).isEqualTo(55);
        long other =
                guest.call(
                        RecordFlags.SYNC, 2, CudaFunctions.CU_DEVICE_GET_COUNT, out -> {}, w -> {});
        guest.flush();
        assertThat(guest.answer(other).value()).isEqualTo(2);
        guest.callbackReturned(invocation.callId()).flush();
        assertThat(guest.answer(waiting).flags()).isZero();
    }

    @Test
    void shouldReleaseEverythingOfASessionThatEndsInTheMiddle() throws InterruptedException {
        allocate(100 << 20);
        long stream = names.handle(CudaHandles.STREAM);
        async(CudaFunctions.CU_STREAM_CREATE, out -> out.uint64(1, stream).uint64(2, 1));
        async(
                CudaFunctions.CU_LAUNCH_HOST_FUNC,
                out -> out.uint64(1, stream).uint64(2, 55).uint64(3, 66));
        guest.call(
                RecordFlags.SYNC,
                LANE,
                CudaFunctions.CU_STREAM_SYNCHRONIZE,
                out -> out.uint64(1, stream),
                w -> {});
        guest.flush();
        assertThat(guest.take().kind()).isEqualTo(RecordKinds.CALLBACK);
        assertThat(free()).isLessThan(host.devices().getFirst().totalMemory());
        guest.link().close();
        assertThat(server.awaitEmpty(TimeUnit.SECONDS.toNanos(120))).isTrue();
    }

    @Test
    void shouldNotReachTheMemoryOfAnotherSession() {
        long address = allocate(4096);
        ToyGuest owner = guest;
        guest = session();
        sync(CudaFunctions.CU_INIT, out -> {});
        Received answer =
                sync(
                        CudaFunctions.CU_MEMCPY_DTO_H,
                        out -> out.uint64(2, address).uint64(3, 16),
                        w -> w.payloadWanted(1, 16));
        assertThat(answer.code()).isEqualTo(CUresult.CUDA_ERROR_INVALID_VALUE.value());
        assertThat(answer.message()).contains("no device_memory");
        guest = owner;
        assertThat(sync(CudaFunctions.CU_MEM_FREE, out -> out.uint64(1, address)).flags()).isZero();
    }

    @Test
    void shouldReportTheFreeMemory() {
        long before = free();
        long address = allocate(64 << 20);
        assertThat(before - free()).isGreaterThanOrEqualTo(64 << 20);
        sync(CudaFunctions.CU_MEM_FREE, out -> out.uint64(1, address));
        assertThat(free()).isEqualTo(before);
    }
}
