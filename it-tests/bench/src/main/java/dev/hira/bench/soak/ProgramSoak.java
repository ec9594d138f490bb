package dev.hira.bench.soak;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.GalleryResult;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.Hira;
import dev.hira.guest.gpu.Gpu;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Programs of the gallery and programs of random calls, one after the other, in a VM to which
 * something happens at random points of them. The gallery checks its results itself; those of
 * random calls must be the same in a VM to which nothing happens.
 *
 * <p>A seed decides the programs, their inputs, and the calls before which something happens.
 */
public final class ProgramSoak {
    private static final String QUIET_VM = "undisturbed";
    private static final int RANDOM_CALLS = 300;

    /** The part of the time after which leaks count. */
    private static final double WARM_UP = 0.4;

    private final SoakKind kind;
    private final long seed;
    private final Duration time;
    private final Consumer<String> out;
    private final SplittableRandom random;
    private final List<String> failures = new ArrayList<>();
    private int programs;
    private int events;

    /**
     * @param out receives a line for each program
     */
    public ProgramSoak(SoakKind kind, long seed, Duration time, Consumer<String> out) {
        this.kind = kind;
        this.seed = seed;
        this.time = time;
        this.out = out;
        this.random = new SplittableRandom(seed);
    }

    /** Runs programs for the time, at least one before and one after the warm-up. */
    public SoakReport run() {
        out.accept("seed " + seed);
        try (SoakFolder folder = SoakFolder.create()) {
            runIn(folder.path());
        }
        return new SoakReport(seed, programs, "programs", events, kind.events(), failures);
    }

    private void runIn(Path folder) {
        try (SoakStack stack = kind.start(folder)) {
            long start = System.nanoTime();
            runUntil(start + (long) (WARM_UP * time.toNanos()), stack);
            Leftovers leftovers = new Leftovers(stack.processes(), kind.vms(), kind.keepsServers());
            runUntil(start + time.toNanos(), stack);
            failures.addAll(leftovers.find());
            leftovers.text().lines().forEach(out);
        }
    }

    private void runUntil(long end, SoakStack stack) {
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
                failures.add(name + " ended with " + e);
            }
        } while (System.nanoTime() < end && failures.isEmpty());
    }

    private void gallery(SoakStack stack, SplittableRandom own, String name) {
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
            failures.add(name + ": " + result.verdict());
        }
    }

    private void randomCalls(SoakStack stack, SplittableRandom own, String name) {
        long input = own.nextLong();
        long disturbed =
                disturbed(
                        stack,
                        own,
                        name + ", random calls",
                        cuda -> RandomCalls.run(cuda, input, RANDOM_CALLS));
        try (CudaDriver cuda = connect(stack.processes().uri(), QUIET_VM)) {
            cuda.cuInit(0);
            long quiet = RandomCalls.run(cuda, input, RANDOM_CALLS);
            if (disturbed != quiet) {
                failures.add(
                        "%s: the result %x, without %s %x"
                                .formatted(name, disturbed, kind.events(), quiet));
            }
        }
    }

    private <T> T disturbed(
            SoakStack stack, SplittableRandom own, String name, Function<CudaDriver, T> program) {
        try (CudaDriver cuda = connect(stack.disturbedUri(), SoakKind.VM);
                Disturber disturber = kind.disturber(stack, own.nextLong())) {
            cuda.cuInit(0);
            try {
                return disturber.run(cuda, program);
            } finally {
                events += disturber.events();
                disturber.failures().forEach(each -> failures.add(name + ": " + each));
                out.accept(name + ": " + disturber.text());
            }
        }
    }

    private static CudaDriver connect(String uri, String vm) {
        return Hira.connect(uri + "?devices=1&vm=" + vm);
    }
}
