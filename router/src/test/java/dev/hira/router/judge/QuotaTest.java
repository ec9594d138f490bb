package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.hira.router.config.LimitsConfig;
import dev.hira.router.journal.JournalBudget;
import dev.hira.router.judge.SessionPaths.Judging;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.router.meter.RouterMeters;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.SessionEvents;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A VM's quota when its sessions allocate memory at the same time. */
final class QuotaTest {
    private static final int SESSIONS = 3;
    private static final int CALLS = 500;
    private static final int BYTES = 10;
    private static final long QUOTA = 7_777;

    private final VmLedger vm = new VmLedger();
    private final TenantPolicy policy =
            new TenantPolicy(
                    new Environment(NanoClock.SYSTEM, (_, _) -> {}),
                    new Grants(
                            GrantsState.initial(
                                    Grant.STANDARD.edit().quota("memory", QUOTA).build()),
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
        return SessionPaths.between(
                new SessionLinks(new Hole(), new Hole()),
                new Judging(
                        new ToyCatalog(),
                        ledger,
                        policy.open(
                                new SessionIdentity(
                                        "vm", "s", "", List.of("d/0"), List.of("memory", "calls")),
                                () -> {}),
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

    /** A link that drops all frames. */
    private static final class Hole implements Link {
        @Override
        public void start(LinkHandler handler) {}

        @Override
        public void send(Frame frame) {
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
