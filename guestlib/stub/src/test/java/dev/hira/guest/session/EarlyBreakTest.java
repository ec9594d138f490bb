package dev.hira.guest.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.guest.call.StubSettings;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.local.LocalLinks;
import dev.hira.link.resume.Home;
import dev.hira.link.resume.ResumableLink;
import dev.hira.link.resume.ResumeLimits;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordKinds;
import io.netty.channel.DefaultEventLoop;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection that breaks right behind the router's consent. */
@Timeout(240)
class EarlyBreakTest {
    private final DefaultEventLoop guest = new DefaultEventLoop();
    private final DefaultEventLoop router = new DefaultEventLoop();

    @AfterEach
    void stop() {
        var _ = guest.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        var _ = router.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }

    @Test
    void shouldResumeASessionWhoseConnectionBreaksInTheMomentOfItsOpening() throws Exception {
        CountDownLatch dialled = new CountDownLatch(1);
        ResumableLink link =
                new ResumableLink(
                        routerThatLeaves(),
                        Home.of(guest),
                        ResumeLimits.DEFAULT,
                        new ResumableLink.Redial(
                                () -> {
                                    dialled.countDown();
                                    return LocalLinks.pair(guest, router, 1 << 20).first();
                                },
                                () -> 0));
        GuestSession session =
                GuestSession.open(link, TestApi.API, OpenWriter.of("blue"), StubSettings.DEFAULT);
        assertThat(dialled.await(60, TimeUnit.SECONDS)).isTrue();
        link.abort();
        session.close();
    }

    /** Returns a connection whose router consents and is gone before the guest can do anything. */
    private Link routerThatLeaves() {
        LocalLinks.Pair pair = LocalLinks.pair(guest, router, 1 << 20);
        Link end = pair.second();
        end.start(
                new LinkHandler() {
                    @Override
                    public void onFrame(Frame frame) {
                        frame.release();
                        CountDownLatch busy = new CountDownLatch(1);
                        guest.execute(() -> await(busy));
                        end.send(consent());
                        end.abort();
                        busy.countDown();
                    }

                    @Override
                    public void onWritable() {}

                    @Override
                    public void onClosed(LinkStatus status) {}
                });
        return pair.first();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Frame consent() {
        ArgsWriter opened = new ArgsWriter();
        opened.beginMessage(2)
                .string(1, "s-1")
                .string(2, "blue")
                .bytes(20, MemorySegment.ofArray(new byte[16]))
                .uint64(21, TimeUnit.SECONDS.toNanos(30))
                .string(22, "")
                .endMessage();
        FrameWriter writer = new FrameWriter();
        writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0).args(opened.array(), opened.length()).end();
        return writer.finish(0);
    }
}
