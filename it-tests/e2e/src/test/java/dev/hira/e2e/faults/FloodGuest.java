package dev.hira.e2e.faults;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.guest.Hira;
import java.util.List;

/** A guest program that allocates memory and then sends commands until it is killed. */
public final class FloodGuest {
    /** The device memory that it holds, in bytes. */
    static final long HELD = 200L << 20;

    private FloodGuest() {}

    /** Starts the program as a process, and waits until it holds its memory. */
    static HiraProcess start(String uri, String how) {
        HiraProcess guest =
                HiraProcess.start(
                        "guest",
                        FloodGuest.class.getName(),
                        List.of(),
                        List.of(uri, how),
                        line -> {});
        guest.awaitReady(TwoServers.PATIENCE);
        return guest;
    }

    /**
     * {@code args[0]}: the URI; {@code args[1]}: {@code flood}, or {@code idle} to hold the memory
     * and do nothing.
     */
    public static void main(String[] args) throws InterruptedException {
        try (CudaDriver cuda = Hira.connect(args[0])) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            long memory = cuda.cuMemAlloc(HELD);
            long stream = cuda.cuStreamCreate(1);
            cuda.cuStreamSynchronize(stream);
            System.out.println(HiraProcess.READY + "flooding");
            if (args[1].equals("idle")) {
                Thread.currentThread().join();
            }
            for (long i = 0; i < Long.MAX_VALUE; i++) {
                cuda.cuMemsetD8Async(memory, (int) (i & 0xFF), 1024, stream);
            }
        }
    }
}
