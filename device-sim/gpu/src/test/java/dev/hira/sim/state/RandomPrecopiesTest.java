package dev.hira.sim.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hira.sim.SimConfig;
import dev.hira.sim.pages.PageTracker.Kind;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Moves random programs in rounds while they run. */
@Timeout(240)
final class RandomPrecopiesTest {
    private static final SimConfig DEVICE = Guest.device("profile=small,capability=9.0", false);

    @ParameterizedTest(name = "seed {0}, {1}")
    @CsvSource({
        "1,USERFAULTFD",
        "2,USERFAULTFD",
        "3,USERFAULTFD",
        "4,USERFAULTFD",
        "5,USERFAULTFD",
        "6,USERFAULTFD",
        "1,COMPARE",
        "2,COMPARE",
        "3,COMPARE",
        "4,COMPARE",
        "5,COMPARE",
        "6,COMPARE"
    })
    void shouldEqualTheSourceBitByBit(long seed, Kind kind) throws InterruptedException {
        assumeThat(kind.works()).as("this system has " + kind).isTrue();
        try (Guest guest = Guest.at(DEVICE)) {
            RandomProgram program = new RandomProgram(guest, seed).run(300);
            // Places of variables that change meanwhile would have to be moved ahead as well.
            program.keepModules();
            try (MoveInRounds move = new MoveInRounds(guest, DEVICE, kind)) {
                copyWhile(move, seed, () -> program.run(1000));
                move.finish();
                guest.mirrorTo(_ -> {});
                guest.printed.clear();
                List<String> there = program.at(move.target, -seed).run(300).transcript();
                List<String> here = program.at(guest, -seed).run(300).transcript();
                assertThat(there).isNotEmpty().isEqualTo(here);
            }
        }
    }

    /** Copies in rounds and repeats calls, each in a thread, while the program runs in another. */
    private static void copyWhile(MoveInRounds move, long seed, Runnable program)
            throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicBoolean running = new AtomicBoolean(true);
        Thread guest = start(program, failure);
        Thread replay =
                start(
                        () -> {
                            Random random = new Random(seed);
                            while (running.get()) {
                                if (random.nextInt(3) == 0) {
                                    move.repeatAll();
                                } else if (!move.repeat()) {
                                    Thread.onSpinWait();
                                }
                            }
                        },
                        failure);
        while (guest.isAlive() && failure.get() == null) {
            move.round();
        }
        guest.join();
        running.set(false);
        replay.join();
        assertThat(failure.get()).isNull();
    }

    private static Thread start(Runnable task, AtomicReference<Throwable> failure) {
        return Thread.ofPlatform()
                .uncaughtExceptionHandler((_, thrown) -> failure.compareAndSet(null, thrown))
                .start(task);
    }
}
