package dev.hira.sim.launch;

import dev.hira.sim.check.GridCheck;
import dev.hira.sim.cores.Cores;
import dev.hira.sim.cores.Footprint;
import dev.hira.sim.cores.HelperThreads;
import dev.hira.sim.interpret.Interpreter;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.KernelLedger;
import dev.hira.sim.kernel.Launch;
import dev.hira.sim.kernel.LaunchProgress;
import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.ptx.text.CppName;
import dev.hira.sim.run.DeviceMemory;
import dev.hira.sim.run.Grid;
import dev.hira.sim.run.ThreadEngine;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One launch of a kernel: its shape, its parameters and the run of its grid. It knows neither
 * channels nor the device's engines. On the virtual clock, an interpreter runs a few blocks and
 * counts their instructions, to estimate the kernel's virtual time; the usual tier runs the other
 * blocks.
 */
final class KernelLaunch implements Launch {
    /** Bytes for a cooperative grid's barrier and for the state that CUDA keeps beside it. */
    private static final long WORKSPACE = 512;

    private final LoadedKernel kernel;
    private final LaunchShape shape;
    private final byte[] parameters;
    private final KernelContext context;
    private final Footprint footprint;
    private @Nullable Interpreter counter;
    private @Nullable GridRun run;
    private boolean stopped;
    private boolean pauseRequested;
    private volatile LaunchProgress progress = LaunchProgress.NONE;
    private volatile boolean paused;

    /** The elapsed time of this launch's earlier runs, which were paused. */
    private long earlierNanos;

    /** The address of a cooperative grid's barrier, or 0. */
    private volatile long workspace;

    private @Nullable GridServices services;

    private long @Nullable [] executions;
    private final @Nullable GridCheck check;

    KernelLaunch(
            LoadedKernel kernel,
            LaunchShape shape,
            byte[] parameters,
            KernelContext context,
            Footprint footprint) {
        this.kernel = kernel;
        this.shape = shape;
        this.parameters = parameters;
        this.context = context;
        this.footprint = footprint;
        KernelLedger ledger = context.ledger();
        this.check =
                ledger == null
                        ? null
                        : new GridCheck(
                                kernel.code().program(),
                                shape,
                                kernel.surroundings(),
                                ledger,
                                ledger.now());
    }

    @Override
    public void run() {
        Tiers.Choice choice = check == null ? kernel.code().compiled() : kernel.code().watched();
        counter = context.modelled() ? kernel.code().counter(check != null) : null;
        Cores cores = kernel.compiler().cores();
        long begin = cores.now() - earlierNanos;
        paused = false;
        try {
            GridRun.@Nullable Failure failure = run(choice.engine());
            long stray = context.memory().strayAfter(cores.now() - begin - earlierNanos);
            FaultReport report =
                    new FaultReport(kernel.code().program(), shape, context, missedBarrier());
            if (failure != null) {
                throw report.of(failure);
            } else if (stray != 0) {
                throw report.ofStray(stray);
            }
            paused = takePause();
        } finally {
            if (check != null) {
                check.report();
            }
            if (paused) {
                earlierNanos = cores.now() - begin;
            } else {
                context.books()
                        .enter(kernel.name(), choice.tier(), choice.why(), cores.now() - begin);
            }
        }
    }

    @Override
    public String takeText() {
        return context.output().takeOf(progress.grid());
    }

    /**
     * Takes the request for a pause back; returns whether the run that has just ended was paused.
     */
    private synchronized boolean takePause() {
        pauseRequested = false;
        return run != null && run.paused();
    }

    /**
     * Reserves the device memory that the launch needs.
     *
     * @throws KernelFault when there is not enough
     */
    void reserve() {
        if (kernel.traits().allocates() && !context.heap().make()) {
            throw new KernelFault(
                    FaultKind.OUT_OF_MEMORY,
                    "There is no room for the heap that the kernel '"
                            + CppName.readable(kernel.name())
                            + "' allocates from; lower CU_LIMIT_MALLOC_HEAP_SIZE.");
        }
        if (!shape.cooperative()) {
            return;
        }
        workspace = context.reserve(WORKSPACE);
        if (workspace == 0) {
            throw new KernelFault(
                    FaultKind.OUT_OF_MEMORY,
                    "There is no device memory left for the barrier of the cooperative kernel '"
                            + CppName.readable(kernel.name())
                            + "'.");
        }
    }

    @Override
    public void forget() {
        if (workspace != 0) {
            context.release(workspace);
            workspace = 0;
        }
    }

    private GridRun.@Nullable Failure run(ThreadEngine usual) {
        KernelCompiler compiler = kernel.compiler();
        LaunchProgress before = progress;
        long number = before.grid() == 0 ? context.nextGrid() : before.grid();
        GridRun begun = new GridRun(compiler.cores(), context, shape, context::limitNanos, before);
        GridServices given =
                new GridServices(begun, context, number, kernel.device(), workspace, check);
        services = given;
        Grid grid =
                new Grid(
                        kernel.code().program(),
                        shape,
                        parameters,
                        kernel.symbols(),
                        new DeviceMemory(context.memory()),
                        given,
                        footprint.localBytes());
        publish(begun);
        GridBlocks blocks = new GridBlocks(grid, threadEngines(usual), this::take, check != null);
        Supplier<GridRun.@Nullable Failure> work =
                () -> begun.execute(blocks, footprint, compiler.watchdog());
        GridRun.@Nullable Failure failure =
                kernel.traits().stacks() ? HelperThreads.ofHost().call(work) : work.get();
        progress = begun.progress(number);
        return failure;
    }

    private boolean missedBarrier() {
        GridServices used = services;
        return used != null && used.missedWorkspace();
    }

    private LongFunction<ThreadEngine> threadEngines(ThreadEngine usual) {
        Interpreter counting = counter;
        return counting == null
                ? _ -> usual
                : block -> CostModel.samples(block, shape.blocks()) ? counting : usual;
    }

    private synchronized void take(GridBlocks.Used used) {
        if (counter == null || !used.engine().equals(counter)) {
            return;
        }
        long[] more = counter.executions(used.state());
        if (executions == null) {
            executions = more;
            return;
        }
        for (int i = 0; i < more.length; i++) {
            executions[i] += more[i];
        }
    }

    private synchronized void publish(GridRun begun) {
        run = begun;
        if (stopped) {
            stop(begun);
        }
        if (pauseRequested) {
            begun.pause();
        }
    }

    @Override
    public synchronized void stop() {
        stopped = true;
        if (run != null) {
            stop(run);
        }
    }

    @Override
    public synchronized void pause() {
        pauseRequested = true;
        if (run != null) {
            run.pause();
        }
    }

    @Override
    public boolean paused() {
        return paused;
    }

    @Override
    public LaunchProgress progress() {
        return progress;
    }

    @Override
    public void continueFrom(LaunchProgress before) {
        progress = before;
    }

    @Override
    public LaunchShape shape() {
        return shape;
    }

    @Override
    public byte[] parameters() {
        return parameters.clone();
    }

    private static void stop(GridRun begun) {
        begun.stop(FaultKind.CONTEXT_IS_DESTROYED, "Its context was destroyed while it ran.");
    }

    @Override
    public synchronized long deviceNanos() {
        return run == null
                ? progress.seatNanos() / kernel.compiler().cores().count()
                : run.deviceNanos();
    }

    @Override
    public synchronized long nanosSoFar() {
        return run == null ? deviceNanos() : run.nanosSoFar();
    }

    @Override
    public synchronized long modelledNanos() {
        if (executions == null) {
            return 0;
        }
        return kernel.code()
                .costs()
                .nanos(executions, shape, kernel.resident(shape), kernel.device());
    }
}
