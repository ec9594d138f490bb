package dev.hira.bench.kernels;

import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.rehearsal.Rehearsal;
import dev.hira.sim.launch.CompilingEngine;
import dev.hira.sim.launch.Tier;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that stops an endless kernel for the first time, and prints the delay. */
public final class FreshStops {
    private static final long LIMIT = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int WORKERS = 2;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private FreshStops() {}

    /** {@code args}: any argument makes the process rehearse first, as serving processes do. */
    public static void main(String[] args) throws IOException {
        if (args.length > 0) {
            Rehearsal.run(0, true);
        }
        try (SimBoard board =
                new SimBoard(CompilingEngine.on(WORKERS, Tier.automatic(System::nanoTime)))) {
            System.out.println(HiraProcess.READY + new EndlessKernel(board, LIMIT).stop());
        }
    }

    /** Starts a new process and returns its delay in nanoseconds. */
    static long first(boolean rehearsed) {
        List<String> arguments = rehearsed ? List.of("rehearsed") : List.of();
        try (HiraProcess process =
                HiraProcess.withDevices("fresh-stops", FreshStops.class.getName(), arguments)) {
            return Long.parseLong(process.awaitReady(PATIENCE).strip());
        }
    }
}
