package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Deny;
import dev.hira.router.placement.DeviceView;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Calls.Seen;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Released;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random allocations, frees, failures, refusals and deaths, compared with the servers' true
 * holdings.
 */
@ExtendWith(NoLeaks.class)
final class BooksEndToEndTest {
    private static final int QUOTA = 5000;

    private static final int MOST_WAITS = 1_000;

    private final Rig rig = new Rig();

    /** A session with its server's true holdings. */
    private final class Run {
        final Peer guest = rig.open(o -> o.setVm("vm"));
        final Peer server = rig.server();
        final Map<Long, Long> live = new HashMap<>();
        final Random random;
        long call;

        Run(Random random) {
            this.random = random;
            server.onRecord(this::execute);
        }

        void execute(Peer peer, Seen record) {
            switch (record.function()) {
                case ToyCatalog.ALLOC -> alloc(record, true);
                case ToyCatalog.ALLOC_ASYNC -> alloc(record, false);
                case ToyCatalog.FREE -> free(record);
                default -> {}
            }
        }

        private void alloc(Seen record, boolean sync) {
            if (record.kind() != RecordKinds.CALL) {
                return;
            }
            boolean failed = live.containsKey(record.name()) || random.nextInt(6) == 0;
            if (!failed) {
                live.put(record.name(), record.bytes());
            }
            if (sync) {
                int flags = failed ? RecordFlags.ERROR : 0;
                server.send(
                        new Calls()
                                .record(RecordKinds.REPLY, flags, record.function(), record.call())
                                .frame());
            } else if (failed) {
                server.send(
                        new Calls()
                                .record(RecordKinds.FAILED, 0, record.function(), record.call())
                                .frame(FrameLayout.AUDIENCE_HOP));
            }
        }

        private void free(Seen record) {
            if (live.remove(record.name()) != null) {
                server.send(
                        Control.newBuilder()
                                .setReleased(Released.newBuilder().addNames(record.name())));
            }
        }

        void sendSome() {
            Calls calls = new Calls(call + 1);
            int count = 1 + random.nextInt(6);
            for (int i = 0; i < count; i++) {
                long name = random.nextLong(1, 11);
                switch (random.nextInt(3)) {
                    case 0 -> calls.call(ToyCatalog.ALLOC, true, name, random.nextInt(1000));
                    case 1 -> calls.call(ToyCatalog.ALLOC_ASYNC, false, name, random.nextInt(1000));
                    default -> calls.call(ToyCatalog.FREE, false, name, 0);
                }
            }
            call += count;
            guest.send(calls.frame());
        }

        long held() {
            return live.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    @AfterEach
    void closeRig() {
        rig.close();
    }

    @Test
    void shouldBookWhatTheSessionsDevicesRoundUpTo() {
        rig.serving("s1", List.of(device(0, 512), device(1, 4096)));
        Run run = new Run(new Random(25));
        run.guest.send(new Calls(1).call(ToyCatalog.ALLOC_ASYNC, false, 7, 4097).frame());
        rig.pump.run();
        assertThat(rig.books("vm").held("memory")).isEqualTo(8192);
    }

    private static DeviceView device(int ordinal, long granule) {
        return new DeviceView(
                ordinal,
                Set.of(ToyCatalog.API),
                "toy",
                1 << 30,
                1 << 30,
                granule,
                1,
                0,
                Set.of(),
                0,
                false,
                false);
    }

    /** Lets time pass until no command waits for objects to die. */
    private void settle() {
        rig.pump.run();
        for (int i = 0; i < MOST_WAITS && !rig.timers.isEmpty(); i++) {
            rig.nanos.addAndGet(1_000_000_000);
            rig.fireTimers();
        }
        assertThat(rig.timers).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24})
    void shouldAgreeWithTheServersWheneverNothingIsUnderWay(long seed) {
        rig.policy.decide(c ->
                c.heldByVm(ToyCatalog.MEMORY) + c.allocates(ToyCatalog.MEMORY) > QUOTA
                        ? new Deny("quota", ToyCatalog.MEMORY, "over 5000")
                        : Admission.ADMIT);
        var random = new Random(seed);
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            runs.add(new Run(random));
        }
        for (int i = 0; i < 2000; i++) {
            Run run = runs.get(random.nextInt(runs.size()));
            run.sendSome();
            if (random.nextInt(3) == 0) {
                settle();
                long truth = runs.stream().mapToLong(Run::held).sum();
                long books = rig.books("vm").held("memory");
                assertThat(books).as("seed %s step %s", seed, i).isEqualTo(truth);
                assertThat(books).isLessThanOrEqualTo(QUOTA);
            }
            if (random.nextInt(40) == 0) {
                (random.nextBoolean() ? run.guest : run.server).link().kill();
                settle();
                runs.set(runs.indexOf(run), new Run(random));
            }
        }
        runs.forEach(run -> run.guest.link().kill());
        settle();
        assertThat(rig.books("vm").held("memory")).isZero();
        assertThat(rig.registry.registrations()).isZero();
    }
}
