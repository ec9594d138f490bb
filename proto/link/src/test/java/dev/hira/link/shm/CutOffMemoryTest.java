package dev.hira.link.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hira.link.local.LocalLinks;
import dev.hira.link.ring.Futex;
import dev.hira.link.ring.RingFile;
import dev.hira.link.ring.RingLink;
import dev.hira.link.ring.RingLinkTest;
import dev.hira.link.ring.RingSettings;
import dev.hira.wire.LinkStatus;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a peer that truncates the shared file. */
class CutOffMemoryTest {
    private static final int CAPACITY = 1 << 14;

    @BeforeEach
    void needsFutexes() {
        assumeThat(Futex.available()).isTrue();
    }

    @Test
    void shouldAnswerThatTheMemoryIsGoneWithinTheGuardHoweverOftenItIsUsed() throws Exception {
        try (RegionDirectory directory =
                        RegionDirectory.open(Path.of("/dev/shm"), false, new SecureRandom());
                SharedRegion region = directory.create("arena", 1 << 16)) {
            long[] sum = new long[1];
            byte[] target = new byte[8192];
            Runnable read =
                    () -> {
                        sum[0] += region.segment().get(ValueLayout.JAVA_LONG, 8192);
                        ByteCopy.copy(region, target);
                    };
            for (int i = 0; i < 50_000; i++) {
                assertThat(new MemoryGuard(region).run(read)).isTrue();
            }
            cutOff(region.path());
            for (int i = 0; i < 2000; i++) {
                assertThat(new MemoryGuard(region).run(read)).isFalse();
            }
            assertThat(region.guard().run(read)).isFalse();
            assertThat(region.guard().lost()).isTrue();
        }
    }

    /** A separate method, so that it is compiled separately. */
    private static final class ByteCopy {
        static void copy(SharedRegion region, byte[] target) {
            java.lang.foreign.MemorySegment.copy(
                    region.segment(), ValueLayout.JAVA_BYTE, 100, target, 0, target.length);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20_000})
    void shouldCloseOnlyTheLinkOfATruncatedFile(int framesBefore) throws Exception {
        Recorder one = new Recorder();
        Recorder two = new Recorder();
        try (TestLinks links = new TestLinks(CAPACITY, RingSettings.DEFAULT).start(one, two);
                RegionDirectory directory =
                        RegionDirectory.open(Path.of("/dev/shm"), false, new SecureRandom())) {
            Neighbours neighbours = new Neighbours(links, directory);
            for (int i = 0; i < framesBefore; i++) {
                if (i % 64 == 0) {
                    RingLinkTest.awaitTrue(links.first::isWritable);
                }
                links.first.send(TestFrames.of(i, 64));
            }
            cutOff(links.firstRegion.path());
            neighbours.check(1);
            for (int i = 0; i < 10; i++) {
                links.first.send(TestFrames.of(i, 64));
            }
            assertThat(one.status().cause()).isEqualTo(LinkStatus.Cause.PROTOCOL);
            assertThat(two.status().cause()).isEqualTo(LinkStatus.Cause.PROTOCOL);
            assertThat(one.status().message()).contains("truncated");
            for (int i = 2; i < 100; i++) {
                neighbours.check(i);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldSurviveATruncationDuringTraffic(int seed) throws Exception {
        Recorder one = new Recorder();
        Recorder two = new Recorder();
        try (TestLinks links = new TestLinks(CAPACITY, RingSettings.DEFAULT);
                RegionDirectory directory =
                        RegionDirectory.open(Path.of("/dev/shm"), false, new SecureRandom())) {
            two.onNumber = number -> links.second.send(TestFrames.of(number, 200));
            links.start(one, two);
            Neighbours neighbours = new Neighbours(links, directory);
            int cutAt = 1000 + new Random(seed).nextInt(5000);
            for (int i = 0; !one.closed.isDone(); i++) {
                links.first.send(TestFrames.of(i, 100));
                if (!links.first.isWritable()) {
                    links.first.poll(100_000);
                }
                if (i == cutAt) {
                    cutOff(links.firstRegion.path());
                }
            }
            assertThat(one.status().cause()).isEqualTo(LinkStatus.Cause.PROTOCOL);
            assertThat(two.status().cause()).isEqualTo(LinkStatus.Cause.PROTOCOL);
            neighbours.check(seed);
        }
    }

    @Test
    void shouldEndTheWaitOfACallerOnATruncatedFile() throws Exception {
        Recorder one = new Recorder();
        Recorder two = new Recorder();
        try (TestLinks links = new TestLinks(CAPACITY, RingSettings.DEFAULT).start(one, two)) {
            cutOff(links.firstRegion.path());
            assertThat(links.first.await(() -> false, TimeUnit.SECONDS.toNanos(120))).isFalse();
            assertThat(one.status().cause()).isEqualTo(LinkStatus.Cause.PROTOCOL);
        }
    }

    static void cutOff(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.truncate(0);
        }
    }

    /** Another pair of links on the same pollers, which must not be affected. */
    private static final class Neighbours {
        private final TestLinks links;
        private final RingLink first;
        private final Recorder received = new Recorder();

        Neighbours(TestLinks links, RegionDirectory directory) throws IOException {
            this.links = links;
            SharedRegion region = RingFile.create(directory, CAPACITY);
            LocalLinks.Pair control = LocalLinks.pair(Runnable::run);
            first =
                    RingLink.first(
                            region, links.firstPoller, control.first(), RingSettings.DEFAULT);
            RingLink second =
                    RingLink.second(
                            RingFile.map(region.path()),
                            links.secondPoller,
                            control.second(),
                            RingSettings.DEFAULT);
            first.start(new Recorder());
            second.start(received);
        }

        void check(int number) throws Exception {
            first.send(TestFrames.of(number, 100));
            assertThat(received.next()).isEqualTo(number);
            CountDownLatch alive = new CountDownLatch(2);
            links.firstPoller.execute(alive::countDown);
            links.secondPoller.execute(alive::countDown);
            assertThat(alive.await(120, TimeUnit.SECONDS)).isTrue();
        }
    }
}
