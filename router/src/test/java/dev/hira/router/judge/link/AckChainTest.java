package dev.hira.router.judge.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.LinkHandler;
import dev.hira.link.grpc.net.UnsentLimit;
import dev.hira.link.resume.Absence;
import dev.hira.link.resume.ResumableLink;
import dev.hira.link.resume.ResumeLimits;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Pump;
import dev.hira.router.testing.PumpedLink;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.ResumeRecords;
import dev.hira.wire.v1.Control;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Frames between a guest and a server, which keep them until the other end has them. */
@ExtendWith(NoLeaks.class)
final class AckChainTest {
    private static final Absence NEVER_ABSENT =
            new Absence() {
                @Override
                public void begins(LinkStatus why) {}

                @Override
                public void ends() {}

                @Override
                public void closed() {}
            };

    private final Pump pump = new Pump();
    private final Calls calls = new Calls();
    private final Handler handler = new Handler();
    private final List<Frame> waiting = new ArrayList<>();
    private Peer guest;
    private Peer server;
    private ResumableLink fromGuest;
    private ResumableLink toServer;
    private AckChain chain;

    /** Passes frames of the guest on, at once or later. */
    private final class Handler implements LinkHandler {
        private boolean waits;

        @Override
        public void onFrame(Frame frame) {
            if (waits) {
                waiting.add(frame);
            } else {
                toServer.send(frame);
            }
            chain.handled(waiting.size());
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {}
    }

    @BeforeEach
    void connect() {
        PumpedLink[] guestEnds = pump.pair("guest");
        PumpedLink[] serverEnds = pump.pair("server");
        guest = new Peer(guestEnds[1]);
        server = new Peer(serverEnds[1]);
        fromGuest = resumable(guestEnds[0]);
        toServer = resumable(serverEnds[0]);
        chain = new AckChain(fromGuest);
        chain.goesTo(toServer);
    }

    @AfterEach
    void close() {
        fromGuest.close(LinkStatus.NORMAL);
        toServer.close(LinkStatus.NORMAL);
        pump.close();
    }

    private ResumableLink resumable(PumpedLink end) {
        UnsentLimit unlimited = new UnsentLimit(1 << 20, Long.MAX_VALUE);
        ResumeLimits limits = new ResumeLimits(unlimited, 100, 1, 1, Duration.ofMillis(1));
        ResumableLink link = new ResumableLink(end, pump.home(), limits, null);
        link.start(handler);
        link.keepFor(NEVER_ABSENT);
        pump.run();
        return link;
    }

    private void call() {
        guest.send(calls.call(ToyCatalog.WORK, false, 1, 0).frame());
        pump.run();
    }

    private void acknowledge(long frames) {
        server.send(ResumeRecords.acknowledge(frames));
        pump.run();
    }

    /** Returns the number of frames that the guest need not keep. */
    private long acknowledged() {
        return guest.controls().stream()
                .filter(Control::hasAcknowledge)
                .mapToLong(control -> control.getAcknowledge().getReceived())
                .max()
                .orElse(0);
    }

    @Test
    void shouldLetTheGuestKeepAFrameUntilTheServerHasIt() {
        call();
        call();
        assertThat(server.records()).hasSize(2);
        assertThat(acknowledged()).isZero();
        acknowledge(1);
        assertThat(acknowledged()).isEqualTo(1);
        acknowledge(2);
        assertThat(acknowledged()).isEqualTo(2);
    }

    @Test
    void shouldCountTheFramesThatWillBeSentBeforeLaterOnes() {
        handler.waits = true;
        call();
        acknowledge(0);
        assertThat(acknowledged()).isZero();
        waiting.forEach(toServer::send);
        waiting.clear();
        pump.run();
        assertThat(acknowledged()).isZero();
        acknowledge(1);
        assertThat(acknowledged()).isEqualTo(1);
    }

    @Test
    void shouldLetTheGuestForgetFramesWhenTheSessionGoesToAnotherServer() {
        call();
        chain.goesTo(null);
        pump.run();
        assertThat(acknowledged()).isEqualTo(1);
    }
}
