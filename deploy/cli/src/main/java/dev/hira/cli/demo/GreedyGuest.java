package dev.hira.cli.demo;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.guest.Hira;

/**
 * A guest program of the demo that allocates memory until it is refused, and prints how much it
 * got.
 */
public final class GreedyGuest {
    private static final long CHUNK = 4 << 20;

    private GreedyGuest() {}

    /**
     * {@code args[0]}: the URI; {@code args[1]}: the quota in bytes. Ends with 0 when the program
     * got exactly this much.
     */
    public static void main(String[] args) {
        long quota = Long.parseLong(args[1]);
        long got = 0;
        try (CudaDriver cuda = Hira.connect(args[0])) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            try {
                while (got <= quota) {
                    cuda.cuMemAlloc(CHUNK);
                    got += CHUNK;
                }
            } catch (CudaException refused) {
                System.out.println("got " + (got >> 20) + " MiB, then: " + refused.getMessage());
                System.exit(isOutOfMemory(refused) && got == quota ? 0 : 1);
            }
            System.out.println(
                    "got " + (got >> 20) + " MiB, which is more than " + (quota >> 20) + " MiB");
            System.exit(1);
        }
    }

    private static boolean isOutOfMemory(CudaException refused) {
        return refused.error() == CUresult.CUDA_ERROR_OUT_OF_MEMORY;
    }
}
