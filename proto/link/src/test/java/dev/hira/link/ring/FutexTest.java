package dev.hira.link.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FutexTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(120);

    private final Arena arena = Arena.ofShared();
    private final MemorySegment words = arena.allocate(1024, 64);

    @BeforeEach
    void needsFutexes() {
        assumeThat(Futex.available()).isTrue();
    }

    @AfterEach
    void free() {
        arena.close();
    }

    private long address(int index) {
        return words.address() + 4L * index;
    }

    @Test
    void shouldNotSleepWhenTheWordHasChanged() {
        words.set(ValueLayout.JAVA_INT, 0, 5);
        assertThat(Futex.await(address(0), 4, LONG)).isEqualTo(Futex.Outcome.AWAKE);
        assertThat(Futex.await(address(0), 4, Long.MAX_VALUE)).isEqualTo(Futex.Outcome.AWAKE);
    }

    @Test
    void shouldExpectNegativeNumbersToo() {
        words.set(ValueLayout.JAVA_INT, 0, -7);
        assertThat(Futex.await(address(0), -7, 1000)).isEqualTo(Futex.Outcome.TIMEOUT);
        FutexWords one = new FutexWords(1);
        one.add(address(0), -7);
        assertThat(Futex.waitAny(one, 1000)).isEqualTo(Futex.Outcome.TIMEOUT);
    }

    @Test
    void shouldWakeTheSleeper() throws Exception {
        CompletableFuture<Futex.Outcome> sleeper =
                CompletableFuture.supplyAsync(() -> Futex.await(address(3), 0, LONG));
        while (!sleeper.isDone()) {
            assertThat(Futex.wake(address(3), 1)).isTrue();
            Thread.onSpinWait();
        }
        assertThat(sleeper.get()).isEqualTo(Futex.Outcome.AWAKE);
    }

    @Test
    void shouldWakeASleeperOnManyWordsByAnyOfThem() throws Exception {
        for (int woken = 0; woken < Futex.MAX_WORDS; woken += 127) {
            FutexWords many = new FutexWords(Futex.MAX_WORDS);
            for (int i = 0; i < Futex.MAX_WORDS; i++) {
                many.add(address(i), 0);
            }
            CompletableFuture<Futex.Outcome> sleeper =
                    CompletableFuture.supplyAsync(() -> Futex.waitAny(many, LONG));
            while (!sleeper.isDone()) {
                assertThat(Futex.wake(address(woken), 1)).isTrue();
                Thread.onSpinWait();
            }
            assertThat(sleeper.get()).isEqualTo(Futex.Outcome.AWAKE);
        }
    }

    @Test
    void shouldReturnFaultWhenTheMemoryIsGone() {
        assertThat(Futex.await(4096, 0, LONG)).isEqualTo(Futex.Outcome.FAULT);
        assertThat(Futex.wake(4096, 1)).isFalse();
        FutexWords one = new FutexWords(1);
        one.add(4096, 0);
        assertThat(Futex.waitAny(one, LONG)).isEqualTo(Futex.Outcome.FAULT);
    }
}
