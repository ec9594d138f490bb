package dev.hira.sim.launch;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.kernel.KernelTarget;
import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.ops.Operation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Models the time that kernels take on the modelled device.
 *
 * <p>The model is a roofline with latencies. It counts, for a few blocks of the grid, how often
 * each of their basic blocks was executed. From these counts follow the number of instructions of
 * each class, and the bytes of device memory, of an average block. A multiprocessor executes a
 * fixed number of instructions of a class per cycle ({@link Kind}, of the throughput table in
 * NVIDIA's programming guide, compute capability 8.x), which gives the cycles of a block if nothing
 * waits. A single thread takes at least the sum of the latencies of its instructions; the blocks
 * that are resident on a multiprocessor together overlap these. Hence
 *
 * <pre>
 *   busy    = blocks of the busiest multiprocessor × cycles of a block's instructions
 *   waiting = rounds of resident blocks × latency of a thread
 *   memory  = bytes of all blocks / bandwidth
 *   nanos   = max(busy, waiting, memory)
 * </pre>
 *
 * <p>All arithmetic is in integers, and the choice of counted blocks depends on the grid only
 * ({@link #samples}), so equal launches take equal times, to the nanosecond, in every tier. The
 * time to set up the launch is added from the device's profile. The model leaves out caches,
 * coalescing, bank conflicts and divergence within warps.
 */
final class CostModel {
    private static final int MOST_SAMPLES = 3;
    private static final long PICOS = 1000;

    private final List<EnumMap<Kind, Long>> blocks = new ArrayList<>();
    private final List<Long> bytes = new ArrayList<>();

    /** A class of instructions. */
    private enum Kind {
        SIMPLE(128, 4),
        DOUBLE(32, 8),
        SPECIAL(16, 18),
        SHARED(32, 24),
        GLOBAL(32, 400),
        ATOMIC(16, 500),
        MEETING(32, 16),
        CONTROL(64, 8);

        /** Threads that can begin such an instruction per cycle on a multiprocessor. */
        final long perCycle;

        /** Cycles until the thread's next instruction. */
        final long latency;

        Kind(long perCycle, long latency) {
            this.perCycle = perCycle;
            this.latency = latency;
        }
    }

    private CostModel() {}

    /** Returns the costs of a program's basic blocks. */
    static CostModel of(Program program) {
        CostModel model = new CostModel();
        for (Routine routine : program.routines()) {
            for (BasicBlock block : routine.blocks()) {
                model.enter(block);
            }
        }
        return model;
    }

    private void enter(BasicBlock block) {
        EnumMap<Kind, Long> counts = new EnumMap<>(Kind.class);
        long moved = 0;
        for (Step step : block.steps()) {
            counts.merge(kind(step), 1L, Long::sum);
            moved += bytes(step);
        }
        if (!(block.exit() instanceof Exit.Stop stop)) {
            counts.merge(Kind.CONTROL, 1L, Long::sum);
        } else if (!(stop.meeting() instanceof Meeting.InStep)) {
            counts.merge(Kind.MEETING, 1L, Long::sum);
        }
        blocks.add(counts);
        bytes.add(moved);
    }

    private static Kind kind(Step step) {
        return switch (step) {
            case Step.Compute compute -> kind(compute.operation());
            case Step.Move _, Step.Select _ -> Kind.SIMPLE;
            case Step.Load load -> kind(load.access().space());
            case Step.Store store -> kind(store.access().space());
            case Step.Atomic _ -> Kind.ATOMIC;
            case Step.Fence _ -> Kind.MEETING;
            case Step.Call _, Step.IndirectCall _ -> Kind.CONTROL;
            case Step.BuiltinCall _ -> Kind.ATOMIC;
            case Step.Guarded guarded -> kind(guarded.step());
        };
    }

    private static Kind kind(Space space) {
        return switch (space) {
            case PARAM -> Kind.SIMPLE;
            case SHARED -> Kind.SHARED;
            case GLOBAL, GENERIC, LOCAL -> Kind.GLOBAL;
        };
    }

    private static Kind kind(Operation operation) {
        String name = operation.method();
        boolean hard =
                LongStream.of(
                                name.indexOf("div"),
                                name.indexOf("rem"),
                                name.indexOf("sqrt"),
                                name.indexOf("rcp"),
                                name.indexOf("sin"),
                                name.indexOf("cos"),
                                name.indexOf("lg2"),
                                name.indexOf("ex2"),
                                name.indexOf("tanh"))
                        .anyMatch(at -> at == 0);
        if (hard) {
            return Kind.SPECIAL;
        }
        return operation.type().returnType() == double.class ? Kind.DOUBLE : Kind.SIMPLE;
    }

    private static long bytes(Step step) {
        return switch (step) {
            case Step.Load(_, var access, _, _) ->
                    kind(access.space()) == Kind.GLOBAL ? access.bytes() : 0;
            case Step.Store(var access, _, _, _) ->
                    kind(access.space()) == Kind.GLOBAL ? access.bytes() : 0;
            case Step.Atomic atomic ->
                    atomic.access().space() == Space.SHARED ? 0 : 2L * atomic.access().bytes();
            case Step.Guarded guarded -> bytes(guarded.step());
            case Step.Compute _,
                    Step.Move _,
                    Step.Select _,
                    Step.Fence _,
                    Step.Call _,
                    Step.IndirectCall _,
                    Step.BuiltinCall _ ->
                    0;
        };
    }

    /** Returns whether a block is counted, in a grid of {@code of} blocks. */
    static boolean samples(long block, long of) {
        return block == 0 || block == of - 1 || (of >= MOST_SAMPLES && block == of / 2);
    }

    /** Returns the number of counted blocks. */
    private static long sampled(long of) {
        return Math.min(of, MOST_SAMPLES);
    }

    /**
     * Returns the time that a grid takes, in nanoseconds.
     *
     * @param executions for each basic block, the executions by all counted blocks together
     * @param resident blocks of the kernel that fit on a multiprocessor, at least 1
     */
    long nanos(long[] executions, LaunchShape shape, int resident, KernelTarget device) {
        EnumMap<Kind, Long> totals = new EnumMap<>(Kind.class);
        long moved = 0;
        for (int i = 0; i < executions.length; i++) {
            long times = executions[i];
            moved += bytes.get(i) * times;
            blocks.get(i).forEach((kind, count) -> totals.merge(kind, count * times, Long::sum));
        }
        long samples = sampled(shape.blocks());
        long threads = samples * shape.threadsPerBlock();
        long busyMillicycles = 0;
        long waitingMillicycles = 0;
        for (Map.Entry<Kind, Long> total : totals.entrySet()) {
            Kind kind = total.getKey();
            busyMillicycles += Math.ceilDiv(total.getValue() * 1000, kind.perCycle * samples);
            waitingMillicycles += Math.ceilDiv(total.getValue() * 1000 * kind.latency, threads);
        }
        long processors = device.multiprocessors();
        long busiest = Math.ceilDiv(shape.blocks(), processors);
        long cycles =
                Math.max(
                        busiest * busyMillicycles,
                        Math.ceilDiv(busiest, resident) * waitingMillicycles);
        long all = Math.ceilDiv(moved * shape.blocks(), samples);
        return Math.max(
                Math.ceilDiv(cycles * PICOS, device.clockKhz()),
                Math.ceilDiv(all * PICOS, device.memoryRate()));
    }
}
