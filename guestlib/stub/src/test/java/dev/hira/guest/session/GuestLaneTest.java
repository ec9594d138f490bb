package dev.hira.guest.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.hira.api.ApiException;
import dev.hira.guest.call.StubSettings;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.FailureCodes;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordKinds;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class GuestLaneTest {
    private static final StubSettings PATIENT =
            StubSettings.DEFAULT.withFlushDelay(Duration.ofHours(1));

    @Test
    void shouldGiveEveryThreadItsOwnAnswersWhenManyCallAtOnce() throws InterruptedException {
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> {
            ArgsReader in = call.reader();
            in.next();
            r.answer(call, 0, new ArgsWriter().uint64(1, in.uint64() * 3));
        });
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        Phaser allHaveAsked = new Phaser(16); // a thread that ends leaves its lane to others
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 1; t <= 16; t++) {
                long base = t * 1_000_000L;
                threads.add(
                        Thread.ofPlatform()
                                .uncaughtExceptionHandler((thread, e) -> failures.add(e))
                                .start(() -> askAndStay(session, base, allHaveAsked)));
            }
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(failures).isEmpty();
            verifyOrderWithinLanes(router);
        }
    }

    @Test
    void shouldReturnFromCloseWhenTheRouterKnows() throws InterruptedException {
        FakeRouter router = new FakeRouter();
        GuestSession session = router.open(StubSettings.DEFAULT);
        CountDownLatch permission = new CountDownLatch(1);
        router.partsAfter(permission);
        Thread closing = Thread.ofPlatform().start(session::close);
        while (closing.getState() != Thread.State.TIMED_WAITING && closing.isAlive()) {
            Thread.onSpinWait();
        }
        assertThat(closing.isAlive()).isTrue();
        permission.countDown();
        closing.join();
    }

    @Test
    void shouldDistinguishCodesOfTheApiFromThoseOfRouterAndServer() {
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            int code = FailureCodes.NOT_PERMITTED;
            router.script((r, call) -> r.refuse(call, FailureCodes.BY_API, code, "by the API"));
            assertThat(codeOfACall(session)).isEqualTo(code);
            router.script((r, call) -> r.refuse(call, FailureCodes.BY_ROUTER, code, "a rule"));
            assertThat(codeOfACall(session)).isEqualTo(TestApi.DENIED);
            router.script((r, call) -> r.refuse(call, FailureCodes.BY_SERVER, -3, "too many"));
            assertThat(codeOfACall(session)).isEqualTo(TestApi.EXHAUSTED);
            router.script((r, call) -> r.refuse(call, FailureCodes.BY_SERVER, -1, "a defect"));
            assertThat(codeOfACall(session)).isEqualTo(TestApi.UNKNOWN);
        }
    }

    private static int codeOfACall(GuestSession session) {
        try {
            session.begin(1, "ask").uint64(1, 1).sync();
        } catch (ApiException e) {
            return e.code();
        }
        throw new AssertionError("the call did not fail");
    }

    private static void askAndStay(GuestSession session, long base, Phaser allHaveAsked) {
        try {
            ask(session, base);
        } finally {
            allHaveAsked.arriveAndAwaitAdvance();
        }
    }

    private static void ask(GuestSession session, long base) {
        for (int i = 0; i < 300; i++) {
            session.begin(2, "async").uint64(1, base + i).async();
            ArgsReader values = session.begin(1, "ask").uint64(1, base + i).sync().values();
            assertThat(values.next()).isTrue();
            assertThat(values.uint64()).isEqualTo(3 * (base + i));
        }
    }

    private static void verifyOrderWithinLanes(FakeRouter router) {
        Map<Integer, Long> last = new HashMap<>();
        for (FakeRouter.Seen call : router.calls()) {
            ArgsReader in = call.reader();
            in.next();
            long value = 2 * in.uint64() + (call.sync() ? 1 : 0);
            Long before = last.put(call.lane(), value);
            assertThat(before == null || before < value).isTrue();
        }
        assertThat(last).hasSize(16);
    }

    @Test
    void shouldReuseLaneNumbersAndTellTheServerWhenThreadsHaveEnded() throws InterruptedException {
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(PATIENT)) {
            for (int i = 0; i < 100; i++) {
                Thread thread = Thread.startVirtualThread(() -> session.begin(2, "async").async());
                thread.join();
            }
            session.begin(1, "sync").sync();

            Set<Integer> lanes = new HashSet<>();
            Set<Integer> alive = new HashSet<>();
            for (FakeRouter.Seen record : router.records()) {
                if (record.kind() == RecordKinds.CONTROL && record.frame() > 1) {
                    alive.removeAll(ended(record));
                } else if (record.kind() == RecordKinds.CALL) {
                    assertThat(alive.add(record.lane())).isTrue();
                    lanes.add(record.lane());
                }
            }
            assertThat(lanes.size()).isLessThan(20);
            assertThat(session.stats().lanes()).isLessThan(20);
        }
    }

    private static Set<Integer> ended(FakeRouter.Seen record) {
        Set<Integer> lanes = new HashSet<>();
        ArgsReader control = record.reader();
        while (control.next()) {
            if (control.field() == 9) {
                ArgsReader body = control.message(new ArgsReader());
                while (body.next()) {
                    lanes.add(body.int32());
                }
            }
        }
        return lanes;
    }

    @Test
    void shouldRefuseAThreadOverTheLimitAndAcceptItWhenAnotherHasEnded()
            throws InterruptedException {
        FakeRouter router = new FakeRouter().withLimits(0, 0, 0, 2);
        CountDownLatch used = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        try (GuestSession session = router.open(PATIENT)) {
            session.begin(2, "async").async();
            Thread other =
                    Thread.startVirtualThread(() -> {
                        session.begin(2, "async").async();
                        used.countDown();
                        FakeRouter.await(leave);
                    });
            FakeRouter.await(used);
            Throwable[] refused = new Throwable[1];
            Thread third =
                    Thread.ofPlatform()
                            .name("third")
                            .unstarted(() -> {
                                try {
                                    session.begin(2, "async").async();
                                } catch (ApiException e) {
                                    refused[0] = e;
                                }
                            });
            third.start();
            third.join();
            assertThat(refused[0])
                    .isInstanceOfSatisfying(
                            ApiException.class,
                            e -> assertThat(e.code()).isEqualTo(TestApi.EXHAUSTED))
                    .hasMessageContaining(
                            "the thread 'third' cannot use this session: 2 live threads");

            leave.countDown();
            other.join();
            Thread fourth = Thread.startVirtualThread(() -> session.begin(1, "sync").sync());
            fourth.join();
            assertThat(router.calls()).hasSize(3);
        }
    }

    @Test
    void shouldWaitWhileTheLinkIsNotWritableAndContinueWhenItIs() throws InterruptedException {
        FakeRouter router = new FakeRouter();
        try (GuestSession session = router.open(PATIENT.withBatch(1 << 20, 10))) {
            session.begin(2, "async").async();
            router.writable(false);
            Thread caller =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int i = 0; i < 100; i++) {
                                    session.begin(2, "async").async();
                                }
                            });
            while (session.stats().waits() == 0) {
                Thread.onSpinWait();
            }
            assertThat(caller.isAlive()).isTrue();
            assertThat(session.stats().commands()).isEqualTo(9);
            assertThat(router.calls()).isEmpty();

            router.writable(true);
            caller.join();

            session.flush();
            assertThat(router.calls()).hasSize(101);
        }
    }

    @Test
    void shouldReleaseAThreadThatWaitsForTheLinkWhenTheSessionEnds() throws InterruptedException {
        FakeRouter router = new FakeRouter();
        Throwable[] thrown = new Throwable[1];
        try (GuestSession session = router.open(PATIENT)) {
            router.writable(false);
            Thread caller =
                    Thread.ofPlatform()
                            .uncaughtExceptionHandler((thread, e) -> thrown[0] = e)
                            .start(() -> session.begin(1, "ask").sync());
            while (session.stats().waits() == 0) {
                Thread.onSpinWait();
            }
            router.hangUp(LinkStatus.Cause.UNAVAILABLE, "the router is gone");
            caller.join();

            assertThat(thrown[0]).hasMessageContaining("the router is gone");
        }
    }

    @Test
    void shouldReleaseAThreadThatWaitsForAnAnswerWhenAnotherClosesTheSession()
            throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        FakeRouter router = new FakeRouter();
        router.script((r, call) -> asked.countDown());
        Throwable[] thrown = new Throwable[1];
        GuestSession session = router.open(StubSettings.DEFAULT);
        Thread caller =
                Thread.ofPlatform()
                        .uncaughtExceptionHandler((thread, e) -> thrown[0] = e)
                        .start(() -> session.begin(1, "ask").sync());
        FakeRouter.await(asked);
        session.close();
        caller.join();

        assertThatThrownBy(
                        () -> {
                            throw thrown[0];
                        })
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("closed by its owner");
    }

    @Tag("measuring")
    @Test
    void shouldAllocateAlmostNothingPerAsynchronousCall() {
        FakeRouter router = new FakeRouter();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().threadId();
        try (GuestSession session = router.open(PATIENT)) {
            router.forgetRecords();
            call(session, 100_000);
            session.begin(1, "sync").sync();

            long before = threads.getThreadAllocatedBytes(self);
            call(session, 100_000);
            long perCall = (threads.getThreadAllocatedBytes(self) - before) / 100_000;

            // The rest is the frames, one for hundreds of calls, and the fake's own queue.
            assertThat(perCall).isLessThanOrEqualTo(8);
        }
    }

    private static void call(GuestSession session, int times) {
        for (int i = 0; i < times; i++) {
            session.begin(2, "async").uint64(1, i).uint64(2, 1L << 40).uint64(3, 4096).async();
        }
    }
}
