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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Judging and completing commands allocates nothing after warm-up. */
@Tag("measuring")
final class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 20_000;

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
                                    vm, vm, "", List.of(SimWorld.DEVICE), SimWorld.RESOURCES),
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
