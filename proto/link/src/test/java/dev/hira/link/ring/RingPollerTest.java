package dev.hira.link.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hira.link.local.LocalLinks;
import dev.hira.link.shm.Recorder;
import dev.hira.link.shm.RegionDirectory;
import dev.hira.link.shm.SharedRegion;
import dev.hira.link.shm.TestFrames;
import dev.hira.link.shm.TestLinks;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RingPollerTest {
    private static final int CAPACITY = 1 << 14;

    private RegionDirectory directory;
    private RingPoller near;
    private RingPoller far;

    @BeforeEach
    void open() throws IOException {
        assumeThat(Futex.available()).isTrue();
        directory = RegionDirectory.open(Path.of("/dev/shm"), false, new SecureRandom());
        near = TestLinks.poller("near");
        far = TestLinks.poller("far");
    }

    @AfterEach
    void close() throws IOException {
        if (Futex.available()) {
            near.close();
            far.close();
            directory.close();
        }
    }

    private record Pair(RingLink first, RingLink second) {}

    private Pair pair(Recorder one, Recorder two) throws IOException {
        SharedRegion region = RingFile.create(directory, CAPACITY);
        LocalLinks.Pair control = LocalLinks.pair(Runnable::run);
        RingLink first = RingLink.first(region, near, control.first(), RingSettings.DEFAULT);
        RingLink second =
                RingLink.second(
                        RingFile.map(region.path()), far, control.second(), RingSettings.DEFAULT);
        control.first().start(first.controlHandler());
        control.second().start(second.controlHandler());
        first.start(one);
        second.start(two);
        return new Pair(first, second);
    }

    @Test
    void shouldServeMoreLinksThanTheKernelTakesWords() throws Exception {
        int count = RingPoller.WORDS + 40;
        List<Pair> pairs = new ArrayList<>();
        List<Recorder> recorders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Recorder recorder = new Recorder();
            recorders.add(recorder);
            pairs.add(pair(new Recorder(), recorder));
        }
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < count; i++) {
                pairs.get(i).first().send(TestFrames.of(i + round, 64));
                assertThat(recorders.get(i).next()).isEqualTo(i + round);
            }
        }
        for (Pair pair : pairs) {
            pair.first().close();
        }
        for (Recorder recorder : recorders) {
            assertThat(recorder.status()).isEqualTo(LinkStatus.NORMAL);
        }
        RingLinkTest.awaitTrue(() -> near.links() == 0 && far.links() == 0);
    }

    @Test
    void shouldServeAQuietLinkAlthoughAnotherIsFlooded() throws Exception {
        AtomicInteger flood = new AtomicInteger();
        Recorder quiet = new Recorder();
        CompletableFuture<Integer> floodWhenHeard = new CompletableFuture<>();
        Recorder flooded =
                new Recorder() {
                    @Override
                    public void onFrame(Frame frame) {
                        frame.release();
                        flood.incrementAndGet();
                    }
                };
        Pair loud = pair(new Recorder(), flooded);
        Pair soft = pair(new Recorder(), quiet);
        quiet.onNumber = number -> floodWhenHeard.complete(flood.get());
        CountDownLatch blocked = new CountDownLatch(1);
        far.execute(() -> awaitQuietly(blocked));
        for (int i = 0; i < 5000; i++) {
            loud.first().send(TestFrames.of(i, 64));
        }
        soft.first().send(TestFrames.of(1, 64));
        blocked.countDown();
        assertThat(floodWhenHeard.get(120, TimeUnit.SECONDS)).isLessThan(1000);
        RingLinkTest.awaitTrue(() -> flood.get() == 5000);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldRunTasksInOrderAndSurviveThoseThatFail() throws Exception {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        near.execute(() -> order.add(near.isPollerThread() ? "a" : "x"));
        near.execute(() -> {
            throw new AssertionError("on purpose");
        });
        CountDownLatch done = new CountDownLatch(1);
        near.execute(() -> {
            order.add("b");
            near.execute(() -> {
                order.add("c");
                done.countDown();
            });
        });
        assertThat(done.await(120, TimeUnit.SECONDS)).isTrue();
        assertThat(order).containsExactly("a", "b", "c");
    }

    @Test
    void shouldStartTheFirstPollerBeforeASessionAsksForOne() {
        try (RingPollers pollers =
                new RingPollers(new DefaultThreadFactory("rings", true), System::nanoTime)) {
            assertThat(pollers.size()).isEqualTo(1);
            RingPoller first = pollers.next();
            assertThat(pollers.size()).isEqualTo(1);
            assertThat(first.links()).isZero();
        }
    }

    @Test
    void shouldStartAnotherPollerOnlyWhenTheFirstIsFull() throws Exception {
        try (RingPollers pollers =
                new RingPollers(new DefaultThreadFactory("rings", true), System::nanoTime)) {
            RingPoller first = pollers.next();
            assertThat(pollers.next()).isSameAs(first);
            for (int i = 0; i < 112; i++) {
                RingLink.first(
                                RingFile.create(directory, CAPACITY),
                                first,
                                LocalLinks.deterministic().first(),
                                RingSettings.DEFAULT)
                        .start(new Recorder());
            }
            assertThat(pollers.next()).isNotSameAs(first);
            assertThat(pollers.size()).isEqualTo(2);
        }
    }
}
