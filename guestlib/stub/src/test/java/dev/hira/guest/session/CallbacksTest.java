package dev.hira.guest.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.guest.call.StubSettings;
import dev.hira.guest.call.WireFailure;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class CallbacksTest {
    @Test
    void shouldRunCallbacksInOrderOnOneThreadAndAnswerEach() {
        FakeRouter router = new FakeRouter();
        ConcurrentLinkedQueue<Long> order = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            long id =
                    session.register(
                            args -> {
                                order.add(userData(args));
                                threads.add(Thread.currentThread());
                            },
                            false);
            for (int i = 1; i <= 100; i++) {
                router.callback(1000 + i, id, i);
            }
            List<FakeRouter.Seen> returns = awaitReturns(router, 100);

            long expected = 1;
            for (long value : order) {
                assertThat(value).isEqualTo(expected++);
            }
            assertThat(threads).containsOnly(threads.peek());
            assertThat(returns.get(41).callId()).isEqualTo(1042);
            assertThat(returns).allMatch(r -> (r.flags() & RecordFlags.ERROR) == 0);
            assertThat(session.stats().callbacks()).isEqualTo(100);
        }
    }

    @Test
    void shouldRemoveAOneTimeCallbackAfterItsCall() {
        FakeRouter router = new FakeRouter();
        ConcurrentLinkedQueue<Long> runs = new ConcurrentLinkedQueue<>();
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            long id = session.register(args -> runs.add(userData(args)), true);
            router.callback(1, id, 5);
            router.callback(2, id, 6);
            List<FakeRouter.Seen> returns = awaitReturns(router, 2);

            assertThat(runs).containsExactly(5L);
            assertThat(returns.get(1).flags() & RecordFlags.ERROR).isEqualTo(RecordFlags.ERROR);
        }
    }

    @Test
    void shouldSurviveAnExceptionInTheGuestsCode() {
        FakeRouter router = new FakeRouter();
        ConcurrentLinkedQueue<Long> runs = new ConcurrentLinkedQueue<>();
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            long bad =
                    session.register(
                            args -> {
                                throw new ArithmeticException("by zero");
                            },
                            false);
            long good = session.register(args -> runs.add(userData(args)), false);
            router.callback(1, bad, 0);
            router.callback(2, good, 7);
            List<FakeRouter.Seen> returns = awaitReturns(router, 2);

            assertThat(returns.get(0).flags() & RecordFlags.ERROR).isEqualTo(RecordFlags.ERROR);
            assertThat(WireFailure.read(returns.get(0).reader()).message()).contains("by zero");
            assertThat(runs).containsExactly(7L);
            session.begin(1, "sync").sync();
        }
    }

    @Test
    void shouldRunCodeOfTheSessionWhileCodeOfTheProgramWaitsForIt() {
        FakeRouter router = new FakeRouter();
        CountDownLatch done = new CountDownLatch(1);
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            long waits = session.register(args -> FakeRouter.await(done), true);
            long own = session.registerOwn(done::countDown);
            router.callback(1, waits, 0);
            router.callback(2, own, 0);
            List<FakeRouter.Seen> returns = awaitReturns(router, 2);

            assertThat(returns)
                    .extracting(FakeRouter.Seen::callId)
                    .containsExactlyInAnyOrder(1L, 2L);
            assertThat(returns).allMatch(r -> (r.flags() & RecordFlags.ERROR) == 0);
        }
    }

    @Test
    void shouldLetACallbackMakeCallsOfItsOwn() {
        FakeRouter router = new FakeRouter();
        CountDownLatch done = new CountDownLatch(1);
        try (GuestSession session = router.open(StubSettings.DEFAULT)) {
            long id =
                    session.register(
                            args -> {
                                session.begin(1, "ask").sync();
                                done.countDown();
                            },
                            true);
            router.callback(1, id, 0);

            FakeRouter.await(done);
        }
    }

    private static long userData(ArgsReader args) {
        long value = 0;
        while (args.next()) {
            if (args.field() == 2) {
                value = args.uint64();
            }
        }
        return value;
    }

    private static List<FakeRouter.Seen> awaitReturns(FakeRouter router, int count) {
        while (true) {
            List<FakeRouter.Seen> returns =
                    router.records().stream()
                            .filter(r -> r.kind() == RecordKinds.CALLBACK_RETURN)
                            .toList();
            if (returns.size() >= count) {
                return returns;
            }
        }
    }
}
