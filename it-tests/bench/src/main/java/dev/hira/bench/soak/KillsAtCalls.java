package dev.hira.bench.soak;

import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Kills the server of a VM before random calls of its program, which a seed chooses, and starts it
 * again meanwhile. The next server is killed when all serve again. A program that is told of the
 * death begins again in the same session.
 *
 * <p>Belongs to the program's thread.
 */
final class KillsAtCalls implements Disturber {
    /** The mean numbers of calls until a server is killed; each program has one of them. */
    private static final int[] MEAN_CALLS = {6, 150, 150};

    private static final int MOST_KILLS = 3;

    /** Each thread is told of each death; programs have a few threads. */
    private static final int MOST_TOLD = 50;

    private static final String TOLD_TOO_OFTEN = "the program was told of deaths again and again";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String NAME = "server";

    private final LocalStack stack;
    private final AdminClient admin;
    private final String vm;
    private final SplittableRandom random;
    private final int meanCalls;
    private final ExecutorService starter = Executors.newSingleThreadExecutor();
    private @Nullable Future<?> restart;
    private long calls;
    private long next;
    private int kills;
    private int told;

    KillsAtCalls(LocalStack stack, String vm, long seed) {
        this.stack = stack;
        this.admin = AdminClient.connect(stack.adminUri());
        this.vm = vm;
        this.random = new SplittableRandom(seed);
        this.meanCalls = MEAN_CALLS[random.nextInt(MEAN_CALLS.length)];
        plan();
    }

    private void plan() {
        next = calls + 1 + random.nextInt(2 * meanCalls);
    }

    @Override
    public <T> T run(CudaDriver cuda, Function<CudaDriver, T> program) {
        CudaDriver counting = CountedCalls.of(cuda, this::count);
        while (true) {
            try {
                return program.apply(counting);
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

    private synchronized void count() {
        if (++calls == next && kills < MOST_KILLS) {
            kill();
            plan();
        }
    }

    private void kill() {
        awaitRestart();
        String server =
                admin.always()
                        .listSessions(ListSessionsRequest.newBuilder().setVm(vm).build())
                        .getSessions(0)
                        .getServer();
        int number = Integer.parseInt(server.substring(NAME.length()));
        stack.server(number).kill();
        stack.server(number).awaitExit(PATIENCE);
        kills++;
        restart = starter.submit(() -> stack.restartServer(number));
    }

    private void awaitRestart() {
        Future<?> starting = restart;
        restart = null;
        try {
            if (starting != null) {
                starting.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a server did not start again", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a server started", e);
        }
    }

    /** Returns the number of servers that were killed. */
    @Override
    public synchronized int events() {
        return kills;
    }

    @Override
    public List<String> failures() {
        return List.of();
    }

    @Override
    public String text() {
        return events() + " deaths, told " + told + " times";
    }

    @Override
    public void close() {
        awaitRestart();
        starter.shutdown();
        admin.close();
    }
}
