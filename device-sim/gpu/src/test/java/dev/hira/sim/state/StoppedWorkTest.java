package dev.hira.sim.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUhostFn;
import dev.hira.api.cuda.CUstreamCallback;
import dev.hira.sim.SimConfig;
import dev.hira.sim.driver.object.ProcessState;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stops work in the middle and lets it go on, here and in another process. */
@Timeout(120)
final class StoppedWorkTest {
    private static final SimConfig SMALL = Guest.device("profile=small,capability=9.0", false);
    private static final SimConfig LARGE = Guest.device("profile=default,capability=9.0", false);
    private static final Duration LONG = Duration.ofSeconds(100);
    private static final int BLOCKS = 500;

    /**
     * Block b waits until the gate is above b, counts itself, and notes its number and the grid's;
     * mix folds the count into a value.
     */
    private static final String TEXT =
            """
            .version 8.0
            .target sm_90
            .address_size 64
            .visible .entry gated(.param .u64 gate, .param .u64 out) {
                .reg .b64 %rd<9>;
                .reg .b32 %r<9>;
                .reg .pred %p<2>;
                ld.param.u64 %rd1, [gate];
                ld.param.u64 %rd2, [out];
                mov.u32 %r1, %ctaid.x;
            WAIT:
                ld.volatile.global.u32 %r2, [%rd1];
                setp.le.u32 %p1, %r2, %r1;
                @%p1 bra WAIT;
                atom.global.add.u32 %r3, [%rd2], 1;
                mov.u64 %rd3, %gridid;
                cvt.u32.u64 %r4, %rd3;
                mad.lo.u32 %r4, %r4, 1000, %r1;
                mul.wide.u32 %rd4, %r1, 4;
                add.u64 %rd4, %rd4, %rd2;
                ld.global.u32 %r5, [%rd4+4];
                add.u32 %r4, %r4, %r5;
                st.global.u32 [%rd4+4], %r4;
                ret;
            }
            .visible .entry mix(.param .u64 count, .param .u64 out) {
                .reg .b64 %rd<9>;
                .reg .b32 %r<9>;
                ld.param.u64 %rd1, [count];
                ld.param.u64 %rd2, [out];
                ld.global.u32 %r1, [%rd1];
                ld.global.u32 %r2, [%rd2];
                mad.lo.u32 %r2, %r2, 31, %r1;
                st.global.u32 [%rd2], %r2;
                ret;
            }
            """;

    private Guest guest;
    private Guest moved;
    private long gate;
    private long out;
    private long value;
    private long gated;
    private long mix;
    private long stream;

    @BeforeEach
    void open() {
        guest = Guest.at(SMALL);
        moved = guest;
        long context = guest.context();
        gate = guest.allocate(context, 4);
        out = guest.allocate(context, 4 + 4 * BLOCKS);
        value = guest.allocate(context, 3000);
        long module = guest.module(TEXT);
        gated = guest.kernel(module, "gated");
        mix = guest.kernel(module, "mix");
        stream = guest.stream();
    }

    @AfterEach
    void close() {
        guest.close();
        moved.close();
    }

    /** Launches the gated grid, and stops it when this many blocks and a few more have run. */
    private void stopAfter(int blocks, Runnable behind) throws Exception {
        GatedWork.word(guest, gate, blocks);
        GatedWork.launch(guest, gated, stream, BLOCKS, gate, out);
        behind.run();
        GatedWork.until(() -> GatedWork.word(guest, out) == blocks);
        CompletableFuture<Boolean> stopped = GatedWork.stopping(guest, LONG);
        GatedWork.word(guest, gate, BLOCKS);
        assertThat(stopped.get(100, TimeUnit.SECONDS)).isTrue();
        assertThat(GatedWork.word(guest, out)).isGreaterThanOrEqualTo(blocks).isLessThan(BLOCKS);
    }

    private void move() {
        moved = guest.repeatedAt(LARGE, guest.process.state().placements());
        guest.process.state().save(moved.process.state().restorer());
    }

    private static void finish(Guest at) {
        at.process.state().goOn();
        at.cuda.cuCtxSynchronize();
    }

    private byte[] expected(int grid) {
        ByteBuffer all = ByteBuffer.allocate(4 + 4 * BLOCKS).order(ByteOrder.LITTLE_ENDIAN);
        all.putInt(BLOCKS);
        for (int i = 0; i < BLOCKS; i++) {
            all.putInt(grid * 1000 + i);
        }
        return all.array();
    }

    @Test
    void shouldRunTheOtherBlocksElsewhereAndHere() throws Exception {
        stopAfter(7, () -> {});
        move();
        for (Guest each : new Guest[] {moved, guest}) {
            finish(each);
            assertThat(each.read(out, 4 + 4 * BLOCKS)).isEqualTo(expected(1));
        }
    }

    @Test
    void shouldGoOnAsIfItHadNotStoppedAsOftenAsItIsStopped() throws Exception {
        stopAfter(7, () -> {});
        for (int i = 0; i < 5; i++) {
            guest.process.state().goOn();
            assertThat(GatedWork.stop(guest, LONG)).isTrue();
        }
        finish(guest);
        assertThat(guest.read(out, 4 + 4 * BLOCKS)).isEqualTo(expected(1));
    }

    @Test
    void shouldMoveWhatIsQueuedBehindAGrid() throws Exception {
        long other = guest.stream();
        long start = guest.event();
        long end = guest.event();
        byte[] pageable = new byte[200_000];
        Arrays.fill(pageable, (byte) 9);
        long large = guest.allocate(guest.cuda.cuCtxGetCurrent(), pageable.length);
        stopAfter(
                3,
                () -> {
                    guest.cuda.cuEventRecord(start, stream);
                    guest.cuda.cuStreamWaitEvent(other, start, 0);
                    GatedWork.launch(guest, mix, other, 1, out, value);
                    guest.cuda.cuEventRecord(end, other);
                    guest.cuda.cuMemcpyDtoDAsync(value + 1000, out, 400, stream);
                    guest.cuda.cuMemsetD16Async(value + 2000, 0x1234, 30, stream);
                    guest.cuda.cuMemsetD2D8Async(value + 2100, 100, 7, 20, 4, stream);
                    guest.cuda.cuMemcpyHtoDAsync(
                            large, MemorySegment.ofArray(pageable), pageable.length, stream);
                    GatedWork.launch(guest, mix, stream, 1, large, value + 4);
                    GatedWork.launch(guest, gated, stream, BLOCKS, gate, out);
                    Arrays.fill(pageable, (byte) 1);
                    GatedWork.launch(
                            guest, mix, 0, 1, out, value + 8); // after all blocking streams
                });
        move();
        assertThat(moved.cuda.cuEventQuery(end).value()).isNotZero();
        for (Guest each : new Guest[] {moved, guest}) {
            finish(each);
            assertThat(each.cuda.cuEventElapsedTime(start, end)).isNotNegative();
            byte[] all = each.read(value, 3000);
            ByteBuffer words = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
            assertThat(words.getInt())
                    .as("when the first grid had ended")
                    .isGreaterThanOrEqualTo(BLOCKS);
            assertThat(words.getInt()).as("the staged copy").isEqualTo(0x09090909);
            assertThat(words.getInt()).as("when all had ended").isEqualTo(2 * BLOCKS);
            assertThat(Arrays.copyOfRange(all, 1000, 1400))
                    .isEqualTo(Arrays.copyOf(expected(1), 400));
            assertThat(Arrays.copyOfRange(all, 2000, 2002)).containsExactly(0x34, 0x12);
            assertThat(Arrays.copyOfRange(all, 2400, 2420)).containsOnly(7);
            assertThat(all[2420]).isZero();
            assertThat(each.read(large, pageable.length)).containsOnly(9);
        }
    }

    @Test
    void shouldGoOnWhenABlockOutlastsTheLimit() {
        GatedWork.word(guest, gate, 3);
        GatedWork.launch(guest, gated, stream, BLOCKS, gate, out);
        GatedWork.until(() -> GatedWork.word(guest, out) == 3);
        // The grid may stand between the last open block and the next one at first.
        GatedWork.until(() -> {
            boolean stopped = GatedWork.stop(guest, Duration.ofMillis(20));
            guest.process.state().goOn();
            return !stopped;
        });
        GatedWork.word(guest, gate, BLOCKS);
        guest.cuda.cuCtxSynchronize();
        assertThat(guest.read(out, 4 + 4 * BLOCKS)).isEqualTo(expected(1));
    }

    @Test
    void shouldCallFunctionsThatHadNotBegunInTheProcessThatGoesOn() throws Exception {
        long destroyed = guest.stream();
        long end = guest.event();
        stopAfter(
                3,
                () -> {
                    guest.cuda.cuLaunchHostFunc(
                            stream, guest.called.function(CUhostFn.class, 8), out);
                    guest.cuda.cuEventRecord(end, stream);
                    guest.cuda.cuStreamWaitEvent(destroyed, end, 0);
                    guest.cuda.cuStreamAddCallback(
                            destroyed, guest.called.function(CUstreamCallback.class, 9), out, 0);
                    guest.destroy(destroyed, driver -> driver.cuStreamDestroy(destroyed));
                });
        assertThat(guest.called.calls()).isEmpty();
        move();
        for (Guest each : new Guest[] {moved, guest}) {
            each.called.look = address -> GatedWork.word(each, address);
            finish(each);
            assertThat(each.called.calls())
                    .containsExactly(
                            out + ": host function 8 saw " + BLOCKS,
                            out
                                    + ": callback of "
                                    + destroyed
                                    + " with CUDA_SUCCESS 9 saw "
                                    + BLOCKS);
            assertThat(each.process.state().quiesce(LONG)).isTrue();
        }
    }

    @Test
    void shouldWaitForFunctionsWhoseCodeIsInTheProcessAndForFreedMemory() throws Exception {
        long freed = guest.allocate(guest.cuda.cuCtxGetCurrent(), 100);
        boolean[] called = new boolean[1];
        GatedWork.word(guest, gate, BLOCKS);
        GatedWork.launch(guest, gated, stream, BLOCKS, gate, out);
        guest.cuda.cuMemFreeAsync(freed, stream);
        guest.forget(freed);
        guest.cuda.cuLaunchHostFunc(stream, _ -> called[0] = true, 0);
        assertThat(GatedWork.stop(guest, LONG)).isTrue();
        assertThat(called[0]).isTrue();
        move();
        assertThat(moved.read(out, 4 + 4 * BLOCKS)).isEqualTo(expected(1));
    }

    @Test
    void shouldWaitForAFunctionThatHasBegun() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ends = new CountDownLatch(1);
        guest.called.look =
                _ -> {
                    begun.countDown();
                    try {
                        return ends.await(100, TimeUnit.SECONDS) ? 1 : 0;
                    } catch (InterruptedException stop) {
                        throw new IllegalStateException(stop);
                    }
                };
        guest.cuda.cuLaunchHostFunc(stream, guest.called.function(CUhostFn.class, 1), 0);
        begun.await();
        assertThat(GatedWork.stop(guest, Duration.ofMillis(20))).isFalse();
        CompletableFuture<Boolean> stopped = GatedWork.stopping(guest, LONG);
        ends.countDown();
        assertThat(stopped.get(100, TimeUnit.SECONDS)).isTrue();
        move();
        finish(moved);
        assertThat(guest.called.calls()).hasSize(1);
        assertThat(moved.called.calls()).isEmpty();
    }

    private String settle(Duration limit) throws InterruptedException {
        return guest.process.state().settle(limit);
    }

    @Test
    void shouldStandStillWhileCallsAddWork() throws Exception {
        GatedWork.word(guest, gate, 3);
        GatedWork.launch(guest, gated, stream, BLOCKS, gate, out);
        GatedWork.until(() -> GatedWork.word(guest, out) == 3);
        CompletableFuture<String> settled = new CompletableFuture<>();
        Thread thread =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                settled.complete(settle(LONG));
                            } catch (InterruptedException stop) {
                                settled.completeExceptionally(stop);
                            }
                        });
        GatedWork.until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        GatedWork.word(guest, gate, BLOCKS);
        assertThat(settled.get(100, TimeUnit.SECONDS)).isEmpty();
        int ran = GatedWork.word(guest, out);
        assertThat(ran).isLessThan(BLOCKS);
        GatedWork.launch(guest, mix, stream, 1, out, value);
        guest.cuda.cuMemsetD32Async(value + 4, 9, 1, guest.stream());
        assertThat(GatedWork.word(guest, out)).isEqualTo(ran);
        assertThat(GatedWork.word(guest, value + 4)).isZero();
        assertThat(GatedWork.stop(guest, LONG)).isTrue();
        move();
        for (Guest each : new Guest[] {moved, guest}) {
            finish(each);
            assertThat(each.read(out, 4 + 4 * BLOCKS)).isEqualTo(expected(1));
            assertThat(GatedWork.word(each, value)).isEqualTo(BLOCKS);
            assertThat(GatedWork.word(each, value + 4)).isEqualTo(9);
        }
    }

    @Test
    void shouldNameTheKernelThatDoesNotStandStill() throws Exception {
        GatedWork.word(guest, gate, 3);
        GatedWork.launch(guest, gated, stream, BLOCKS, gate, out);
        GatedWork.until(() -> GatedWork.word(guest, out) == 3);
        String kept = "";
        while (kept.isEmpty()) { // the grid may stand between two blocks at first
            kept = settle(Duration.ofMillis(20));
            guest.process.state().goOn();
        }
        assertThat(kept).isEqualTo("a block of the kernel 'gated' had not ended");
        GatedWork.word(guest, gate, BLOCKS);
        finish(guest);
        assertThat(guest.read(out, 4 + 4 * BLOCKS)).isEqualTo(expected(1));
    }

    @Test
    void shouldNameAFunctionThatDoesNotReturn() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ends = new CountDownLatch(1);
        guest.cuda.cuLaunchHostFunc(
                stream,
                _ -> {
                    begun.countDown();
                    GatedWork.until(() -> ends.getCount() == 0);
                },
                0);
        begun.await();
        assertThat(settle(Duration.ofMillis(20)))
                .isEqualTo("a function of the program had not returned");
        ends.countDown();
        assertThat(settle(LONG)).isEmpty();
    }

    @Test
    void shouldLetWorkGoOnUntilNoneIsLeftThatCannotTravel() throws Exception {
        long freed = guest.allocate(guest.cuda.cuCtxGetCurrent(), 100);
        GatedWork.word(guest, gate, BLOCKS);
        GatedWork.launch(guest, gated, stream, BLOCKS, gate, out);
        guest.cuda.cuMemFreeAsync(freed, stream);
        assertThat(settle(LONG)).isEmpty();
        assertThat(GatedWork.word(guest, out)).isEqualTo(BLOCKS);
    }

    @Test
    void shouldSlowWorkDownUntilItIsInterrupted() throws Exception {
        GatedWork.word(guest, gate, BLOCKS);
        Thread thread =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                guest.process.state().slowDown(8);
                            } catch (InterruptedException ends) {
                                Thread.currentThread().interrupt();
                            }
                        });
        for (int i = 1; i <= 5; i++) {
            GatedWork.until(() -> guest.process.state().standsStill());
            GatedWork.launch(guest, gated, stream, BLOCKS, gate, out);
            guest.cuda.cuStreamSynchronize(stream);
            assertThat(GatedWork.word(guest, out)).isEqualTo(i * BLOCKS);
        }
        thread.interrupt();
        thread.join();
        assertThat(guest.process.state().standsStill()).isFalse();
        GatedWork.launch(guest, gated, stream, BLOCKS, gate, out);
        guest.cuda.cuStreamSynchronize(stream);
        assertThat(GatedWork.word(guest, out)).isEqualTo(6 * BLOCKS);
    }

    /** Contexts are destroyed while calls go on and work stands still. */
    @Test
    void shouldEndADestroyedContextWhileOtherWorkStandsStill() throws Exception {
        long context = guest.cuda.cuCtxGetCurrent();
        long other = guest.context();
        long behind = guest.stream();
        guest.cuda.cuCtxSetCurrent(context);
        GatedWork.word(guest, gate, 3);
        GatedWork.launch(guest, gated, stream, BLOCKS, gate, out);
        GatedWork.until(() -> GatedWork.word(guest, out) == 3);
        GatedWork.word(guest, gate, BLOCKS);
        assertThat(settle(LONG)).isEmpty();
        guest.cuda.cuCtxSetCurrent(other);
        guest.cuda.cuLaunchHostFunc(behind, guest.called.function(CUhostFn.class, 1), 0);
        guest.cuda.cuCtxDestroy(other);
        guest.cuda.cuCtxSetCurrent(context);
        assertThat(settle(LONG)).isEmpty();
        assertThat(guest.called.calls()).hasSize(1);
        finish(guest);
        assertThat(guest.read(out, 4 + 4 * BLOCKS)).isEqualTo(expected(1));
    }

    private boolean holdsKernels() {
        ProcessState process = guest.process.state().process();
        process.holds().hold(0, () -> {});
        boolean held =
                process.contexts().stream()
                        .anyMatch(context -> process.holds().holds(context.kernels()));
        process.holds().letGo(0);
        return held;
    }

    @Test
    void shouldHoldNoKernelUntilTheLastOfTwoWaitsForItsEndIsOver() throws Exception {
        GatedWork.launch(guest, gated, stream, BLOCKS, gate, out);
        assertThat(holdsKernels()).isTrue();
        StateTransfer state = guest.process.state();
        FutureTask<Boolean> rest = new FutureTask<>(() -> state.quiesce(LONG));
        Thread waiting = Thread.ofPlatform().start(rest);
        GatedWork.until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        assertThat(state.quiesce(Duration.ZERO)).isFalse();
        assertThat(holdsKernels()).isFalse();
        GatedWork.word(guest, gate, BLOCKS);
        assertThat(rest.get(100, TimeUnit.SECONDS)).isTrue();
        assertThat(holdsKernels()).isTrue();
    }

    @Test
    void shouldEndStoppedWorkWithItsProcess() throws Exception {
        stopAfter(7, () -> {});
        guest.process.close();
        assertThat(guest.process.objectCount()).isZero();
    }
}
