package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.WorkListener;
import dev.hira.api.WorkTrace;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.sim.clock.SimClock;
import dev.hira.sim.clock.VirtualClock;
import dev.hira.sim.profile.ProfileText;
import dev.hira.sim.work.LaneWork;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Traces of devices on the virtual clock, to the nanosecond. */
final class WorkTraceTest {
    private static final int MIB = 1 << 20;
    private static final long COPY = 10_000 + Math.ceilDiv(MIB * 1000L, 8000);
    private static final long FILL = 1000 + Math.ceilDiv(MIB * 1000L, 200_000);

    private record Piece(
            long call,
            int device,
            int engine,
            long stream,
            String what,
            long bytes,
            long begin,
            long end) {}

    private final List<Piece> pieces = Collections.synchronizedList(new ArrayList<>());
    private final WorkTrace trace =
            (call, device, engine, stream, what, bytes, begin, end) ->
                    pieces.add(new Piece(call, device, engine, stream, what, bytes, begin, end));

    private SimHost host;
    private SimProcess process;
    private CudaDriver cuda;
    private LaneWork work;
    private long calls;

    @BeforeEach
    void open() {
        VirtualClock clock = SimClock.virtual();
        var profile =
                ProfileText.parse(
                        "profile=small,pinned=8000,memory-rate=200000,copy-setup=10000,"
                                + "fill-setup=1000,copy-engines=2");
        host = SimHost.of(SimConfig.of(profile, profile).withClock(clock));
        process = host.open();
        process.initialize();
        cuda = process.lane(3);
        work = process.work(3);
        cuda.cuCtxCreate(0, 1);
    }

    @AfterEach
    void close() {
        host.close();
    }

    /** Makes a call, as a server does. */
    private void call(Runnable body) {
        work.begin(WorkListener.NONE, ++calls);
        body.run();
        work.end();
    }

    @Test
    void shouldTellWhatEachEngineDidForWhichCallAndStream() {
        long memory = cuda.cuMemAlloc(2 * MIB);
        MemorySegment host = cuda.cuMemAllocHost(MIB);
        long stream = cuda.cuStreamCreate(1);
        long id = cuda.cuStreamGetId(stream);
        process.trace(trace);
        call(() -> cuda.cuMemcpyHtoDAsync(memory, host, MIB, stream));
        call(() -> cuda.cuMemsetD8Async(memory, 1, MIB, stream));
        call(() -> cuda.cuMemcpyDtoHAsync(host, memory + MIB, MIB, 0));
        cuda.cuCtxSynchronize();
        assertThat(pieces)
                .containsExactlyInAnyOrder(
                        new Piece(1, 1, 1, id, "copy to device", MIB, 0, COPY),
                        new Piece(2, 1, 0, id, "fill", MIB, COPY, COPY + FILL),
                        new Piece(3, 1, 2, 0, "copy to host", MIB, 0, COPY));
        assertThat(process.nanos()).isEqualTo(COPY + FILL);
    }

    @Test
    void shouldTellNothingBeforeAndAfterTheTraceAndOfWorkOutsideOfCalls() {
        long memory = cuda.cuMemAlloc(MIB);
        call(() -> cuda.cuMemsetD8Async(memory, 1, MIB, 0));
        cuda.cuCtxSynchronize();
        process.trace(trace);
        cuda.cuMemsetD8Async(memory, 1, MIB, 0);
        cuda.cuCtxSynchronize();
        process.trace(null);
        call(() -> cuda.cuMemsetD8Async(memory, 1, MIB, 0));
        cuda.cuCtxSynchronize();
        assertThat(pieces).isEmpty();
    }
}
