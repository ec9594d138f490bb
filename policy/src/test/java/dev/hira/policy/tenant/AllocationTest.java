package dev.hira.policy.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.hira.policy.Admission;
import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Grants;
import dev.hira.policy.model.Rate;
import dev.hira.policy.schedule.fair.FairScheduler;
import dev.hira.policy.sim.SimCommand;
import dev.hira.policy.sim.SimWorld;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Judging and completing commands allocates nothing after warm-up. */
@Tag("measuring")
@ParameterizedClass(name = "holding {0}")
@ValueSource(booleans = {false, true})
final class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 20_000;

    /** Whether the device can hold kernels. */
    @Parameter boolean holds;

    private final Time time = new Time();
    private final Grants grants = new Grants();
    private final TenantPolicy policy =
            new TenantPolicy(
                    new Environment(time, time),
                    grants,
                    GateSettings.STANDARD,
                    _ -> new FairScheduler());
    private final SessionPolicy[] sessions = new SessionPolicy[4];
    private final SimCommand[] commands = new SimCommand[sessions.length];
    private final boolean[] waits = new boolean[sessions.length];
    private final long[] atDevice = new long[sessions.length];
    private int held;
    private final long[] ran = new long[sessions.length];

    private void open() {
        for (int i = 0; i < sessions.length; i++) {
            String vm = "vm" + i;
            Grant grant =
                    Grant.STANDARD
                            .edit()
                            .rate("calls", new Rate(1_000_000_000, 1_000_000_000))
                            .rate("launches", new Rate(1_000_000_000, 1_000_000_000))
                            .quota("device_memory", 1 << 30)
                            .cap(999_999_999)
                            .build();
            grants.change(state -> state.withOwn(vm, grant));
            sessions[i] =
                    policy.open(
                            new SessionIdentity(
                                    vm,
                                    vm,
                                    "",
                                    List.of(SimWorld.DEVICE),
                                    holds ? Set.of(SimWorld.DEVICE) : Set.of(),
                                    SimWorld.RESOURCES,
                                    List.of()),
                            () -> {});
            sessions[i].identified(7, 0, 99, "k");
            commands[i] = new SimCommand();
            commands[i].work = true;
            commands[i].workName = 7;
            commands[i].consumed[0] = 1;
            commands[i].consumed[1] = 1;
            commands[i].allocated[3] = 100;
        }
    }

    /** Lets every session send, and completes the work at the device after a while. */
    private int run(int rounds, long nanos) {
        int admitted = 0;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < sessions.length; i++) {
                if (!waits[i]) {
                    commands[i].call++;
                }
                waits[i] = sessions[i].judge(commands[i]) instanceof Admission.Delay;
                admitted += waits[i] ? 0 : 1;
            }
            time.pass(nanos);
            for (int i = 0; i < sessions.length; i++) {
                if (atDevice[i] < commands[i].call - (waits[i] ? 1 : 0)) {
                    sessions[i].completed(++atDevice[i], 0, nanos);
                }
            }
        }
        return admitted;
    }

    /** Lets kernels of 20 ms take turns. */
    private void takeTurns(int rounds) {
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < sessions.length; i++) {
                if (!waits[i]) {
                    commands[i].call++;
                }
                waits[i] = sessions[i].judge(commands[i]) instanceof Admission.Delay;
            }
            time.pass(1_000_000);
            for (int i = 0; i < sessions.length; i++) {
                held += sessions[i].isHeld(0) ? 1 : 0;
                long calls = commands[i].call - (waits[i] ? 1 : 0);
                if (!sessions[i].isHeld(0) && atDevice[i] < calls) {
                    progress(i, atDevice[i] + 1);
                }
            }
        }
    }

    private void progress(int i, long call) {
        ran[i] += 1_000_000;
        if (ran[i] == 20_000_000) {
            ran[i] = 0;
            sessions[i].completed(++atDevice[i], 0, 20_000_000);
        } else {
            sessions[i].running(call);
            sessions[i].spent(call, ran[i]);
            sessions[i].endReport();
        }
    }

    @Test
    void shouldAllocateNothingWhenKernelsTakeTurns() {
        open();
        takeTurns(ROUNDS);
        int before = held;
        long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
        takeTurns(ROUNDS);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
        assertThat(held - before > ROUNDS).isEqualTo(holds);
        assertThat(allocated).isLessThan(10_000);
    }

    private void expectNothing(long nanos, int leastAdmitted) {
        open();
        run(ROUNDS, nanos);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        int admitted = run(ROUNDS, nanos);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertThat(admitted).isGreaterThan(leastAdmitted);
        assertThat(allocated).isLessThan(10_000);
    }

    @Test
    void shouldAllocateNothingWhenNoCommandWaits() {
        expectNothing(1_000, ROUNDS * 3);
    }

    @Test
    void shouldAllocateNothingWhenMostWait() {
        expectNothing(3_000_000, ROUNDS / 2);
    }

    /** A clock with alarms that allocates nothing. */
    private static final class Time implements NanoClock, Alarm {
        private final long[] times = new long[1024];
        private final Runnable[] tasks = new Runnable[1024];
        private int size;
        private long now;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void at(long at, Runnable task) {
            times[size] = at;
            tasks[size++] = task;
        }

        void pass(long nanos) {
            now += nanos;
            for (int i = 0; i < size; ) {
                if (times[i] > now) {
                    i++;
                } else {
                    Runnable due = tasks[i];
                    times[i] = times[--size];
                    tasks[i] = tasks[size];
                    due.run();
                }
            }
        }
    }
}
