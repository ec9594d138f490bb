package dev.hira.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.server.dispatch.RuntimeCodes;
import dev.hira.server.testing.Received;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyRig;
import dev.hira.wire.RecordFlags;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the limit on the threads of calls that block. */
@Timeout(240)
final class ThreadsTotalTest {
    private static final int TOTAL = 4;
    private static final long GATE = 5;

    private final ToyRig rig = new ToyRig(ToyRig.LIMITS, 64, new Totals(1 << 20, 0, 1000, TOTAL));

    @AfterEach
    void close() {
        rig.host.processes.forEach(process -> process.open(GATE));
        rig.close();
    }

    /** Begins as many calls that wait for the gate as there are threads, each of another lane. */
    private static void begin(ToyGuest guest) {
        for (int lane = 1; lane <= TOTAL; lane++) {
            guest.async(lane, ToyDispatcher.AWAIT, GATE, 0);
        }
        guest.flush();
    }

    private static boolean failed(Received answer) {
        return (answer.flags() & RecordFlags.ERROR) != 0;
    }

    @Test
    void shouldRefuseCallsForWhichNoThreadIsLeft() {
        ToyGuest greedy = rig.session();
        begin(greedy);
        for (int lane = TOTAL / 2 + 1; lane <= TOTAL; lane++) {
            Received answer = greedy.ask(lane, ToyDispatcher.ECHO, 1, 0);
            assertThat(failed(answer)).isTrue();
            assertThat(answer.code()).isEqualTo(RuntimeCodes.LIMIT);
            assertThat(answer.message()).contains("limits.threads-total", "call again when");
            assertThat(greedy.ask(lane, ToyDispatcher.ECHO, 1, 0).value()).isEqualTo(1);
        }
        assertThat(rig.server.awayCalls()).isEqualTo(TOTAL / 2);
    }

    @Test
    void shouldGiveBackTheThreadsOfCallsThatHaveEnded() {
        ToyGuest greedy = rig.session();
        begin(greedy);
        rig.process().open(GATE);
        assertThat(failed(greedy.ask(1, ToyDispatcher.ECHO, 1, 0))).isFalse();
        assertThat(failed(greedy.ask(2, ToyDispatcher.ECHO, 1, 0))).isFalse();
        assertThat(rig.server.awayCalls()).isZero();
    }

    @Test
    void shouldLeaveThreadsToOtherSessions() {
        ToyGuest greedy = rig.session();
        begin(greedy);
        ToyGuest other = rig.session();
        long waits = other.sync(1, ToyDispatcher.AWAIT, GATE, 0);
        other.flush();
        rig.process().open(GATE);
        assertThat(failed(other.answer(waits))).isFalse();
    }
}
