package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.books.Ledger;
import dev.hira.router.books.VmLedger;
import dev.hira.router.books.WorkInFlight;
import dev.hira.router.journal.Journal;
import dev.hira.router.judge.count.PathCounters;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Calls.Seen;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Pump;
import dev.hira.router.testing.PumpedLink;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A guest learns of the loss of its server by answers that share frames. */
@ExtendWith(NoLeaks.class)
final class ServerLossTest {
    private final Pump pump = new Pump();
    private final PumpedLink[] guestLink = pump.pair("guest");
    private final Peer guest = new Peer(guestLink[0]);
    private final ServerLoss loss = loss();

    private ServerLoss loss() {
        SessionLinks links = new SessionLinks(guestLink[1], pump.pair("server")[0]);
        return new ServerLoss(
                links,
                new Ledger(new VmLedger(), List.of("s/0"), List.of("memory", "calls"), 3, 42),
                new Journal(new ToyCatalog()),
                new WorkInFlight(2),
                new LaneLimit(1, 7),
                new CallbackReturns(links, 7),
                new PathCounters(() -> 0));
    }

    /** Notes synchronous calls with the numbers from 1, and then the loss of their server. */
    private void lose(int calls) {
        Calls sent = new Calls();
        for (int i = 0; i < calls; i++) {
            sent.call(ToyCatalog.READ, true, 1, 0);
        }
        Frame frame = sent.frame();
        RecordCursor cursor = new RecordCursor();
        cursor.wrap(frame);
        while (cursor.next()) {
            loss.sent(cursor);
        }
        frame.release();
        loss.happened();
        loss.tell("the server died");
        pump.run();
    }

    private void assertAnswered(int calls) {
        assertThat(guest.records()).extracting(Seen::kind).containsOnly(RecordKinds.REPLY);
        assertThat(guest.records().stream().map(Seen::call))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, calls).boxed().toList());
    }

    @Test
    void shouldAnswerAllWaitingCallsInOneFrame() {
        lose(3);
        assertThat(guest.frames()).hasSize(1);
        assertAnswered(3);
    }

    @Test
    void shouldBeginAnotherFrameWhenOneIsFull() {
        lose(ServerLoss.FRAME_RECORDS + 1);
        assertThat(guest.frames()).hasSize(2);
        assertAnswered(ServerLoss.FRAME_RECORDS + 1);
    }

    @Test
    void shouldSendNoFrameWhenNoCallWaits() {
        lose(0);
        assertThat(guest.frames()).isEmpty();
    }
}
