package dev.hira.bench.kernels;

import dev.hira.cli.launch.HiraProcess;
import dev.hira.sim.launch.KernelCompiler;
import dev.hira.sim.launch.Tier;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that stops an endless kernel for the first time, and prints the delay. */
public final class FreshStops {
    private static final long LIMIT = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int WORKERS = 2;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private FreshStops() {}

    public static void main(String[] args) {
        try (SimBoard board =
                new SimBoard(KernelCompiler.on(WORKERS, Tier.automatic(System::nanoTime)))) {
            System.out.println(HiraProcess.READY + new EndlessKernel(board, LIMIT).stop());
        }
    }

    /** Starts a new process and returns its delay in nanoseconds. */
    static long first() {
        try (HiraProcess process =
                HiraProcess.withDevices("fresh-stops", FreshStops.class.getName(), List.of())) {
            return Long.parseLong(process.awaitReady(PATIENCE).strip());
        }
    }
}
