package dev.hira.server.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
final class SessionTurnTest {
    private final ExecutorService workers = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        workers.shutdownNow();
    }

    /** Items are numbers; negative ones take long. */
    private static class Log implements TurnWork<Integer> {
        final List<Integer> handled = new ArrayList<>();
        final List<Thread> threads = new ArrayList<>();
        final List<Integer> dropped = new ArrayList<>();
        final AtomicInteger inside = new AtomicInteger();
        volatile int exhausted;

        @Override
        public void handle(Integer item) {
            assertThat(inside.incrementAndGet()).isEqualTo(1);
            handled.add(item);
            threads.add(Thread.currentThread());
            inside.decrementAndGet();
        }

        @Override
        public void sendAnswers() {
            exhausted = handled.size();
        }

        @Override
        public boolean takesLong(Integer item) {
            return item < 0;
        }

        @Override
        public long weight(Integer item) {
            return 1;
        }

        @Override
        public void dropped(Integer item) {
            dropped.add(item);
        }
    }

    @Test
    void shouldWorkOnTheReceivingThreadWhenNothingTakesLong() {
        Log log = new Log();
        SessionTurn<Integer> turn = new SessionTurn<>(log, workers);
        turn.arrived(1);
        turn.arrived(2);
        assertThat(log.handled).containsExactly(1, 2);
        assertThat(log.threads).containsOnly(Thread.currentThread());
        assertThat(log.exhausted).isEqualTo(2);
    }

    @Test
    void shouldMoveToAWorkerForALongItemAndComeBack() {
        Log log = new Log();
        List<Runnable> handedOver = new ArrayList<>();
        SessionTurn<Integer> turn = new SessionTurn<>(log, handedOver::add);
        turn.arrived(-1);
        turn.arrived(2);
        assertThat(log.handled).isEmpty();
        assertThat(turn.backlog()).isEqualTo(2);
        handedOver.removeFirst().run();
        assertThat(log.handled).containsExactly(-1, 2);
        assertThat(turn.backlog()).isZero();
        turn.arrived(3);
        assertThat(log.handled).containsExactly(-1, 2, 3);
        assertThat(handedOver).isEmpty();
    }

    @Test
    void shouldRunATaskAtOnceWhenTheTurnIsFreeAndLaterWhenItIsNot() {
        List<Runnable> handedOver = new ArrayList<>();
        List<String> order = new ArrayList<>();
        SessionTurn<Integer>[] turn = newTurn();
        Log log =
                new Log() {
                    @Override
                    public void handle(Integer item) {
                        order.add("item " + item);
                        super.handle(item);
                    }
                };
        turn[0] = new SessionTurn<>(log, handedOver::add);
        turn[0].run(() -> order.add("first"));
        turn[0].arrived(-1);
        turn[0].run(() -> order.add("second"));
        assertThat(order).containsExactly("first");
        handedOver.removeFirst().run();
        assertThat(order).containsExactly("first", "second", "item -1");
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static SessionTurn<Integer>[] newTurn() {
        return new SessionTurn[1];
    }

    @Test
    void shouldKeepItemsWhileHeldAndContinueInOrder() throws InterruptedException {
        Log log = new Log();
        SessionTurn<Integer> turn = new SessionTurn<>(log, Runnable::run);
        turn.hold(true);
        turn.arrived(1);
        turn.arrived(2);
        AtomicInteger ran = new AtomicInteger();
        turn.run(ran::incrementAndGet);
        assertThat(log.handled).isEmpty();
        assertThat(ran).hasValue(1);
        turn.hold(false);
        assertThat(log.handled).containsExactly(1, 2);
    }

    @Test
    void shouldDropItemsOnceClosedButRunTasks() {
        Log log = new Log();
        SessionTurn<Integer> turn = new SessionTurn<>(log, Runnable::run);
        turn.hold(true);
        turn.arrived(1);
        turn.close();
        turn.arrived(2);
        AtomicInteger ran = new AtomicInteger();
        turn.run(ran::incrementAndGet);
        assertThat(log.handled).isEmpty();
        assertThat(log.dropped).containsExactly(1, 2);
        assertThat(turn.backlog()).isZero();
        assertThat(ran).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void shouldKeepTheOrderWhateverVisitorsAndWorkersDo(long seed) throws InterruptedException {
        int items = 200_000;
        int visitors = 3;
        int tasksEach = 20_000;
        AtomicLong tasksRun = new AtomicLong();
        Log log = new Log();
        SessionTurn<Integer> turn = new SessionTurn<>(log, workers);
        CountDownLatch over = new CountDownLatch(visitors);
        for (int v = 0; v < visitors; v++) {
            RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed + v);
            workers.execute(() -> {
                visit(turn, log, tasksRun, tasksEach, random);
                over.countDown();
            });
        }
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int i = 1; i <= items; i++) {
            turn.arrived(random.nextInt(50) == 0 ? -i : i);
            while (i % 100 == 0 && turn.backlog() != 0) {
                Thread.onSpinWait();
            }
        }
        assertThat(over.await(120, TimeUnit.SECONDS)).isTrue();
        awaitHandled(turn, log, items);
        for (int i = 0; i < items; i++) {
            assertThat(Math.abs(log.handled.get(i))).as("seed %s", seed).isEqualTo(i + 1);
        }
        assertThat(tasksRun).hasValue((long) visitors * tasksEach);
        assertThat(log.threads.stream().distinct().count()).isGreaterThan(1);
        assertThat(log.exhausted).isEqualTo(items);
        assertThat(turn.backlog()).isZero();
    }

    private static void visit(
            SessionTurn<Integer> turn,
            Log log,
            AtomicLong tasksRun,
            int tasks,
            RandomGenerator random) {
        for (int i = 0; i < tasks; i++) {
            turn.run(() -> {
                assertThat(log.inside.incrementAndGet()).isEqualTo(1);
                tasksRun.incrementAndGet();
                log.inside.decrementAndGet();
            });
            if (random.nextInt(1000) == 0) {
                turn.hold(true);
                turn.hold(false);
            }
        }
    }

    private static void awaitHandled(SessionTurn<Integer> turn, Log log, int items) {
        AtomicInteger seen = new AtomicInteger();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (seen.get() < items && System.nanoTime() < deadline) {
            turn.run(() -> seen.set(log.handled.size()));
            LockSupport.parkNanos(100_000);
        }
        assertThat(seen).hasValue(items);
    }
}
