package dev.hira.link.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hira.link.ring.Futex;
import dev.hira.link.ring.RingFile;
import dev.hira.link.ring.RingLayout;
import dev.hira.link.ring.RingPoller;
import dev.hira.link.ring.RingReader;
import dev.hira.link.ring.RingSettings;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a peer that writes arbitrary bytes into the shared memory. */
@Tag("thorough")
class HostileRingTest {
    private static final int CAPACITY = 1 << 14;
    private static final long TAIL = 0;
    private static final long HEAD = 128;
    private static final long DATA = 256;
    private static final int LIMIT = 8000;

    @BeforeEach
    void needsFutexes() {
        assumeThat(Futex.available()).isTrue();
    }

    /** The data are the last bytes of the segment, so that any access beyond them throws. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldReadGarbageWithoutReadingOutsideOrLeaking(long seed) {
        Random random = new Random(seed);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(DATA + CAPACITY, 128);
            for (int round = 0; round < 30_000; round++) {
                fill(memory, random);
                RingReader reader =
                        new RingReader(
                                memory,
                                TAIL,
                                HEAD,
                                DATA,
                                CAPACITY,
                                LIMIT,
                                PooledByteBufAllocator.DEFAULT);
                readAll(reader, memory, random);
                reader.release();
            }
        }
    }

    /** Nearly valid entries, so that the reader looks at more than the first. */
    private static void fill(MemorySegment memory, Random random) {
        long at = 0;
        int rest = 0;
        while (at < CAPACITY) {
            int length = 1 + random.nextInt(random.nextInt(4) == 0 ? 4000 : 60);
            if (random.nextInt(50) == 0) {
                length = random.nextInt();
            }
            rest = random.nextInt(3) == 0 ? rest - length : 0;
            if (random.nextInt(30) == 0) {
                rest = random.nextInt();
            }
            if (random.nextInt(60) == 0) {
                rest = RingLayout.PAD;
            }
            long word = (length & 0xFFFFFFFFL) | ((long) rest << 32);
            memory.set(RingLayout.LONG, DATA + at, word);
            at += Math.max(8, (8L + (length & 0xFFFF) + 7) & ~7L);
        }
        long tail = random.nextInt(20) == 0 ? random.nextLong() : random.nextInt(CAPACITY + 1) & ~7;
        memory.set(RingLayout.LONG, TAIL, tail);
    }

    private static void readAll(RingReader reader, MemorySegment memory, Random random) {
        try {
            for (int i = 0; i < 2000; i++) {
                ByteBuf frame = reader.next();
                if (frame == null) {
                    return;
                }
                assertThat(frame.readableBytes()).isBetween(1, LIMIT);
                frame.release();
                if (random.nextInt(100) == 0) {
                    memory.set(RingLayout.LONG, TAIL, random.nextLong());
                }
            }
        } catch (MalformedFrameException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "384, -8",
        "384, 7",
        "384, 16392",
        "384, -9223372036854775808",
        "384, 9223372036854775807"
    })
    void shouldCloseTheLinkWhenTheProducersIndexIsImpossible(long at, long value) throws Exception {
        Recorder one = new Recorder();
        Recorder two = new Recorder();
        try (TestLinks links = new TestLinks(CAPACITY, RingSettings.DEFAULT).start(one, two)) {
            links.secondRegion.segment().set(RingLayout.LONG, at, value);
            links.firstPoller.execute(() -> {});
            assertThat(one.status().cause()).isEqualTo(LinkStatus.Cause.PROTOCOL);
            assertThat(two.status().cause()).isEqualTo(LinkStatus.Cause.PROTOCOL);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-8, 3, 1 << 20, Long.MIN_VALUE, Long.MAX_VALUE})
    void shouldCloseTheLinkWhenTheConsumersIndexIsImpossible(long value) throws Exception {
        Recorder one = new Recorder();
        Recorder two = new Recorder();
        try (TestLinks links = new TestLinks(CAPACITY, RingSettings.DEFAULT).start(one, two)) {
            links.second.setReadable(false);
            CountDownLatch paused = new CountDownLatch(1);
            links.second.execute(paused::countDown);
            assertThat(paused.await(120, TimeUnit.SECONDS)).isTrue();
            links.secondRegion.segment().set(RingLayout.LONG, RingLayout.HEAD_0, value);
            for (int i = 0; i < 100; i++) {
                links.first.send(TestFrames.of(i, 1000));
            }
            assertThat(one.status().cause()).isEqualTo(LinkStatus.Cause.PROTOCOL);
        }
    }

    /**
     * Noise in all words while frames flow: links may end, but not pollers and their other links.
     */
    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void shouldServeOthersWhateverOnePeerWrites(long seed) throws Exception {
        Random random = new Random(seed);
        Recorder undisturbed = new Recorder();
        try (TestLinks good =
                new TestLinks(CAPACITY, RingSettings.DEFAULT).start(new Recorder(), undisturbed)) {
            for (int round = 0; round < 30; round++) {
                Recorder one = new Recorder();
                Recorder two = new Recorder();
                try (TestLinks bad =
                        new TestLinks(CAPACITY, RingSettings.DEFAULT, good.firstPoller)) {
                    bad.start(one, two);
                    spoil(bad, random);
                }
                assertServes(good.firstPoller);
                good.first.send(TestFrames.of(round, 100));
                assertThat(undisturbed.next()).isEqualTo(round);
            }
            Recorder last = new Recorder();
            try (TestLinks fresh =
                    new TestLinks(CAPACITY, RingSettings.DEFAULT, good.firstPoller)) {
                fresh.start(last, new Recorder());
                fresh.second.send(TestFrames.of(99, 100));
                assertThat(last.next()).isEqualTo(99);
            }
        }
    }

    /** Writes through a separate mapping, which stays when the links end. */
    private static void spoil(TestLinks bad, Random random) throws IOException {
        try (SharedRegion hostile = RingFile.map(bad.firstRegion.path())) {
            for (int i = 0; i < 300; i++) {
                bad.first.send(TestFrames.of(i, 16 + random.nextInt(500)));
                bad.second.send(TestFrames.of(i, 16 + random.nextInt(500)));
                scribble(hostile.segment(), random);
            }
        }
    }

    private static void scribble(MemorySegment memory, Random random) {
        if (random.nextInt(4) != 0) {
            long at = RingLayout.STATES_0 + 4L * random.nextInt(128);
            memory.set(RingLayout.INT, at, random.nextInt(16));
        } else if (random.nextInt(4) == 0) {
            long at = RingLayout.DATA + 8L * random.nextInt(2 * CAPACITY / 8);
            memory.set(RingLayout.LONG, at, random.nextLong());
        } else if (random.nextInt(20) == 0) {
            long at = (1 + random.nextInt(4)) * (long) RingLayout.LINE;
            memory.set(RingLayout.LONG, at, random.nextLong());
        }
    }

    private static void assertServes(RingPoller poller) throws InterruptedException {
        CountDownLatch alive = new CountDownLatch(1);
        poller.execute(alive::countDown);
        assertThat(alive.await(120, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldNotMapAFileWhoseHeaderIsWrong() throws Exception {
        try (TestLinks links = new TestLinks(CAPACITY, RingSettings.DEFAULT)) {
            MemorySegment memory = links.firstRegion.segment();
            assertThat(RingLayout.capacity(memory)).isEqualTo(CAPACITY);
            for (int wrong : new int[] {0, -1, 3, CAPACITY * 2, 1 << 30, CAPACITY - 1}) {
                memory.set(RingLayout.INT, 12, wrong);
                assertThat(RingLayout.capacity(memory)).isZero();
            }
        }
    }
}
