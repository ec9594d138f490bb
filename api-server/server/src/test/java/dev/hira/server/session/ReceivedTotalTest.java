package dev.hira.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyRig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the limit on the bytes that all sessions have sent and the server has not processed. */
@Timeout(240)
final class ReceivedTotalTest {
    private static final int GREEDY = 8;
    private static final int FRAMES = 20;
    private static final byte[] DATA = new byte[50_000];
    private static final long TOTAL = 2 << 20;
    private static final long GATE = 5;

    private final ToyRig rig = new ToyRig(ToyRig.LIMITS, 64, new Totals(TOTAL, 0, 1000, 1000));
    private final List<ToyGuest> greedy = new ArrayList<>();

    @AfterEach
    void close() {
        rig.close();
    }

    /** Sends a call that waits, then a megabyte for the same lane. */
    private void send(ToyGuest guest) {
        guest.async(1, ToyDispatcher.AWAIT, GATE, 0);
        guest.flush();
        for (int i = 0; i < FRAMES; i++) {
            guest.call(0, 1, ToyDispatcher.PUT, i, DATA.length, ToyGuest.data(DATA));
            guest.flush();
        }
    }

    @Test
    void shouldKeepAtMostTheTotalOfAllSessionsAndServeOthers() {
        for (int i = 0; i < GREEDY; i++) {
            ToyGuest guest = rig.session();
            greedy.add(guest);
            send(guest);
        }

        ToyGuest other = rig.session();
        for (int i = 0; i < 100; i++) {
            assertThat(other.ask(1, ToyDispatcher.ECHO, i, 0).value()).isEqualTo(i);
        }
        long overshoot = GREEDY * 2L * DATA.length;
        assertThat(rig.server.receivedBytes()).isBetween(TOTAL / 2, TOTAL + overshoot);
    }

    @Test
    void shouldProcessAllWaitingCallsWhenSessionsContinue() {
        for (int i = 0; i < GREEDY; i++) {
            ToyGuest guest = rig.session();
            greedy.add(guest);
            send(guest);
        }

        rig.host.processes.forEach(process -> process.open(GATE));
        for (ToyGuest guest : greedy) {
            assertThat(guest.ask(1, ToyDispatcher.COUNT, 0, 0).value()).isEqualTo(FRAMES);
        }
        greedy.forEach(guest -> guest.link().close());
        assertThat(rig.awaitEmpty()).isTrue();
        assertThat(rig.server.receivedBytes()).isZero();
    }
}
