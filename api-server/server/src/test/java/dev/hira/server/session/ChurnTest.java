package dev.hira.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.server.testing.LeakReports;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyHost;
import dev.hira.server.testing.ToyRig;
import dev.hira.wire.RecordFlags;
import io.netty.util.ResourceLeakDetector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Begins and ends sessions at random, in the middle of their calls. */
@Timeout(240)
final class ChurnTest {
    private static final long SEED = 20_26;
    private static final int SESSIONS = 200;
    private static final int ROUNDS = 3;

    private final Random random = new Random(SEED);

    @Test
    void shouldLeaveNothingBehind() {
        ResourceLeakDetector.Level level = ResourceLeakDetector.getLevel();
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        try (ToyRig rig = new ToyRig(ToyRig.LIMITS, SESSIONS);
                LeakReports leaks = new LeakReports()) {
            for (int round = 0; round < ROUNDS; round++) {
                churn(rig);
            }
            rig.host.processes.forEach(ChurnTest::assertThreadsEnd);
            assertThat(leaks.found()).isEmpty();
            assertThat(rig.host.open).as("seed %s", SEED).hasValue(0);
            assertThat(rig.server.sessions()).isZero();
            assertThat(rig.registry.get("hira.server.sessions").gauge().value()).isZero();
            assertThat(rig.registry.counter("hira.server.sessions.opened").count())
                    .isEqualTo(SESSIONS * ROUNDS);
            assertThat(rig.host.processes).allMatch(process -> process.isClosed());
        } finally {
            ResourceLeakDetector.setLevel(level);
        }
    }

    /** Checks that every thread that waited for a callback or a gate has been released. */
    private static void assertThreadsEnd(ToyHost.OneProcess process) {
        for (Thread thread : process.callbackThreads) {
            try {
                assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private void churn(ToyRig rig) {
        List<ToyGuest> guests = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            guests.add(rig.session());
            act(guests.get(random.nextInt(guests.size())));
            if (random.nextInt(3) == 0) {
                guests.remove(random.nextInt(guests.size())).link().close();
            }
        }
        guests.forEach(this::act);
        guests.forEach(guest -> guest.link().close());
        assertThat(rig.awaitEmpty()).as("%s", rig.server).isTrue();
    }

    private void act(ToyGuest guest) {
        switch (random.nextInt(7)) {
            case 0 -> guest.sync(1, ToyDispatcher.AWAIT, 5, 0);
            case 1 ->
                    guest.call(0, 2, ToyDispatcher.PUT, 1, 70_000, ToyGuest.data(new byte[70_000]));
            case 2 ->
                    guest.call(
                            RecordFlags.SYNC, 3, ToyDispatcher.GET, 1, 9000, ToyGuest.wanted(9000));
            case 3 -> guest.call(0, 3, ToyDispatcher.GET_LATER, 1, 900, ToyGuest.wanted(900));
            case 4 -> guest.sync(4, ToyDispatcher.CALL_ME, 1, 1);
            case 5 -> guest.sync(1, ToyDispatcher.AWAIT_MAKE, 6, 1 + random.nextInt(1000));
            default -> guest.async(5, ToyDispatcher.MAKE, 1 + random.nextInt(1000), 0);
        }
        guest.flush();
    }
}
