package dev.hira.sim.cores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.launch.GridRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class CoresTest {
    private static final LaunchShape SHAPE = new LaunchShape(1, 1, 1, 1, 1, 1, 0, false);

    private final AtomicLong now = new AtomicLong();
    private final Cores cores = new Cores(1, now::get);
    private final List<String> order = Collections.synchronizedList(new ArrayList<>());

    private GridRun run(Object party) {
        return new GridRun(cores, party, SHAPE, () -> Long.MAX_VALUE);
    }

    /** Returns a thread that waits for a seat, records its name, and leaves. */
    private Thread wait(String name, Object party) {
        Thread thread =
                Thread.ofPlatform()
                        .start(() -> {
                            Seat seat = cores.sit(party, run(party));
                            order.add(name);
                            cores.leave(seat);
                        });
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return thread;
    }

    @Test
    void shouldGiveTheNextSeatToThePartyThatHasUsedSeatsTheLeast() throws InterruptedException {
        Seat seat = cores.sit("a", run("a"));
        List<Thread> threads = List.of(wait("a1", "a"), wait("a2", "a"), wait("b1", "b"));
        assertThat(cores.contended()).isTrue();
        now.addAndGet(5 * Cores.QUANTUM);
        cores.leave(seat);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(order).containsExactly("b1", "a1", "a2");
        assertThat(cores.contended()).isFalse();
        cores.leave(cores.sit("a", run("a")));
    }

    @Test
    void shouldServeNewcomersFirstButNotPartiesThatKeepReturning() throws InterruptedException {
        use("old", 3);
        use("back", 9);
        Seat seat = cores.sit("long", run("long"));
        List<Thread> threads =
                List.of(wait("back", "back"), wait("old", "old"), wait("new", "new"));
        now.addAndGet(5 * Cores.QUANTUM);
        cores.leave(seat);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(order).containsExactly("new", "old", "back");
    }

    private void use(String party, int quanta) {
        Seat seat = cores.sit(party, run(party));
        now.addAndGet(quanta * Cores.QUANTUM);
        cores.leave(seat);
    }

    @Test
    void shouldExpireALongHeldSeatAsSoonAsAnotherThreadWaits() throws InterruptedException {
        Seat seat = cores.sit("a", run("a"));
        now.addAndGet(2 * Cores.QUANTUM);
        Thread other = wait("b", "b");
        assertThat(seat.expired()).isTrue();
        cores.giveWay(seat);
        assertThat(order).containsExactly("b");
        other.join();
        cores.leave(seat);
    }

    @Test
    void shouldExpireSeatsAfterAQuantumOnlyWhileOthersWait() throws InterruptedException {
        GridRun run = run("a");
        Seat seat = cores.sit("a", run);
        long later = 2 * Cores.QUANTUM;
        assertThat(cores.expire(later)).isEmpty();
        Thread other = wait("b", "b");
        assertThat(cores.expire(later)).containsExactly(run);
        assertThat(seat.expired()).isTrue();
        cores.giveWay(seat);
        assertThat(order).containsExactly("b");
        assertThat(seat.expired()).isFalse();
        other.join();
        cores.leave(seat);
    }

    /** Returns a seat that was held for a quantum; its thread was told so, but does not react. */
    private Seat overdue(String waiting) throws InterruptedException {
        Seat seat = cores.sit("a", run("a"));
        Thread other = wait(waiting, waiting);
        now.addAndGet(Cores.QUANTUM);
        cores.expire(now.get());
        now.addAndGet(Cores.GRACE - 1);
        cores.expire(now.get());
        assertThat(order).isEmpty();
        now.addAndGet(1);
        cores.expire(now.get());
        other.join();
        assertThat(order).containsExactly(waiting);
        return seat;
    }

    /** Asserts that there is one seat: a second thread has to wait for the first one's. */
    private void assertOneSeat() throws InterruptedException {
        Seat only = cores.sit("c", run("c"));
        Thread other = wait("d", "d");
        cores.leave(only);
        other.join();
        assertThat(cores.contended()).isFalse();
    }

    @Test
    void shouldGrantAnotherSeatForOneThatIsOverdue() throws InterruptedException {
        Seat seat = overdue("b");
        cores.leave(seat);
        assertOneSeat();
    }

    @Test
    void shouldLetAThreadThatReactsLateTakeAFreeSeat() throws InterruptedException {
        Seat seat = overdue("b");
        cores.giveWay(seat);
        assertThat(seat.expired()).isFalse();
        cores.leave(seat);
        assertOneSeat();
    }

    @Test
    void shouldGrantAtMostOneSeatForAnOverdueOne() throws InterruptedException {
        Seat seat = overdue("b");
        Seat lent = cores.sit("c", run("c"));
        Thread other = wait("d", "d");
        now.addAndGet(Cores.QUANTUM - 1);
        cores.expire(now.get());
        assertThat(order).containsExactly("b");
        cores.leave(seat);
        assertThat(order).containsExactly("b");
        cores.leave(lent);
        other.join();
        assertThat(order).containsExactly("b", "d");
        assertOneSeat();
    }

    @Test
    void shouldReleaseWaitingThreadsOfAStoppedRun() throws InterruptedException {
        Seat seat = cores.sit("a", run("a"));
        GridRun stopped = run("b");
        CountDownLatch gone = new CountDownLatch(1);
        Thread thread =
                Thread.ofPlatform()
                        .start(() -> {
                            cores.leave(cores.sit("b", stopped));
                            gone.countDown();
                        });
        stopped.stop(FaultKind.LAUNCH_TIMEOUT, "Time is up.");
        gone.await();
        thread.join();
        assertThat(cores.contended()).isFalse();
        cores.leave(seat);
        cores.leave(cores.sit("a", run("a")));
    }

    @Test
    void shouldNotChargeARunForTheTimeThatItWaits() {
        long second = 1_000_000_000;
        GridRun run = new GridRun(cores, "a", SHAPE, () -> 2 * second);
        run.watch(3 * second);
        assertThat(run.stopped()).isFalse();
        Seat seat = cores.sit("a", run);
        run.watch(4 * second);
        assertThat(run.stopped()).isFalse();
        run.watch(5 * second);
        assertThat(run.stopped()).isTrue();
        cores.leave(seat);
    }

    @Test
    void shouldStopARunThatHasWaitedTooLong() {
        long second = 1_000_000_000;
        GridRun run = new GridRun(cores, "a", SHAPE, () -> second);
        run.watch(9 * second);
        assertThat(run.stopped()).isTrue();
    }

    @Test
    void shouldReleaseHelpersThatComeTooLate() throws InterruptedException {
        Seat seat = cores.sit("a", run("a"));
        GridRun over = run("b");
        Thread late = Thread.ofPlatform().start(() -> cores.leave(cores.sit("b", over)));
        while (!cores.contended()) {
            Thread.onSpinWait();
        }
        over.close();
        late.join();
        assertThat(cores.contended()).isFalse();
        cores.leave(seat);
        cores.leave(cores.sit("a", run("a")));
    }

    @Test
    void shouldGiveNoSeatToAHeldPartyUntilItIsLetGo() throws InterruptedException {
        AtomicBoolean still = new AtomicBoolean();
        cores.hold("a", () -> still.set(true));
        assertThat(still).as("it has no seat").isTrue();
        Thread held = wait("a", "a");
        assertThat(cores.contended()).as("only the held party waits").isFalse();
        cores.leave(cores.sit("b", run("b")));
        assertThat(order).isEmpty();
        cores.letGo("a");
        held.join();
        assertThat(order).containsExactly("a");
        assertOneSeat();
    }

    @Test
    void shouldTakeTheSeatsOfAHeldPartyAndSayWhenItHasNone() throws InterruptedException {
        AtomicBoolean still = new AtomicBoolean();
        CountDownLatch told = new CountDownLatch(1);
        CompletableFuture<Seat> taken = new CompletableFuture<>();
        Thread back =
                Thread.ofPlatform()
                        .start(() -> {
                            Seat own = cores.sit("a", run("a"));
                            taken.complete(own);
                            while (told.getCount() > 0) {
                                Thread.onSpinWait();
                            }
                            cores.giveWay(own);
                            order.add("back");
                            cores.leave(own);
                        });
        Seat seat = taken.join();
        cores.hold("a", () -> still.set(true));
        assertThat(seat.expired()).isTrue();
        assertThat(still).isFalse();
        told.countDown();
        while (!still.get()) {
            Thread.onSpinWait();
        }
        cores.leave(cores.sit("b", run("b")));
        assertThat(order).isEmpty();
        cores.letGo("a");
        back.join();
        assertThat(order).containsExactly("back");
        assertOneSeat();
    }

    @Test
    void shouldNotMakeUpForTheTimeOfAHold() throws InterruptedException {
        use("a", 1);
        cores.hold("a", () -> {});
        use("b", 50);
        Seat seat = cores.sit("b", run("b"));
        cores.letGo("a");
        now.addAndGet(Cores.QUANTUM);
        List<Thread> threads = List.of(wait("b1", "b"), wait("a1", "a"));
        cores.leave(seat);
        for (Thread thread : threads) {
            thread.join();
        }
        use("a", 3);
        Seat again = cores.sit("c", run("c"));
        List<Thread> more = List.of(wait("a2", "a"), wait("b2", "b"));
        cores.leave(again);
        for (Thread thread : more) {
            thread.join();
        }
        assertThat(order).containsExactly("a1", "b1", "b2", "a2");
    }

    @Test
    void shouldDismissThreadsOfAHeldParty() throws InterruptedException {
        cores.hold("a", () -> {});
        GridRun run = run("a");
        Thread held =
                Thread.ofPlatform()
                        .start(() -> {
                            cores.leave(cores.sit("a", run));
                            order.add("dismissed");
                        });
        while (held.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        run.stop(FaultKind.LAUNCH_FAILED, "a test");
        held.join();
        assertThat(order).containsExactly("dismissed");
        assertOneSeat();
    }
}
