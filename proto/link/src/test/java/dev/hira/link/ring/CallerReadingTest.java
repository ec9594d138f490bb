package dev.hira.link.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hira.link.LinkHandler;
import dev.hira.link.shm.Recorder;
import dev.hira.link.shm.TestFrames;
import dev.hira.link.shm.TestLinks;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
class CallerReadingTest {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(120);
    private static final int CAPACITY = 1 << 14;

    private final Recorder one = new Recorder();
    private final Recorder two = new Recorder();

    @BeforeEach
    void needsFutexes() {
        assumeThat(Futex.available()).isTrue();
    }

    @Test
    void shouldDeliverTheAnswerOnTheThreadThatWaitsForIt() {
        try (TestLinks links = new TestLinks(CAPACITY, RingSettings.DEFAULT)) {
            AtomicLong answered = new AtomicLong();
            AtomicInteger elsewhere = new AtomicInteger();
            Thread caller = Thread.currentThread();
            one.onNumber =
                    number -> {
                        answered.set(number);
                        if (!Thread.currentThread().equals(caller)) {
                            elsewhere.incrementAndGet();
                            LockSupport.unpark(caller);
                        }
                    };
            two.onNumber =
                    number -> {
                        RingLinkTest.awaitTrue(() -> isCallerAsleep(links));
                        links.second.send(TestFrames.of(number, 64));
                    };
            links.start(one, two);
            for (long i = 1; i <= 2000; i++) {
                long number = i;
                links.first.send(TestFrames.of(number, 64));
                assertThat(links.first.await(() -> answered.get() == number, PATIENCE)).isTrue();
            }
            assertThat(elsewhere).hasValue(0);
        }
    }

    private static boolean isCallerAsleep(TestLinks links) {
        return (callerWord(links) & BellWords.STATE) == BellWords.ASLEEP;
    }

    private static int callerWord(TestLinks links) {
        var memory = links.secondRegion.segment();
        return (int) RingLayout.INTS.getVolatile(memory, (long) RingLayout.STATES_0);
    }

    @Test
    @Timeout(120)
    void shouldServeAThreadThatIsInterruptedWhileItWaits() {
        try (TestLinks links = new TestLinks(CAPACITY, RingSettings.DEFAULT)) {
            AtomicLong answered = new AtomicLong();
            Thread caller = Thread.currentThread();
            one.onNumber = answered::set;
            two.onNumber =
                    number -> {
                        RingLinkTest.awaitTrue(() -> isCallerAsleep(links));
                        int word = callerWord(links);
                        caller.interrupt();
                        // It sleeps anew after it has looked whether its memory is still there.
                        RingLinkTest.awaitTrue(
                                () -> isCallerAsleep(links) && callerWord(links) != word);
                        links.second.send(TestFrames.of(number, 64));
                    };
            links.start(one, two);
            links.first.send(TestFrames.of(7, 64));
            assertThat(links.first.await(() -> answered.get() == 7, PATIENCE)).isTrue();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(links.first.await(() -> false, 0)).isFalse();
            two.onNumber = number -> links.second.send(TestFrames.of(number, 64));
            links.first.send(TestFrames.of(8, 64));
            assertThat(links.first.await(() -> answered.get() == 8, PATIENCE)).isTrue();
        }
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldEndTheWaitWhenTheMemoryIsGone() throws Exception {
        try (TestLinks links = new TestLinks(CAPACITY, RingSettings.DEFAULT).start(one, two)) {
            Thread cutter =
                    Thread.ofPlatform()
                            .start(() -> {
                                RingLinkTest.awaitTrue(() -> isCallerAsleep(links));
                                cutOff(links.firstRegion.path());
                            });
            assertThat(links.first.await(() -> false, Long.MAX_VALUE)).isFalse();
            assertThat(one.status().message()).contains("was truncated by its other user");
            cutter.join();
        }
    }

    private static void cutOff(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldDeliverInTheBackgroundWhenNoThreadWaits() throws Exception {
        try (TestLinks links = new TestLinks(CAPACITY, RingSettings.DEFAULT).start(one, two)) {
            for (int i = 0; i < 2000; i++) {
                assertThat(links.first.await(() -> false, i % 3 * 1000L)).isFalse();
                links.second.send(TestFrames.of(i, 64));
                assertThat(one.next()).isEqualTo(i);
            }
            assertThat(one.overlapped).isFalse();
        }
    }

    @Test
    void shouldReturnFromPollWithTheArrivedFrames() throws Exception {
        try (TestLinks links = new TestLinks(CAPACITY, RingSettings.DEFAULT).start(one, two)) {
            assertThat(links.first.poll(1000)).isFalse();
            one.onNumber = number -> assertThat(links.first.poll(0)).isFalse();
            CountDownLatch asked = new CountDownLatch(1);
            links.second.execute(() -> {
                RingLinkTest.awaitTrue(() -> isCallerAsleep(links));
                links.second.send(TestFrames.of(5, 64));
                asked.countDown();
            });
            assertThat(links.first.poll(PATIENCE)).isTrue();
            assertThat(asked.await(120, TimeUnit.SECONDS)).isTrue();
            assertThat(one.numbers).containsExactly(5L);
        }
    }

    @Test
    void shouldEndTheWaitWhenTheLinkCloses() throws Exception {
        try (TestLinks links = new TestLinks(CAPACITY, RingSettings.DEFAULT).start(one, two)) {
            var reason = new LinkStatus(LinkStatus.Cause.UNAVAILABLE, "gone");
            links.second.execute(() -> {
                RingLinkTest.awaitTrue(() -> isCallerAsleep(links));
                links.second.close(reason);
            });
            assertThat(links.first.await(() -> false, Long.MAX_VALUE)).isFalse();
            assertThat(one.status()).isEqualTo(reason);
        }
    }

    @Test
    void shouldRunTasksOnTheThreadThatWaits() {
        try (TestLinks links = new TestLinks(CAPACITY, RingSettings.DEFAULT).start(one, two)) {
            AtomicInteger ran = new AtomicInteger();
            links.second.execute(() -> {
                RingLinkTest.awaitTrue(() -> isCallerAsleep(links));
                links.first.execute(ran::incrementAndGet);
            });
            assertThat(links.first.await(() -> ran.get() == 1, PATIENCE)).isTrue();
        }
    }

    /**
     * Threads make calls, wait with short and long timeouts, and rest; the far end answers and now
     * and then sends an unsolicited frame. Every answer and every unsolicited frame must arrive.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    @Timeout(240)
    void shouldLoseNoWakeUpUnderStress(int threads) throws Exception {
        long seed = 42L + threads;
        int calls = 60_000 / threads;
        try (TestLinks links = new TestLinks(CAPACITY, RingSettings.DEFAULT)) {
            Callers callers = new Callers(links, threads);
            AtomicInteger unasked = new AtomicInteger();
            two.onNumber = new Echo(links, new Random(seed), unasked)::answer;
            links.first.start(callers);
            links.second.start(two);
            List<CompletableFuture<Void>> runs = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                runs.add(callers.run(i, calls, new Random(seed * 31 + i)));
            }
            for (CompletableFuture<Void> run : runs) {
                run.get(120, TimeUnit.SECONDS);
            }
            RingLinkTest.awaitTrue(() -> callers.unasked.get() == unasked.get());
            assertThat(callers.overlapped).isFalse();
            assertThat(two.overlapped).isFalse();
        }
    }

    /** Answers each call, and at random sends an unsolicited frame, at once or a little later. */
    private record Echo(TestLinks links, Random random, AtomicInteger unasked) {
        void answer(long number) {
            int chance = random.nextInt(100);
            if (chance < 5) {
                unasked.incrementAndGet();
                links.second.send(TestFrames.of(Long.MAX_VALUE, 64));
            }
            if (chance < 2) {
                LockSupport.parkNanos(random.nextInt(50_000));
            }
            links.second.send(TestFrames.of(number, 64 + random.nextInt(100)));
        }
    }

    /** Many threads that share a link. */
    private static final class Callers implements LinkHandler {
        private final TestLinks links;
        private final AtomicLongArray answers;
        private final Thread[] threads;
        private final ReentrantLock sending = new ReentrantLock();
        private final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger unasked = new AtomicInteger();
        volatile boolean overlapped;

        Callers(TestLinks links, int count) {
            this.links = links;
            this.answers = new AtomicLongArray(count);
            this.threads = new Thread[count];
        }

        CompletableFuture<Void> run(int index, int calls, Random random) {
            CompletableFuture<Void> run = new CompletableFuture<>();
            threads[index] =
                    Thread.ofPlatform()
                            .daemon()
                            .start(() -> {
                                try {
                                    for (int i = 1; i <= calls; i++) {
                                        call(index, i, random);
                                    }
                                    run.complete(null);
                                } catch (Throwable e) {
                                    run.completeExceptionally(e);
                                }
                            });
            return run;
        }

        private void call(int index, long number, Random random) {
            sending.lock();
            try {
                links.first.send(TestFrames.of(((long) index << 32) | number, 64));
            } finally {
                sending.unlock();
            }
            int chance = random.nextInt(100);
            if (chance < 10) {
                LockSupport.parkNanos(random.nextInt(30_000));
            }
            boolean done = false;
            if (chance % 10 < 3) {
                done = links.first.await(() -> answers.get(index) == number, random.nextInt(5_000));
            }
            if (!done && !links.first.await(() -> answers.get(index) == number, PATIENCE)) {
                throw new AssertionError("no answer to call " + number + " of thread " + index);
            }
        }

        @Override
        public void onFrame(Frame frame) {
            if (inside.getAndIncrement() != 0) {
                overlapped = true;
            }
            long number = TestFrames.number(frame);
            frame.release();
            if (number == Long.MAX_VALUE) {
                unasked.incrementAndGet();
            } else {
                int index = (int) (number >>> 32);
                answers.set(index, number & 0xFFFFFFFFL);
                Thread waiting = threads[index];
                if (!Thread.currentThread().equals(waiting)) {
                    LockSupport.unpark(waiting);
                }
            }
            inside.decrementAndGet();
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {}
    }
}
