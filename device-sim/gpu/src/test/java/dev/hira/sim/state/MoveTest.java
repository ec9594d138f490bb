package dev.hira.sim.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.api.StateException;
import dev.hira.api.cuda.CUfunction_attribute;
import dev.hira.api.cuda.CUlimit;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.SimConfig;
import dev.hira.sim.clock.SimClock;
import dev.hira.sim.clock.VirtualClock;
import dev.hira.sim.kernel.Checks;
import dev.hira.sim.kernel.KernelSettings;
import dev.hira.sim.profile.ProfileText;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what a process finds after its move to another host. */
@Timeout(120)
final class MoveTest {
    private static final String SMALL = "profile=small,capability=9.0";
    private static final String LARGE = "profile=default,capability=9.0";

    private static final CUfunction_attribute MOST_SHARED =
            CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;

    private Guest guest;
    private Guest moved;
    private long context;

    @BeforeEach
    void open() {
        guest = Guest.at(Guest.device(SMALL, true));
        context = guest.context();
        moved = guest;
    }

    @AfterEach
    void close() {
        guest.close();
        moved.close();
    }

    private void move() {
        moved = guest.movedTo(Guest.device(LARGE, true));
    }

    @Test
    void shouldFindAllMemoryAtItsAddress() {
        long first = guest.allocate(context, 100);
        long second = guest.allocate(context, 5 << 20);
        long untouched = guest.allocate(context, 100 << 20);
        guest.write(first, new byte[] {1, 2, 3});
        guest.write(second + (3 << 20) - 2, new byte[] {4, 5, 6, 7});
        move();
        assertThat(moved.read(first, 100)).startsWith(1, 2, 3).endsWith(0);
        byte[] expected = new byte[5 << 20];
        System.arraycopy(new byte[] {4, 5, 6, 7}, 0, expected, (3 << 20) - 2, 4);
        assertThat(moved.read(second, 5 << 20)).isEqualTo(expected);
        assertThat(moved.read(untouched, 1000)).containsOnly(0);
    }

    @Test
    void shouldFindVariablesWhereAndAsTheyWere() {
        long gone = guest.module();
        long module = guest.module();
        guest.cuda.cuModuleUnload(gone);
        guest.forget(gone);
        long tick = guest.kernel(module, "tick");
        guest.launch(tick);
        long address = guest.cuda.cuModuleGetGlobal(module, "calls").dptr();
        move();
        assertThat(moved.cuda.cuModuleGetGlobal(module, "calls").dptr()).isEqualTo(address);
        assertThat(moved.variable(module, "calls")).as("set to zero by a kernel").isZero();
        moved.launch(tick);
        assertThat(moved.variable(module, "calls")).isOne();
    }

    @Test
    void shouldPlaceNewVariablesBesideThoseOfBefore() {
        long module = guest.module();
        moved = guest.repeatedAt(Guest.device(LARGE, true));
        guest.process.state().save(moved.process.state().restorer());
        long another = moved.module();
        assertThat(moved.cuda.cuModuleGetGlobal(another, "filler").dptr())
                .isNotEqualTo(moved.cuda.cuModuleGetGlobal(module, "filler").dptr());
        moved.cuda.cuModuleUnload(module);
        long third = moved.module();
        assertThat(moved.cuda.cuModuleGetGlobal(third, "head").dptr())
                .as("the place of the unloaded module")
                .isEqualTo(guest.cuda.cuModuleGetGlobal(module, "head").dptr());
    }

    @Test
    void shouldContinueTheHeapOfKernels() {
        guest.cuda.cuCtxSetLimit(CUlimit.CU_LIMIT_MALLOC_HEAP_SIZE, 4096);
        long module = guest.module();
        long push = guest.kernel(module, "push");
        long pop = guest.kernel(module, "pop");
        long sum = guest.kernel(module, "sum");
        long out = guest.allocate(context, 24);
        guest.launch(push, 1000L, 1L);
        guest.launch(push, 100L, 2L);
        guest.launch(pop);
        guest.launch(push, 16L, 3L);
        move();
        for (Guest each : new Guest[] {guest, moved}) {
            each.launch(push, 200L, 4L);
            each.launch(pop);
            each.launch(push, 90L, 5L);
            each.launch(push, 2500L, 6L);
            each.launch(sum, out);
        }
        assertThat(moved.read(out, 16)).isEqualTo(guest.read(out, 16)).isNotEqualTo(new byte[16]);
    }

    @Test
    void shouldKeepTheNumbersOfObjects() {
        guest.cuda.cuStreamDestroy(closed());
        long stream = guest.stream();
        long id = guest.cuda.cuStreamGetId(stream);
        move();
        assertThat(moved.cuda.cuStreamGetId(stream)).isEqualTo(id);
        assertThat(moved.cuda.cuCtxGetId(context)).isEqualTo(guest.cuda.cuCtxGetId(context));
        assertThat(moved.cuda.cuStreamGetId(moved.stream()))
                .isEqualTo(guest.cuda.cuStreamGetId(guest.stream()))
                .isGreaterThan(id);
    }

    private long closed() {
        long stream = guest.stream();
        guest.forget(stream);
        return stream;
    }

    @Test
    void shouldContinueTheClocksOfEventsAndKernels() {
        VirtualClock clock = (VirtualClock) guest.host.clock();
        clock.advance(5_000_000);
        long start = guest.event();
        long never = guest.event();
        guest.record(start, cuda -> cuda.cuEventRecord(start, 0));
        long sum = guest.kernel(guest.module(), "sum");
        long out = guest.allocate(context, 24);
        clock.advance(7_000_000);
        guest.launch(sum, out);
        guest.cuda.cuCtxSynchronize();
        byte[] cycles = Arrays.copyOfRange(guest.read(out, 24), 16, 24);
        move();
        float before = guest.elapsed(start);
        assertThat(moved.elapsed(start)).as("no time has passed since").isEqualTo(before);
        ((VirtualClock) moved.host.clock()).advance(2_000_000);
        assertThat(moved.elapsed(start)).isEqualTo(before + 2);
        CudaException failure =
                catchThrowableOfType(
                        CudaException.class, () -> moved.cuda.cuEventElapsedTime(start, never));
        assertThat(failure.getMessage()).contains("was never recorded");
        moved.launch(sum, out);
        assertThat(Arrays.compareUnsigned(reversed(moved.read(out, 24)), reversed(cycles)))
                .as("the clock of kernels goes on")
                .isPositive();
    }

    /** Returns the last 8 bytes, the most significant first. */
    private static byte[] reversed(byte[] number) {
        byte[] result = new byte[8];
        for (int i = 0; i < 8; i++) {
            result[i] = number[number.length - 1 - i];
        }
        return result;
    }

    @Test
    void shouldDeliverTheTextThatKernelsHavePrinted() {
        long hello = guest.kernel(guest.printingModule(), "hello");
        guest.launch(hello, 5, 0.5);
        guest.launch(hello, 5, 1.5);
        move();
        assertThat(moved.printed).isEmpty();
        moved.cuda.cuCtxSynchronize();
        assertThat(String.join("", moved.printed))
                .contains("hello 0.500000")
                .contains("hello 1.500000");
    }

    @Test
    void shouldKeepTheFailureOfAContext() {
        guest.launch(guest.kernel(guest.module(), "fail"));
        guest.rest();
        String text = failure(guest).getMessage();
        move();
        assertThat(failure(moved).error()).isEqualTo(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS);
        assertThat(failure(moved).getMessage()).isEqualTo(text);
    }

    private static CudaException failure(Guest at) {
        return catchThrowableOfType(CudaException.class, at.cuda::cuCtxSynchronize);
    }

    @Test
    void shouldKeepTheSharedMemoryThatAKernelMayUse() {
        long tick = guest.kernel(guest.module(), "tick");
        moved = guest.repeatedAt(Guest.device("profile=h100", true));
        moved.cuda.cuFuncSetAttribute(tick, MOST_SHARED, 100_000);
        guest.process.state().save(moved.process.state().restorer());
        assertThat(moved.cuda.cuFuncGetAttribute(MOST_SHARED, tick)).isEqualTo(49_152);
    }

    @Test
    void shouldMoveTwice() {
        long module = guest.module();
        guest.launch(guest.kernel(module, "push"), 64L, 9L);
        long start = guest.event();
        guest.record(start, cuda -> cuda.cuEventRecord(start, 0));
        long out = guest.allocate(context, 24);
        long sum = guest.kernel(module, "sum");
        try (Guest between = guest.movedTo(Guest.device(LARGE, true))) {
            moved = between.movedTo(Guest.device(SMALL, true));
        }
        guest.launch(sum, out);
        moved.launch(sum, out);
        assertThat(moved.read(out, 16)).isEqualTo(guest.read(out, 16));
        assertThat(moved.elapsed(start)).isEqualTo(guest.elapsed(start));
    }

    @Test
    void shouldRefuseACallWhoseMemoryCannotHaveItsAddress() {
        for (int i = 0; i < 40; i++) {
            guest.module();
        }
        assertThatThrownBy(() -> guest.repeatedAt(Guest.device(SMALL + ",memory=64KiB", true)))
                .isInstanceOf(CudaException.class)
                .hasMessageContaining("the session was moved here, and its memory at 0x");
    }

    @Test
    void shouldAgreeWithTheSameChoicesOnly() {
        byte[] early = guest.process.state().placements();
        try (Guest same = Guest.preparedAt(Guest.device(SMALL, true), early);
                Guest another = Guest.preparedAt(Guest.device(SMALL, true), early)) {
            guest.calls().forEach(call -> call.accept(another.cuda));
            guest.module();
            guest.stream();
            guest.calls().forEach(call -> call.accept(same.cuda));
            byte[] late = guest.process.state().placements();
            same.process.state().agree(late);
            assertThatThrownBy(() -> another.process.state().agree(late))
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining("chosen other numbers or addresses");
        }
    }

    @Test
    void shouldTakeOverOnlyBeforeTheFirstCall() {
        byte[] placements = guest.process.state().placements();
        assertThatThrownBy(() -> guest.process.state().prepare(placements))
                .isInstanceOf(StateException.class)
                .hasMessageContaining("has objects already");
    }

    @Test
    void shouldRefuseToMoveFromOrToDevicesThatCheckKernels() {
        SimConfig checking =
                Guest.device(SMALL, true)
                        .withKernelSettings(
                                KernelSettings.usual().withChecks(Checks.parse("memory")));
        assertThatThrownBy(() -> guest.repeatedAt(checking))
                .isInstanceOf(StateException.class)
                .hasMessageContaining("device 0 checks kernels");
        try (Guest checked = Guest.at(checking)) {
            assertThatThrownBy(() -> checked.process.state().placements())
                    .isInstanceOf(StateException.class);
            assertThatThrownBy(() -> SavedState.of(checked.process.state()))
                    .isInstanceOf(StateException.class);
        }
    }

    @Test
    void shouldRestWhenCallbacksHaveReturnedAndNotBefore() throws InterruptedException {
        try (Guest real = Guest.at(Guest.device(SMALL, false))) {
            real.context();
            CountDownLatch release = new CountDownLatch(1);
            real.cuda.cuLaunchHostFunc(
                    real.stream(),
                    _ -> {
                        try {
                            release.await();
                        } catch (InterruptedException stop) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    0);
            StateTransfer state = real.process.state();
            assertThat(state.quiesce(Duration.ofMillis(1))).isFalse();
            assertThat(state.placements()).as("while it works").isNotEmpty();
            assertThatThrownBy(() -> SavedState.of(state)).hasMessageContaining("still has work");
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> state.quiesce(Duration.ofDays(1)))
                    .isInstanceOf(InterruptedException.class);
            release.countDown();
            assertThat(state.quiesce(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
        }
    }

    @Test
    void shouldRestWithinVirtualTime() throws InterruptedException {
        long address = guest.allocate(context, 64 << 20);
        guest.cuda.cuMemsetD8Async(address, (byte) 1, 64 << 20, 0);
        StateTransfer state = guest.process.state();
        assertThat(state.quiesce(Duration.ofNanos(1))).isFalse();
        assertThat(state.quiesce(Duration.ofSeconds(1))).isTrue();
        assertThat(SavedState.of(state).pieces()).isEqualTo(64);
    }

    @Test
    void shouldNotTouchMemoryThatWasNeverUsed() {
        try (Guest large =
                Guest.at(
                        SimConfig.of(ProfileText.parse("profile=h100"))
                                .withClock(SimClock.virtual()))) {
            long own = large.context();
            long far = large.allocate(own, 60L << 30);
            large.write(far + (50L << 30), new byte[] {1});
            SavedState saved = SavedState.of(large.process.state());
            assertThat(saved.pieces()).isOne();
        }
    }
}
