package dev.hira.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class FairPlacesTest {
    private static final int ALL = 4;

    private final FairPlaces places = new FairPlaces(ALL);
    private final List<String> order = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> threads = new ArrayList<>();

    /** Starts a thread that takes places, notes its name and gives them back; awaits its wait. */
    private Thread waiting(String owner, int number) {
        Thread thread =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                places.acquire(owner, number);
                                order.add(owner);
                                places.release(number);
                            } catch (InterruptedException e) {
                                order.add(owner + " ended");
                            }
                        });
        threads.add(thread);
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return thread;
    }

    private void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** The place of an owner's only turn, from 0. */
    private int turnOf(String owner) {
        return order.indexOf(owner);
    }

    @Test
    void shouldGiveEachOwnerATurnBeforeAnOwnerHasAnother() throws Exception {
        places.acquire("holder", ALL);
        IntStream.range(0, 20).forEach(_ -> waiting("greedy", ALL));
        waiting("small", 1);
        waiting("large", ALL);
        places.release(ALL);
        join();
        assertThat(turnOf("small")).as("%s", order).isLessThanOrEqualTo(2);
        assertThat(turnOf("large")).as("%s", order).isLessThanOrEqualTo(3);
        assertThat(order).hasSize(22);
    }

    @Test
    void shouldNotLetSmallRequestsPassALargeOneForEver() throws Exception {
        places.acquire("holder", 1);
        waiting("large", ALL);
        IntStream.range(0, 5).forEach(_ -> waiting("small", 1));
        assertThat(order).as("taken although the large one waits").isEmpty();
        places.release(1);
        join();
        assertThat(order.getFirst()).isEqualTo("large");
    }

    @Test
    void shouldLeaveNothingOfAThreadThatIsInterrupted() throws Exception {
        places.acquire("holder", ALL);
        Thread ended = waiting("ended", ALL);
        waiting("next", 1);
        ended.interrupt();
        ended.join();
        places.release(ALL);
        join();
        assertThat(order).containsExactly("ended ended", "next");
        places.acquire("all", ALL);
    }

    @Test
    void shouldRefuseMorePlacesThanThereAre() {
        assertThatThrownBy(() -> places.acquire("owner", ALL + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldNeverGiveMorePlacesThanThereAre() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        for (int i = 0; i < 6; i++) {
            Random random = new Random(i);
            String owner = "owner " + i % 3;
            threads.add(
                    Thread.ofPlatform().start(() -> takeOften(owner, random, taken, most, start)));
        }
        start.countDown();
        join();
        assertThat(most.get()).isBetween(1, ALL);
        assertThat(order).as("threads that took all they wanted").hasSize(6);
        places.acquire("all", ALL);
    }

    private void takeOften(
            String owner,
            Random random,
            AtomicInteger taken,
            AtomicInteger most,
            CountDownLatch start) {
        try {
            start.await();
            for (int i = 0; i < 2000; i++) {
                int number = 1 + random.nextInt(ALL);
                places.acquire(owner, number);
                most.accumulateAndGet(taken.addAndGet(number), Math::max);
                taken.addAndGet(-number);
                places.release(number);
            }
            order.add(owner);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
