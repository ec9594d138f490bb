package dev.hira.link.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hira.link.shm.Recorder;
import dev.hira.link.shm.TestFrames;
import dev.hira.link.shm.TestLinks;
import dev.hira.wire.LinkStatus;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

public class RingLinkTest {
    private static final int SMALL = 1 << 14;
    private static final long LINGER = TimeUnit.MINUTES.toNanos(1);

    private final Recorder one = new Recorder();
    private final Recorder two = new Recorder();

    @BeforeEach
    void needsFutexes() {
        assumeThat(Futex.available()).isTrue();
    }

    @Test
    void shouldDeliverFramesInOrderInBothDirections() throws Exception {
        try (TestLinks links = new TestLinks(SMALL, RingSettings.DEFAULT).start(one, two)) {
            for (int i = 0; i < 1000; i++) {
                links.first.send(TestFrames.of(i, 16 + i % 200));
                links.second.send(TestFrames.of(i, 16 + i % 300));
            }
            for (int i = 0; i < 1000; i++) {
                assertThat(two.next()).isEqualTo(i);
                assertThat(one.next()).isEqualTo(i);
            }
            assertThat(one.overlapped || two.overlapped).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 4095, 4096, 4097, 16383, 16384, 16385, 100_000, 1 << 20})
    void shouldCarryFramesOfAnySizeThroughASmallRing(int size) throws Exception {
        try (TestLinks links = new TestLinks(SMALL, RingSettings.DEFAULT).start(one, two)) {
            for (int i = 0; i < 20; i++) {
                links.first.send(TestFrames.of(i, size));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(two.next()).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldBeUnwritableWhileTheRingIsFullAndReportWhenItHasRoom() throws Exception {
        try (TestLinks links = new TestLinks(SMALL, RingSettings.DEFAULT).start(one, two)) {
            links.second.setReadable(false);
            CountDownLatch paused = new CountDownLatch(1);
            links.second.execute(paused::countDown);
            assertThat(paused.await(120, TimeUnit.SECONDS)).isTrue();
            int sent = 0;
            while (links.first.isWritable()) {
                links.first.send(TestFrames.of(sent++, 1000));
            }
            assertThat(two.numbers).isEmpty();
            assertThat(sent).isBetween(10, 18);
            links.second.setReadable(true);
            for (int i = 0; i < sent; i++) {
                assertThat(two.next()).isEqualTo(i);
            }
            CountDownLatch settled = new CountDownLatch(1);
            links.first.execute(settled::countDown);
            assertThat(settled.await(120, TimeUnit.SECONDS)).isTrue();
            awaitTrue(() -> one.writable.get() == 1);
            assertThat(links.first.isWritable()).isTrue();
        }
    }

    @Test
    void shouldStopDeliveringWhenPausedInsideTheHandler() throws Exception {
        try (TestLinks links = new TestLinks(SMALL, RingSettings.DEFAULT)) {
            two.onNumber = number -> links.second.setReadable(false);
            links.start(one, two);
            for (int i = 0; i < 3; i++) {
                links.first.send(TestFrames.of(i, 100));
            }
            for (int i = 0; i < 3; i++) {
                assertThat(two.next()).isEqualTo(i);
                CountDownLatch settled = new CountDownLatch(1);
                links.second.execute(settled::countDown);
                assertThat(settled.await(120, TimeUnit.SECONDS)).isTrue();
                assertThat(two.numbers).isEmpty();
                links.second.setReadable(true);
            }
        }
    }

    @Test
    void shouldDeliverWhatWasSentBeforeTheCloseAndThenTheReason() throws Exception {
        try (TestLinks links = new TestLinks(SMALL, RingSettings.DEFAULT).start(one, two)) {
            for (int i = 0; i < 200; i++) {
                links.first.send(TestFrames.of(i, 1000));
            }
            var reason = new LinkStatus(LinkStatus.Cause.EXHAUSTED, "enough");
            links.first.close(reason);
            assertThat(two.status()).isEqualTo(reason);
            assertThat(one.status()).isEqualTo(reason);
            for (int i = 0; i < 200; i++) {
                assertThat(two.next()).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldGiveUpOnAPeerThatReadsNothingOnceTheLingerTimeIsOver() throws Exception {
        AtomicLong now = new AtomicLong();
        try (RingPoller poller = RingPoller.start(new DefaultThreadFactory("ring"), now::get);
                TestLinks links =
                        new TestLinks(SMALL, new RingSettings(1 << 20, LINGER), poller)
                                .start(one, two)) {
            links.second.setReadable(false);
            for (int i = 0; i < 100; i++) {
                links.first.send(TestFrames.of(i, 1000));
            }
            links.first.close();
            now.set(LINGER - 1);
            settle(links.first);
            settle(links.first);
            assertThat(one.isClosed()).isFalse();
            now.set(LINGER);
            links.first.execute(() -> {});
            assertThat(one.status()).isEqualTo(LinkStatus.NORMAL);
        }
    }

    /** Waits until the link's reader has run a task, and therefore has ended its round before. */
    private static void settle(RingLink link) throws InterruptedException {
        CountDownLatch settled = new CountDownLatch(1);
        link.execute(settled::countDown);
        assertThat(settled.await(120, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = LinkStatus.Cause.class,
            names = {"NORMAL", "UNAVAILABLE"})
    void shouldDropTheFramesOfAPeerThatHasLeftWhileItIsPaused(LinkStatus.Cause cause)
            throws Exception {
        try (TestLinks links = new TestLinks(SMALL, RingSettings.DEFAULT).start(one, two)) {
            var left = new LinkStatus(cause, "left");
            links.second.setReadable(false);
            links.first.send(TestFrames.of(7, 100));
            links.second.controlClosed(left);
            assertThat(two.status()).isEqualTo(left);
        }
    }

    @Test
    void shouldCloseWithTheControlLink() throws Exception {
        try (TestLinks links = new TestLinks(SMALL, RingSettings.DEFAULT).start(one, two)) {
            var gone = new LinkStatus(LinkStatus.Cause.UNAVAILABLE, "gone");
            links.first.send(TestFrames.of(7, 100));
            links.second.controlClosed(gone);
            assertThat(two.next()).isEqualTo(7);
            assertThat(two.status()).isEqualTo(gone);
            assertThat(links.second.isWritable()).isTrue();
            links.second.send(TestFrames.of(8, 100));
        }
    }

    @Test
    void shouldRefuseAFrameOverTheLimit() throws Exception {
        try (TestLinks links = new TestLinks(SMALL, new RingSettings(5000, 0)).start(one, two)) {
            links.first.send(TestFrames.of(1, 5000));
            assertThat(two.next()).isEqualTo(1);
            links.first.send(TestFrames.of(2, 5001));
            assertThat(two.status().cause()).isEqualTo(LinkStatus.Cause.PROTOCOL);
            assertThat(two.status().message()).contains("5001").contains("5000");
        }
    }

    @Test
    void shouldCloseOnlyThisLinkWhenItsHandlerFails() throws Exception {
        try (TestLinks links = new TestLinks(SMALL, RingSettings.DEFAULT)) {
            two.onNumber =
                    number -> {
                        throw new IllegalStateException("on purpose");
                    };
            links.start(one, two);
            links.first.send(TestFrames.of(1, 100));
            assertThat(two.status().cause()).isEqualTo(LinkStatus.Cause.INTERNAL);
            assertThat(one.status().cause()).isEqualTo(LinkStatus.Cause.INTERNAL);
            CountDownLatch alive = new CountDownLatch(1);
            links.secondPoller.execute(alive::countDown);
            assertThat(alive.await(120, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void shouldCloseItsLinksWhenThePollerIsClosed() throws Exception {
        try (TestLinks links = new TestLinks(SMALL, RingSettings.DEFAULT).start(one, two)) {
            links.secondPoller.close();
            assertThat(two.status().cause()).isEqualTo(LinkStatus.Cause.UNAVAILABLE);
            assertThat(one.status().cause()).isEqualTo(LinkStatus.Cause.UNAVAILABLE);
        }
    }

    @Test
    void shouldUnmapAndRemoveTheFileWhenClosed() throws Exception {
        try (TestLinks links = new TestLinks(SMALL, RingSettings.DEFAULT).start(one, two)) {
            links.first.close();
            one.status();
            two.status();
            awaitTrue(() -> !links.firstRegion.segment().scope().isAlive());
            awaitTrue(() -> !links.secondRegion.segment().scope().isAlive());
            awaitTrue(() -> !Files.exists(links.firstRegion.path()));
            assertThat(links.firstPoller.links()).isZero();
        }
    }

    public static void awaitTrue(java.util.function.BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time is over").isLessThan(end);
            Thread.onSpinWait();
        }
    }
}
