package dev.hira.bench.soak;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.GalleryResult;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.Hira;
import dev.hira.guest.gpu.Gpu;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Programs of the gallery and programs of random calls, one after the other, in a VM that moves at
 * random points of them. The gallery checks its results itself; those of random calls must be the
 * same in a VM that stays.
 *
 * <p>A seed decides the programs, their inputs, and the calls before which moves begin. The point
 * that a move has reached when a later call is made depends on the threads.
 */
public final class MigrationSoak {
    private static final String VM = "moving";
    private static final int RANDOM_CALLS = 300;

    /** The part of the time after which leaks count. */
    private static final double WARM_UP = 0.4;

    private final long seed;
    private final Duration time;
    private final Consumer<String> out;
    private final SplittableRandom random;
    private final List<String> failures = new ArrayList<>();
    private int programs;
    private int moves;

    /**
     * @param out receives a line for each program
     */
    public MigrationSoak(long seed, Duration time, Consumer<String> out) {
        this.seed = seed;
        this.time = time;
        this.out = out;
        this.random = new SplittableRandom(seed);
    }

    /** Runs programs for the time, at least one before and one after the warm-up. */
    public SoakReport run() {
        out.accept("seed " + seed);
        try (LocalStack stack =
                LocalStack.start(2, List.of("--devices", "2", "--profile", "small"), List.of())) {
            long start = System.nanoTime();
            runUntil(start + (long) (WARM_UP * time.toNanos()), stack);
            Leftovers leftovers = new Leftovers(stack, VM, true);
            runUntil(start + time.toNanos(), stack);
            failures.addAll(leftovers.find());
            leftovers.text().lines().forEach(out);
        }
        return new SoakReport(seed, programs, moves, "moves", failures);
    }

    private void runUntil(long end, LocalStack stack) {
        do {
            programs++;
            SplittableRandom own = random.split();
            String name = "program " + programs;
            try {
                if (own.nextBoolean()) {
                    gallery(stack, own, name);
                } else {
                    randomCalls(stack, own, name);
                }
            } catch (RuntimeException e) {
                fail(name + " ended with " + e);
            }
        } while (System.nanoTime() < end && failures.isEmpty());
    }

    private void gallery(LocalStack stack, SplittableRandom own, String name) {
        List<GalleryProgram> all = Gallery.programs();
        GalleryProgram program = all.get(own.nextInt(all.size()));
        long input = own.nextLong();
        GalleryResult result =
                moving(
                        stack,
                        own,
                        name + ", " + program.name(),
                        cuda -> {
                            try (Gpu gpu = Gpu.on(cuda, 0)) {
                                return program.run(gpu, program.card().testSize(), input);
                            }
                        });
        if (!result.passed()) {
            fail(name + ": " + result.verdict());
        }
    }

    private void randomCalls(LocalStack stack, SplittableRandom own, String name) {
        long input = own.nextLong();
        long moved =
                moving(
                        stack,
                        own,
                        name + ", random calls",
                        cuda -> RandomCalls.run(cuda, input, RANDOM_CALLS));
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=staying")) {
            cuda.cuInit(0);
            long stayed = RandomCalls.run(cuda, input, RANDOM_CALLS);
            if (moved != stayed) {
                fail("%s: the result %x, without moves %x".formatted(name, moved, stayed));
            }
        }
    }

    /** A program that has a result. */
    @FunctionalInterface
    private interface Program<T> {
        T run(CudaDriver cuda);
    }

    private <T> T moving(LocalStack stack, SplittableRandom own, String name, Program<T> program) {
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + VM);
                MovesAtCalls operator = new MovesAtCalls(stack.adminUri(), VM, own.nextLong())) {
            cuda.cuInit(0);
            try {
                return program.run(operator.counting(cuda));
            } finally {
                operator.await();
                moves += operator.moves();
                operator.failures().forEach(each -> fail(name + ": " + each));
                out.accept(name + ": " + operator.moves() + " moves");
            }
        }
    }

    private void fail(String sentence) {
        failures.add(sentence);
    }
}
