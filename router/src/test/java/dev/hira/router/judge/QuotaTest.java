package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.catalog.OpenClCatalog;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.policy.NanoClock;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Grants;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.ResourceNames;
import dev.hira.policy.schedule.fair.FairScheduler;
import dev.hira.policy.tenant.Environment;
import dev.hira.policy.tenant.TenantPolicy;
import dev.hira.router.books.Ledger;
import dev.hira.router.books.VmLedger;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.config.LimitsConfig;
import dev.hira.router.journal.JournalBudget;
import dev.hira.router.judge.SessionPaths.Judging;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.router.meter.RouterMeters;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.SessionEvents;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A VM's quota when its sessions allocate memory at the same time. */
final class QuotaTest {
    private static final int SESSIONS = 3;
    private static final int CALLS = 500;
    private static final int BYTES = 10;
    private static final long QUOTA = 7_777;
    private static final int EIGHT = 8;

    /** Memory that OpenCL allocates. */
    private static final String MEMORY = "device_memory";

    private final VmLedger vm = new VmLedger();
    private final TenantPolicy policy =
            new TenantPolicy(
                    new Environment(NanoClock.SYSTEM, (_, _) -> {}),
                    new Grants(
                            GrantsState.initial(
                                    Grant.STANDARD
                                            .edit()
                                            .quota("memory", QUOTA)
                                            .quota(MEMORY, QUOTA)
                                            .build()),
                            ResourceNames.ANY),
                    GateSettings.STANDARD,
                    _ -> new FairScheduler());

    @Test
    void shouldHoldToTheByteUnderConcurrentRequests() throws Exception {
        for (int round = 0; round < 50; round++) {
            List<Ledger> ledgers = new ArrayList<>();
            for (int i = 0; i < SESSIONS; i++) {
                ledgers.add(new Ledger(vm, List.of(), List.of("memory", "calls"), 1_000_000, 42));
            }
            allAtOnce(ledgers);
            assertThat(vm.held("memory")).isEqualTo(QUOTA / BYTES * BYTES);
            ledgers.forEach(Ledger::close);
            assertThat(vm.held("memory")).isZero();
        }
    }

    /**
     * Eight sessions of a VM create buffers of OpenCL, of which the server refuses every second
     * one, and then create buffers until the quota is spent.
     */
    @Test
    void shouldHoldOpenClBuffersToTheByteWhenEightSessionsRaceForTheLastOnes() throws Exception {
        OpenClCatalog catalog = new OpenClCatalog();
        int create = id(catalog, "clCreateBufferHIRA");
        for (int round = 0; round < 10; round++) {
            List<Racer> racers = new ArrayList<>();
            for (int i = 0; i < EIGHT; i++) {
                racers.add(new Racer(catalog, create));
            }
            race(racers, Racer::createAndFail);
            long left = racers.stream().mapToLong(Racer::left).sum();
            assertThat(vm.held(MEMORY)).as("round %d", round).isEqualTo(left * BYTES);
            race(racers, racer -> racer.create(CALLS));
            assertThat(vm.held(MEMORY)).as("round %d", round).isEqualTo(QUOTA / BYTES * BYTES);
            racers.forEach(racer -> racer.ledger.close());
            assertThat(vm.held(MEMORY)).isZero();
        }
    }

    private static int id(Catalog catalog, String function) {
        for (int id = 0; id <= catalog.maxFunction(); id++) {
            FunctionRow row = catalog.row(id);
            if (row != null && row.name().equals(function)) {
                return id;
            }
        }
        throw new AssertionError("There is no function " + function + ".");
    }

    private static void race(List<Racer> racers, Consumer<Racer> part) throws Exception {
        CyclicBarrier start = new CyclicBarrier(racers.size());
        try (ExecutorService threads = Executors.newFixedThreadPool(racers.size())) {
            List<Future<?>> all = new ArrayList<>();
            for (Racer racer : racers) {
                all.add(
                        threads.submit(() -> {
                            start.await();
                            part.accept(racer);
                            return null;
                        }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    /** A session that creates buffers. */
    private final class Racer {
        private final int create;
        private final Ledger ledger;
        private final Hole server = new Hole();
        private final SessionPaths paths;
        private long lastCall;
        private int failed;

        Racer(Catalog catalog, int create) {
            this.create = create;
            this.ledger = new Ledger(vm, List.of(), catalog.resourceNames(), 1_000_000, 42);
            SessionIdentity session =
                    new SessionIdentity(
                            "vm",
                            "s",
                            "",
                            List.of("d/0"),
                            catalog.resourceNames(),
                            catalog.roles());
            this.paths = paths(catalog, session, ledger, server);
        }

        void create(int count) {
            for (int i = 0; i < count; i++) {
                ArgsWriter args = new ArgsWriter();
                args.uint64(1, ++lastCall)
                        .uint64(2, 1)
                        .uint64(5, BYTES)
                        .uint64(6, 0x4000 * lastCall);
                FrameWriter writer = new FrameWriter();
                writer.begin(RecordKinds.CALL, RecordFlags.SYNC, create, lastCall, 1)
                        .args(args.array(), args.length())
                        .end();
                paths.down().onFrame(writer.finish(FrameLayout.AUDIENCE_PEER));
                assertThat(vm.held(MEMORY)).isLessThanOrEqualTo(QUOTA);
            }
        }

        void createAndFail() {
            create(CALLS / EIGHT);
            List<Long> admitted = List.copyOf(server.calls);
            for (int i = 0; i < admitted.size(); i += 2) {
                paths.up().onFrame(new Calls().failed(create, admitted.get(i), 1, "no").frame());
                failed++;
                create(3);
            }
        }

        int left() {
            return server.calls.size() - failed;
        }
    }

    private void allAtOnce(List<Ledger> ledgers) throws Exception {
        CyclicBarrier start = new CyclicBarrier(SESSIONS);
        try (ExecutorService threads = Executors.newFixedThreadPool(SESSIONS)) {
            List<Future<?>> all = new ArrayList<>();
            for (Ledger ledger : ledgers) {
                SessionPaths paths = paths(ledger);
                Frame frame = allocations();
                all.add(
                        threads.submit(() -> {
                            start.await();
                            paths.down().onFrame(frame);
                            return null;
                        }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    private static Frame allocations() {
        Calls calls = new Calls();
        for (int i = 0; i < CALLS; i++) {
            calls.call(ToyCatalog.ALLOC_ASYNC, false, 1 + i, BYTES);
        }
        return calls.frame();
    }

    private SessionPaths paths(Ledger ledger) {
        SessionIdentity session =
                new SessionIdentity("vm", "s", "", List.of("d/0"), List.of("memory", "calls"));
        return paths(new ToyCatalog(), session, ledger, new Hole());
    }

    private SessionPaths paths(
            Catalog catalog, SessionIdentity session, Ledger ledger, Hole server) {
        return SessionPaths.between(
                new SessionLinks(new Hole(), server),
                new Judging(
                        catalog,
                        ledger,
                        policy.open(session, () -> {}),
                        1,
                        control -> {},
                        control -> {},
                        new SessionEvents(new EventHub(InstantSource.system()), "vm", "s"),
                        () -> 0,
                        new ByteBudget(1 << 20, 1 << 20),
                        JournalBudget.unlimited().open("vm"),
                        (_, _) -> {},
                        0),
                new LimitsConfig(1, 1, 100, 1_000_000, 1 << 24, 65535, 1 << 22),
                0,
                7,
                new RouterMeters(new SimpleMeterRegistry()));
    }

    /** A link that notes the calls in the frames that it drops. */
    private static final class Hole implements Link {
        private final List<Long> calls = new ArrayList<>();

        @Override
        public void start(LinkHandler handler) {}

        @Override
        public void send(Frame frame) {
            Calls.records(frame).stream()
                    .filter(record -> record.kind() == RecordKinds.CALL)
                    .forEach(record -> calls.add(record.call()));
            frame.release();
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void setReadable(boolean readable) {}

        @Override
        public void execute(Runnable task) {}

        @Override
        public String kind() {
            return "hole";
        }

        @Override
        public void close(LinkStatus reason) {}
    }
}
