package dev.hira.server.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.server.dispatch.RuntimeCodes;
import dev.hira.server.testing.Received;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyGuest.Done;
import dev.hira.server.testing.ToyRig;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.KernelLimit;
import dev.hira.wire.v1.MemoryQuota;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the reports of device work to routers: one for each call that gives some. */
@Timeout(240)
final class WorkTest {
    private final ToyRig rig = new ToyRig();
    private final ToyGuest guest = rig.session();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldReportWorkThatEndsWithItsCall() {
        long first = guest.async(1, ToyDispatcher.WORK, 500, 0);
        long second = guest.async(2, ToyDispatcher.WORK, 0, 0);
        guest.async(1, ToyDispatcher.NOTE, 1, 0);
        guest.flush();
        assertThat(guest.takeDone(2))
                .containsExactly(new Done(first, 1, 500), new Done(second, 0, 0));
    }

    @Test
    void shouldReportTheEndOfWorkBeforeTheCallIsAnswered() {
        long call = guest.sync(1, ToyDispatcher.WORK, 70, 0);
        guest.flush();
        guest.answer(call);
        assertThat(guest.isDoneQuiet()).isFalse();
        assertThat(guest.takeDone(1)).containsExactly(new Done(call, 1, 70));
    }

    @Test
    void shouldReportLaterWorkWhenItEnds() {
        long call = guest.async(1, ToyDispatcher.WORK_ON, 900, 0);
        guest.ask(1, ToyDispatcher.ECHO, 0, 0);
        assertThat(guest.isDoneQuiet()).isTrue();
        rig.process().finishWork();
        assertThat(guest.takeDone(1)).containsExactly(new Done(call, 1, 900));
    }

    @Test
    void shouldReportWorkOfACallThatWasMadeAway() {
        long call = guest.sync(1, ToyDispatcher.AWAIT_WORK, 5, 40);
        guest.flush();
        guest.ask(2, ToyDispatcher.ECHO, 0, 0);
        assertThat(guest.isDoneQuiet()).isTrue();
        rig.process().open(5);
        guest.answer(call);
        assertThat(guest.takeDone(1)).containsExactly(new Done(call, 1, 40));
    }

    @Test
    void shouldReportACallThatIsMadeAwayAsRunning() throws Exception {
        long call = guest.sync(1, ToyDispatcher.AWAIT_WORK, 5, 40);
        guest.flush();
        rig.process().running.add(call);

        Control told = Control.parseFrom(guest.take().args().duplicate());

        assertThat(told.getRunning().getCallsList()).containsExactly(call);
        rig.process().running.clear();
        rig.process().open(5);
        Received answer = guest.take();
        while (answer.kind() == RecordKinds.CONTROL) {
            answer = guest.take(); // told before it was over
        }
        assertThat(answer.callId()).isEqualTo(call);
        assertThat(guest.takeDone(1)).containsExactly(new Done(call, 1, 40));
    }

    @Test
    void shouldReportTheEndOfWorkOfACallThatFailsOrIsNotMade() {
        long failed = guest.async(1, ToyDispatcher.WORK, 0, 500);
        long poisoned = guest.sync(1, ToyDispatcher.WORK, 80, 0);
        guest.flush();
        assertThat(guest.answer(poisoned).failedCall()).isEqualTo(failed);
        assertThat(guest.takeDone(2))
                .containsExactly(new Done(failed, 0, 0), new Done(poisoned, 0, 0));
    }

    @Test
    void shouldReportThatACallOfOneThreadTooManyHasNoWork() {
        for (int lane = 0; lane < ToyRig.LIMITS.lanes(); lane++) {
            guest.async(lane, ToyDispatcher.NOTE, 1, 0);
        }
        long call = guest.sync(100, ToyDispatcher.WORK, 5, 0);
        guest.flush();
        assertThat(guest.answer(call).code()).isEqualTo(RuntimeCodes.LIMIT);
        assertThat(guest.takeDone(1)).containsExactly(new Done(call, 0, 0));
    }

    @Test
    void shouldReportEachOfManyCallsOnce() {
        long seed = 5;
        Random random = new Random(seed);
        List<Long> calls = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            int lane = random.nextInt(4);
            switch (random.nextInt(5)) {
                case 0 -> calls.add(guest.async(lane, ToyDispatcher.WORK_ON, i, 0));
                case 1 -> calls.add(guest.sync(lane, ToyDispatcher.WORK, i, random.nextInt(2)));
                case 2 -> guest.async(lane, ToyDispatcher.NOTE, i, 0);
                default -> calls.add(guest.async(lane, ToyDispatcher.WORK, i, 0));
            }
            if (random.nextInt(50) == 0) {
                guest.flush();
            }
            if (random.nextInt(100) == 0) {
                rig.process().finishWork();
            }
        }
        guest.ask(5, ToyDispatcher.ECHO, 0, 0);
        rig.process().finishWork();
        assertThat(guest.takeDone(calls.size()).stream().map(Done::call))
                .as("seed %d", seed)
                .containsExactlyElementsOf(calls);
        assertThat(guest.isDoneQuiet()).isTrue();
    }

    @Test
    void shouldPassTheKernelLimitOfASessionAndItsChangesOn() {
        ToyGuest other = rig.connect();
        other.open(ToyGuest.openRequest().setKernelLimitNanos(7_000_000).build());
        assertThat(rig.process().kernelLimit).isEqualTo(7_000_000);
        assertThat(kernelLimitAfter(other, 5000)).isEqualTo(5000);
        assertThat(kernelLimitAfter(other, 0)).as("no limit").isEqualTo(Long.MAX_VALUE);
    }

    private long kernelLimitAfter(ToyGuest other, long limit) {
        other.control(
                Control.newBuilder()
                        .setKernelLimit(KernelLimit.newBuilder().setNanos(limit))
                        .build());
        other.ask(1, ToyDispatcher.ECHO, 0, 0);
        return rig.process().kernelLimit;
    }

    @Test
    void shouldPassTheMemoryQuotaOfASessionAndItsChangesOn() {
        ToyGuest other = rig.connect();
        other.open(ToyGuest.openRequest().setDeviceMemory(1 << 20).build());
        assertThat(rig.process().memoryLimit).isEqualTo(1 << 20);
        assertThat(limitAfter(other, 5000)).isEqualTo(5000);
        assertThat(limitAfter(other, 0)).as("no quota").isEqualTo(Long.MAX_VALUE);
    }

    private long limitAfter(ToyGuest other, long quota) {
        other.control(
                Control.newBuilder()
                        .setMemoryQuota(MemoryQuota.newBuilder().setBytes(quota))
                        .build());
        other.ask(1, ToyDispatcher.ECHO, 0, 0);
        return rig.process().memoryLimit;
    }

    @Test
    void shouldReportMemoryThatNoCallStatesBeforeTheAnswerWheneverItChanges() throws Exception {
        for (long held : new long[] {4096, 512, 0}) {
            rig.process().unstatedMemory = held;
            long call = guest.sync(1, ToyDispatcher.ECHO, 7, 0);
            guest.flush();
            Control told = Control.parseFrom(guest.take().args().duplicate());
            assertThat(told.hasMemoryHeld()).isTrue();
            assertThat(told.getMemoryHeld().getBytes()).isEqualTo(held);
            assertThat(guest.take().callId()).isEqualTo(call);
        }
        long call = guest.sync(1, ToyDispatcher.ECHO, 7, 0);
        guest.flush();
        assertThat(guest.take().callId()).as("nothing changed").isEqualTo(call);
    }
}
