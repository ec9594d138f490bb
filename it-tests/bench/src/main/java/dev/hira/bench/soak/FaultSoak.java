package dev.hira.bench.soak;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
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
 * Programs of the gallery and programs of random calls, one after the other, in a protected VM
 * whose server is killed at random points of them. A program that is told of the death begins again
 * in the same session, and must have the result of a run without deaths.
 */
public final class FaultSoak {
    private static final String VM = "bereft";
    private static final int RANDOM_CALLS = 300;

    /** The part of the time after which leaks count. */
    private static final double WARM_UP = 0.4;

    /** Each thread is told of each death; programs have a few threads. */
    private static final int MOST_TOLD = 50;

    private static final String TOLD_TOO_OFTEN = "the program was told of deaths again and again";

    private final long seed;
    private final Duration time;
    private final Consumer<String> out;
    private final SplittableRandom random;
    private final List<String> failures = new ArrayList<>();
    private int programs;
    private int deaths;

    /**
     * @param out receives a line for each program
     */
    public FaultSoak(long seed, Duration time, Consumer<String> out) {
        this.seed = seed;
        this.time = time;
        this.out = out;
        this.random = new SplittableRandom(seed);
    }

    /** Runs programs for the time, at least one before and one after the warm-up. */
    public SoakReport run() {
        out.accept("seed " + seed);
        try (LocalStack stack =
                LocalStack.start(
                        2,
                        List.of("--devices", "1", "--profile", "small"),
                        List.of("--set", "policy.vms." + VM + ".protection=rebuild"))) {
            long start = System.nanoTime();
            runUntil(start + (long) (WARM_UP * time.toNanos()), stack);
            Leftovers leftovers = new Leftovers(stack, VM, false);
            runUntil(start + time.toNanos(), stack);
            failures.addAll(leftovers.find());
            leftovers.text().lines().forEach(out);
        }
        return new SoakReport(seed, programs, deaths, "deaths of servers", failures);
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
                disturbed(
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
        long disturbed =
                disturbed(
                        stack,
                        own,
                        name + ", random calls",
                        cuda -> RandomCalls.run(cuda, input, RANDOM_CALLS));
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=undisturbed")) {
            cuda.cuInit(0);
            long quiet = RandomCalls.run(cuda, input, RANDOM_CALLS);
            if (disturbed != quiet) {
                fail("%s: the result %x, without deaths %x".formatted(name, disturbed, quiet));
            }
        }
    }

    /** A program that has a result. */
    @FunctionalInterface
    private interface Program<T> {
        T run(CudaDriver cuda);
    }

    private <T> T disturbed(
            LocalStack stack, SplittableRandom own, String name, Program<T> program) {
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + VM);
                KillsAtCalls killer = new KillsAtCalls(stack, VM, own.nextLong())) {
            cuda.cuInit(0);
            CudaDriver counting = killer.counting(cuda);
            int told = 0;
            while (true) {
                try {
                    T result = program.run(counting);
                    deaths += killer.kills();
                    out.accept(name + ": " + killer.kills() + " deaths, told " + told + " times");
                    return result;
                } catch (RuntimeException e) {
                    if (!tellsOfLoss(e)) {
                        throw e;
                    }
                    told++;
                    if (told > MOST_TOLD) {
                        throw new IllegalStateException(TOLD_TOO_OFTEN, e);
                    }
                    leaveContext(cuda);
                }
            }
        }
    }

    /** Leaves the thread's current context, which the program may have destroyed meanwhile. */
    private static void leaveContext(CudaDriver cuda) {
        while (cuda.cuCtxGetCurrent() != 0) {
            cuda.cuCtxPopCurrent();
        }
    }

    /** Whether a failure, or the failure of a thread that it reports, is the loss of memory. */
    private static boolean tellsOfLoss(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof CudaException cuda
                    && cuda.error() == CUresult.CUDA_ERROR_ECC_UNCORRECTABLE) {
                return true;
            }
        }
        return false;
    }

    private void fail(String sentence) {
        failures.add(sentence);
    }
}
