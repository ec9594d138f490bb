package dev.hira.bench.sharing;

import com.sun.management.ThreadMXBean;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.Stats;
import dev.hira.policy.Admission;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.NanoClock;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Grants;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.Rate;
import dev.hira.policy.model.ResourceNames;
import dev.hira.policy.model.ResourceRole;
import dev.hira.policy.schedule.fair.FairScheduler;
import dev.hira.policy.tenant.Environment;
import dev.hira.policy.tenant.TenantPolicy;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * The cost of the router's policy for each command, with rates, a memory quota and fairness on: to
 * judge the command, and to learn that it is done. On one thread, without a router around it.
 */
public final class PolicyBench implements BenchPart {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 9;
    private static final long BUDGET = 1_000;

    /** The number of commands that arrive together. */
    private static final int FRAME = 16;

    private static final List<String> RESOURCES =
            List.of("calls", "launches", "threads", "bytes_to_device", "device_memory");
    private static final List<ResourceRole> ROLES =
            List.of(
                    ResourceRole.NONE,
                    ResourceRole.NONE,
                    ResourceRole.THREADS,
                    ResourceRole.COPY_IN,
                    ResourceRole.DEVICE_MEMORY);

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("Policy: judge and complete one command (median of %d)".formatted(ROUNDS));
        measure(report, "a launch, 1 VM, no waiting", 1, 1_000, settings.times(400_000));
        measure(report, "a launch, 16 VMs, no waiting", 16, 1_000, settings.times(400_000));
        measure(report, "a launch, 2 VMs, all wait", 2, 1_000_000, settings.times(200_000));
        measure(report, "a launch, 16 VMs, all wait", 16, 1_000_000, settings.times(200_000));
        measure(report, "a launch, 64 VMs, all wait", 64, 1_000_000, settings.times(100_000));
    }

    private static void measure(
            BenchReport report, String what, int vms, long kernel, int commands) {
        Load load = new Load(vms, kernel);
        load.run(commands);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Stats times = Stats.of(2, ROUNDS, () -> processorTime(load, commands));
        double bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        double nanos = times.median() / commands;
        report.atMost(what, nanos, "ns", BUDGET);
        report.atMost("  allocated", bytes / (ROUNDS + 2) / commands, "bytes", 0.1);
    }

    /** Returns processor time, so that other users of the machine do not matter. */
    private static long processorTime(Load load, int commands) {
        long start = THREADS.getCurrentThreadCpuTime();
        load.run(commands);
        return THREADS.getCurrentThreadCpuTime() - start;
    }

    /** Sessions of several VMs that always have a launch to send; the oldest launch ends first. */
    private static final class Load {
        private final long kernel;
        private final SessionPolicy[] sessions;
        private final Launch[] launches;
        private final Ring ready;
        private final Ring sent;

        Load(int vms, long kernel) {
            this.kernel = kernel;
            this.ready = new Ring(vms * 2);
            this.sent = new Ring(1 << 16);
            TenantPolicy policy = policy();
            sessions = new SessionPolicy[vms];
            launches = new Launch[vms];
            for (int i = 0; i < vms; i++) {
                int number = i;
                String vm = "vm" + i;
                sessions[i] =
                        policy.open(
                                new SessionIdentity(
                                        vm, vm, "", List.of("device"), RESOURCES, ROLES),
                                () -> ready.add(number));
                sessions[i].identified(1, 0, 42, "kernel");
                launches[i] = new Launch();
                ready.add(i);
            }
        }

        private static TenantPolicy policy() {
            Grant grant =
                    Grant.STANDARD
                            .edit()
                            .rate("calls", Rate.of(2_000_000_000))
                            .rate("launches", Rate.of(2_000_000_000))
                            .quota("device_memory", 1L << 30)
                            .build();
            Environment environment = new Environment(NanoClock.SYSTEM, (_, _) -> {});
            return new TenantPolicy(
                    environment,
                    new Grants(GrantsState.initial(grant), ResourceNames.ANY),
                    GateSettings.STANDARD,
                    _ -> new FairScheduler());
        }

        /** Lets the policy admit this many commands. */
        void run(int commands) {
            int admitted = 0;
            while (admitted < commands) {
                if (ready.isEmpty() || sent.size() > 64) {
                    complete();
                } else {
                    int number = ready.take();
                    if (admitted % FRAME == 0) {
                        sessions[number].endBatch();
                    }
                    if (sessions[number].judge(launches[number]) instanceof Admission.Admit) {
                        admitted++;
                        sent.add(number);
                        launches[number].call++;
                        ready.add(number);
                    }
                }
            }
        }

        private void complete() {
            int number = sent.take();
            sessions[number].completed(launches[number].oldest++, 0, kernel);
        }
    }

    /** Numbers, first in, first out. */
    private static final class Ring {
        private final int[] numbers;
        private int head;
        private int tail;

        Ring(int room) {
            numbers = new int[Integer.highestOneBit(room) * 2];
        }

        boolean isEmpty() {
            return head == tail;
        }

        int size() {
            return tail - head;
        }

        void add(int number) {
            numbers[tail++ & (numbers.length - 1)] = number;
        }

        int take() {
            return numbers[head++ & (numbers.length - 1)];
        }
    }

    /** A launch of one kernel by one session, again and again. */
    private static final class Launch implements JudgedCommand {
        long call = 1;
        long oldest = 1;

        @Override
        public int function() {
            return 400;
        }

        @Override
        public String functionName() {
            return "cuLaunchKernel";
        }

        @Override
        public FunctionClass functionClass() {
            return FunctionClass.PLAIN;
        }

        @Override
        public long call() {
            return call;
        }

        @Override
        public boolean sync() {
            return false;
        }

        @Override
        public long bytes() {
            return 100;
        }

        @Override
        public boolean work() {
            return true;
        }

        @Override
        public long workName() {
            return 1;
        }

        @Override
        public long consumes(int resource) {
            return resource < 2 ? 1 : resource == 2 ? 65_536 : 0;
        }

        @Override
        public long allocates(int resource) {
            return 0;
        }

        @Override
        public long heldByVm(int resource) {
            return 1 << 20;
        }

        @Override
        public long heldOnDevice(int resource) {
            return 1 << 20;
        }
    }
}
