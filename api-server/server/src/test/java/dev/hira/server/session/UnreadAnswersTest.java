package dev.hira.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.server.testing.Received;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyHost;
import dev.hira.server.testing.ToyRig;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordFlags;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests guests that ask for much and do not read the answers. */
@Timeout(240)
final class UnreadAnswersTest {
    private static final int CALLS = 500;
    private static final int BYTES = 200_000;
    private static final int CAPACITY = 64 << 10;
    private static final long GATE = 5;

    /** Half a frame is collected before it is sent, and one more may be under way. */
    private static final int MOST_MADE = 3 * ToyRig.LIMITS.frameBytes() / BYTES;

    private final ToyRig rig = new ToyRig();
    private final ToyGuest guest = rig.connect(CAPACITY);
    private final List<Long> calls = new ArrayList<>();

    @AfterEach
    void close() {
        rig.close();
    }

    private ToyHost.OneProcess open() {
        guest.open();
        guest.link().setReadable(false);
        return rig.process();
    }

    private void askForMuch(int lane) {
        for (int i = 0; i < CALLS; i++) {
            calls.add(
                    guest.call(
                            RecordFlags.SYNC,
                            lane,
                            ToyDispatcher.GET,
                            i % 100,
                            BYTES,
                            ToyGuest.wanted(BYTES)));
        }
        guest.flush();
    }

    private void awaitStuck() {
        while (!rig.server.toString().contains("turn free, held")) {
            Thread.onSpinWait();
        }
    }

    private void readEverything() {
        guest.link().setReadable(true);
        for (long call : calls) {
            Received answer = guest.take();
            assertThat(answer.callId()).isEqualTo(call);
        }
    }

    @Test
    void shouldStopAmidAFrameUntilTheAnswersAreRead() {
        ToyHost.OneProcess process = open();
        askForMuch(1);
        awaitStuck();
        assertThat(process.gets.get()).isBetween(1, MOST_MADE);
        readEverything();
        assertThat(process.gets).hasValue(CALLS);
        assertThat(guest.ask(1, ToyDispatcher.ECHO, 7, 0).value()).isEqualTo(7);
    }

    @Test
    void shouldStopAmidTheCallsThatWaitedForAnotherOneOfTheirLane() {
        ToyHost.OneProcess process = open();
        guest.async(1, ToyDispatcher.AWAIT, GATE, 0);
        guest.flush();
        askForMuch(1);
        assertThat(process.gets).hasValue(0);
        process.open(GATE);
        awaitStuck();
        assertThat(process.gets.get()).isBetween(0, MOST_MADE);
        askForMuch(1);
        readEverything();
        assertThat(process.gets).hasValue(2 * CALLS);
    }

    @Test
    void shouldServeOthersMeanwhileAndEndWithTheGuest() {
        open();
        askForMuch(1);
        awaitStuck();
        assertThat(rig.session().ask(1, ToyDispatcher.ECHO, 7, 0).value()).isEqualTo(7);
        guest.link().close(LinkStatus.NORMAL);
        assertThat(rig.host.processes.getFirst())
                .satisfies(process -> {
                    while (!process.isClosed()) {
                        Thread.onSpinWait();
                    }
                });
    }
}
