package dev.hira.policy.tenant;

import static dev.hira.policy.sim.SimWorld.MICRO;
import static dev.hira.policy.sim.SimWorld.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.policy.gate.DeviceUse;
import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.model.Grants;
import dev.hira.policy.schedule.fair.FairScheduler;
import dev.hira.policy.sim.SimClock;
import dev.hira.policy.sim.SimCommand;
import dev.hira.policy.sim.SimWorld;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The charges for work that moves to other devices while it runs. */
final class TravellingWorkTest {
    private static final long STEP = 20 * MILLI;
    private static final int BYTES = SimWorld.RESOURCES.indexOf("bytes_to_device");

    private final SimClock clock = new SimClock();
    private final TenantPolicy policy =
            new TenantPolicy(
                    new Environment(clock, clock),
                    new Grants(),
                    GateSettings.STANDARD,
                    _ -> new FairScheduler());
    private final List<Device> devices = List.of(new Device("a"), new Device("b"), new Device("c"));

    /** A command at a device, and its work. */
    private static final class Job {
        final Session session;
        final long call;
        final long nanos;
        long left;

        Job(Session session, long call, long nanos) {
            this.session = session;
            this.call = call;
            this.nanos = nanos;
            this.left = nanos;
        }
    }

    /** A device that executes jobs one after the other and reports the one that runs. */
    private final class Device {
        final String name;
        final Deque<Job> jobs = new ArrayDeque<>();
        long executed;

        Device(String name) {
            this.name = name;
        }

        /** Executes for a time; returns when the next job ends, if that is earlier. */
        long untilEnd(long most) {
            return jobs.isEmpty() ? most : Math.min(most, jobs.getFirst().left);
        }

        void execute(long nanos) {
            if (!jobs.isEmpty()) {
                jobs.getFirst().left -= nanos;
                executed += nanos;
            }
        }

        void report() {
            while (!jobs.isEmpty() && jobs.getFirst().left == 0) {
                Job ended = jobs.removeFirst();
                ended.session.policy.completed(ended.call, 0, ended.nanos);
            }
            if (!jobs.isEmpty()) {
                jobs.getFirst().session.policy.running(jobs.getFirst().call);
            }
        }

        DeviceUse use() {
            return policy.devices().stream()
                    .filter(use -> use.device().equals(name))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** A session that sends one command after the other as the policy lets it. */
    private final class Session {
        private final String vm;
        private final SimCommand command = new SimCommand();
        Device device;
        SessionPolicy policy;
        private long nanos;
        private boolean waits;

        Session(String vm, Device device) {
            this.vm = vm;
            this.device = device;
            this.policy = open();
        }

        private SessionPolicy open() {
            SessionPolicy opened =
                    TravellingWorkTest.this.policy.open(
                            new SessionIdentity(
                                    vm,
                                    vm,
                                    "",
                                    List.of(device.name),
                                    SimWorld.RESOURCES,
                                    SimWorld.ROLES),
                            () -> {});
            opened.identified(1, 0, 1001, "kernel");
            return opened;
        }

        /** Sends a command, or asks again for the one that waits; returns whether it went. */
        boolean send(long kernel, long takes) {
            if (!waits) {
                command.call++;
                command.work = true;
                command.workName = kernel;
                command.consumed[BYTES] = kernel == 0 ? 64 : 0;
                nanos = takes;
            }
            waits = !(policy.judge(command) instanceof Admission.Admit);
            if (waits) {
                policy.endBatch();
            } else {
                device.jobs.add(new Job(this, command.call, nanos));
            }
            return !waits;
        }

        long underWay() {
            return device.jobs.stream().filter(job -> job.session == this).count();
        }

        void moveTo(Device target) {
            List<Job> mine = device.jobs.stream().filter(job -> job.session == this).toList();
            device.jobs.removeAll(mine);
            device = target;
            device.jobs.addAll(mine);
            SessionPolicy former = policy;
            policy = open();
            policy.takeOver(former);
        }
    }

    /** Lets all devices execute for a time. */
    private void run(long nanos) {
        long end = clock.nanoTime() + nanos;
        while (clock.nanoTime() < end) {
            long next = Math.min(STEP, end - clock.nanoTime());
            for (Device device : devices) {
                next = device.untilEnd(next);
            }
            long step = next;
            clock.runUntil(clock.nanoTime() + step);
            devices.forEach(device -> device.execute(step));
            devices.forEach(Device::report);
        }
    }

    @Test
    void shouldChargeEachDeviceForItsPartOfAKernel() {
        Session session = new Session("vm", devices.get(0));
        assertThat(session.send(1, 300 * MILLI)).isTrue();
        session.policy.endBatch();
        run(100 * MILLI);
        session.moveTo(devices.get(1));
        assertThat(devices.get(0).use().nanos()).isEqualTo(100 * MILLI);
        assertThat(devices.get(0).use().inFlight()).isZero();
        assertThat(devices.get(1).use().inFlight()).isEqualTo(1);
        run(50 * MILLI);
        session.moveTo(devices.get(2));
        run(200 * MILLI);
        assertThat(devices.stream().map(device -> device.use().nanos()))
                .containsExactly(100 * MILLI, 50 * MILLI, 150 * MILLI);
        assertThat(policy.vms().getFirst().inFlight()).isZero();
    }

    @Test
    void shouldChargeWorkThatIsLostAtTheFormerDeviceOnly() {
        Session session = new Session("vm", devices.get(0));
        assertThat(session.send(1, 300 * MILLI)).isTrue();
        run(100 * MILLI);
        SessionPolicy former = session.policy;
        session.device = devices.get(1);
        session.policy = session.open();
        former.close();
        session.policy.completed(1, 0, 300 * MILLI);
        assertThat(devices.get(0).use().nanos()).isEqualTo(100 * MILLI);
        assertThat(devices.get(1).use().nanos()).isZero();
        assertThat(devices.get(1).use().inFlight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldChargeAllWorkOnceHoweverItMoves(long seed) {
        Random random = new Random(seed);
        List<Session> sessions = new ArrayList<>();
        for (String vm : List.of("x", "y", "z")) {
            sessions.add(new Session(vm, devices.get(random.nextInt(devices.size()))));
        }
        int moved = 0;
        for (int i = 0; i < 3_000; i++) {
            Session session = sessions.get(random.nextInt(sessions.size()));
            switch (random.nextInt(8)) {
                case 0 -> {
                    Device target = devices.get(random.nextInt(devices.size()));
                    if (target != session.device) {
                        moved += (int) session.underWay();
                        session.moveTo(target);
                        assertInFlight(sessions);
                    }
                }
                case 1 -> run(random.nextLong(1, 60 * MILLI));
                case 2 -> run(random.nextLong(1, MILLI));
                case 3 -> session.policy.endBatch();
                default ->
                        session.send(
                                random.nextInt(3),
                                random.nextInt(4) == 0
                                        ? random.nextLong(1, 200 * MILLI)
                                        : random.nextLong(1, 5 * MICRO));
            }
        }
        while (sessions.stream().anyMatch(session -> session.underWay() > 0)) {
            run(MILLI);
        }
        long executed = devices.stream().mapToLong(device -> device.executed).sum();
        assertThat(moved).as("seed %d: calls that moved", seed).isGreaterThan(50);
        assertThat(policy.devices().stream().mapToLong(DeviceUse::nanos).sum())
                .as("seed %d", seed)
                .isEqualTo(executed);
    }

    private void assertInFlight(List<Session> sessions) {
        Map<String, Long> counts = new HashMap<>();
        sessions.forEach(session -> session.policy.endBatch());
        sessions.forEach(session -> counts.merge(session.vm, session.underWay(), Long::sum));
        for (VmUsage usage : policy.vms()) {
            assertThat((long) usage.inFlight()).isEqualTo(counts.get(usage.vm()));
        }
    }
}
