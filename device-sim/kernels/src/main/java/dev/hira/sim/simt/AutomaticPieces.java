package dev.hira.sim.simt;

import dev.hira.sim.jit.CompiledProgram;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.plan.Piece;
import dev.hira.sim.jit.runtime.PieceCode;
import dev.hira.sim.jit.runtime.Workspace;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.simt.form.LaneHost;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs each piece of a kernel for thread after thread or for groups of threads, whichever is
 * faster. A kernel begins with thread after thread. Once it has run for a while, its pieces are
 * compiled for groups in the background, and each has trials of its own ({@link PieceTrials}). Code
 * for groups that the JVM still interprets is warmed up: a background thread calls it with no
 * active lane until the JVM has compiled it, so the kernel's threads seldom run the slow form.
 */
public final class AutomaticPieces implements PieceCode {
    /** A kernel that has run for this long is worth compiling for groups (ns). */
    private static final long HOT_NANOS = 50_000_000;

    private final CompiledProgram scalar;
    private final Executor executor;
    private final LongSupplier clock;
    private final Function<CompiledProgram, Simt.Outcome> compiler;
    private final AtomicLong ran = new AtomicLong();
    private final AtomicBoolean ordered = new AtomicBoolean();
    private final AtomicBoolean warming = new AtomicBoolean();
    private final PieceTrials[] trials;
    private volatile @Nullable LanePieces groups;
    private volatile @Nullable String refused;

    private AutomaticPieces(
            CompiledProgram scalar,
            Executor executor,
            LongSupplier clock,
            Function<CompiledProgram, Simt.Outcome> compiler) {
        this.scalar = scalar;
        this.executor = executor;
        this.clock = clock;
        this.compiler = compiler;
        KernelPlan plan = scalar.plan();
        int last = plan.pieces().stream().mapToInt(Piece::site).max().orElse(BlockState.START);
        this.trials = new PieceTrials[last - BlockState.START + 1];
        for (Piece piece : plan.pieces()) {
            trials[piece.site() - BlockState.START] = new PieceTrials();
        }
    }

    /**
     * The tier in which a program runs at present.
     *
     * @param inGroups whether some of its pieces run in groups
     * @param why the reason, in words that rarely change
     */
    public record Standing(boolean inGroups, String why) {}

    /** A program that runs in the faster way, and its pieces. */
    public record Entry(CompiledProgram program, AutomaticPieces pieces) {}

    /**
     * Returns the entry for a program that the scalar tier has compiled.
     *
     * @param executor compiles for groups
     * @param clock nanosecond clock
     */
    public static Entry of(CompiledProgram scalar, Executor executor, LongSupplier clock) {
        Entry entry = of(scalar, executor, clock, Simt::compile);
        if (LaneHost.lanes() == 0) {
            entry.pieces().ordered.set(true);
            entry.pieces().refused = LaneHost.whyNone();
        }
        return entry;
    }

    /**
     * Returns the entry with another compiler for groups.
     *
     * @param compiler compiles the scalar tier's program for groups
     */
    static Entry of(
            CompiledProgram scalar,
            Executor executor,
            LongSupplier clock,
            Function<CompiledProgram, Simt.Outcome> compiler) {
        AutomaticPieces pieces = new AutomaticPieces(scalar, executor, clock, compiler);
        return new Entry(new CompiledProgram(pieces, scalar.plan()), pieces);
    }

    @Override
    public int run(int site, Workspace work, int from, int to) {
        LanePieces found = groups;
        if (found == null ? ordered.get() : !found.takes(site, work, from, to)) {
            return scalar.code().run(site, work, from, to);
        }
        CallSampling sampling = CallSampling.of(work, trials.length);
        int piece = site - BlockState.START;
        if (!sampling.passes(piece)) {
            return found == null
                    ? runScalar(sampling, site, work, from, to)
                    : compete(found, sampling, site, work, from, to);
        }
        return found != null && trials[piece].prefersGroups()
                ? found.run(site, work, from, to)
                : scalar.code().run(site, work, from, to);
    }

    private int runScalar(CallSampling sampling, int site, Workspace work, int from, int to) {
        int piece = site - BlockState.START;
        long begin = clock.getAsLong();
        int places = scalar.code().run(site, work, from, to);
        long nanos = clock.getAsLong() - begin;
        if (ran.addAndGet(nanos * sampling.calls(piece)) > HOT_NANOS
                && ordered.compareAndSet(false, true)) {
            order();
        }
        sampling.measured(piece, nanos);
        return places;
    }

    private void order() {
        try {
            executor.execute(this::compile);
        } catch (RejectedExecutionException | OutOfMemoryError noThread) {
            refused = "the host has no thread to compile it";
        }
    }

    private void compile() {
        try {
            switch (compiler.apply(scalar)) {
                case Simt.Outcome.Compiled(CompiledProgram program, _) -> {
                    LanePieces made = (LanePieces) program.code();
                    made.prepare();
                    groups = made;
                }
                case Simt.Outcome.Refused(String why) -> refused = why;
            }
        } catch (RuntimeException | LinkageError | VirtualMachineError failure) {
            System.getLogger(AutomaticPieces.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "the kernel '"
                                    + scalar.plan().kernel().name()
                                    + "' could not be compiled for groups",
                            failure);
            refused = "its compiler failed with " + failure;
        }
    }

    private int compete(
            LanePieces found, CallSampling sampling, int site, Workspace work, int from, int to) {
        int piece = site - BlockState.START;
        PieceTrials ofPiece = trials[piece];
        int inGroups = ofPiece.threadsInGroups(to - from, found.lanes());
        int middle = inGroups >= to - from ? to : Math.min(to, found.whole(from, inGroups));
        int places = 0;
        long nanos = 0;
        if (middle > from) {
            long begin = clock.getAsLong();
            places |= found.run(site, work, from, middle);
            nanos = clock.getAsLong() - begin;
            if (ofPiece.groupsRan(nanos, middle - from, middle == to)) {
                warm(found, site);
            }
        }
        if (middle < to) {
            long begin = clock.getAsLong();
            places |= scalar.code().run(site, work, middle, to);
            nanos = clock.getAsLong() - begin;
            ofPiece.scalarRan(nanos, to - middle, middle == from);
        }
        ofPiece.passed(nanos * (sampling.calls(piece) - 1));
        sampling.measured(piece, ofPiece.looksCloser() ? Long.MAX_VALUE : nanos);
        return places;
    }

    /**
     * Warms the code of a piece, so that the JVM compiles it, unless such a task is already queued.
     */
    private void warm(LanePieces found, int site) {
        if (!warming.compareAndSet(false, true)) {
            return;
        }
        try {
            executor.execute(() -> {
                try {
                    found.warm(site);
                } finally {
                    warming.set(false);
                }
            });
        } catch (RejectedExecutionException | OutOfMemoryError noThread) {
            warming.set(false);
        }
    }

    /** Returns the present standing. */
    public Standing standing() {
        LanePieces found = groups;
        String why = refused;
        if (why != null) {
            return new Standing(false, "not simt, because " + why);
        }
        if (found == null) {
            return new Standing(false, "not simt, because it has not run for long enough");
        }
        int faster = 0;
        for (PieceTrials ofPiece : trials) {
            faster += ofPiece != null && ofPiece.prefersGroups() ? 1 : 0;
        }
        return faster == 0
                ? new Standing(false, "not simt, because groups have not proven to be faster")
                : new Standing(
                        true, faster + " of its " + trials.length + " pieces are faster in groups");
    }
}
