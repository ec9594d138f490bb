package dev.hira.bench.soak;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.ParentInput;
import dev.hira.guest.Hira;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * A guest process that makes random calls until it is killed. It opens a new session when it loses
 * one, because servers die too.
 */
public final class DoomedGuest {
    private static final int CALLS = 300;
    private static final long PAUSE = Duration.ofMillis(20).toNanos();

    private DoomedGuest() {}

    /** {@code args}: the URI, the seed. */
    public static void main(String[] args) throws IOException {
        CountDownLatch ended = ParentInput.untilItEnds();
        long seed = Long.parseLong(args[1]);
        while (ended.getCount() > 0) {
            try (CudaDriver cuda = Hira.connect(args[0])) {
                cuda.cuInit(0);
                System.out.println(HiraProcess.READY);
                while (ended.getCount() > 0) {
                    RandomCalls.run(cuda, seed++, CALLS);
                }
            } catch (RuntimeException e) {
                System.out.println("lost its session: " + e.getMessage());
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    /** Starts a guest, which says when it has a session. */
    static HiraProcess start(String uri, String vm, long seed) {
        return HiraProcess.start(
                vm,
                DoomedGuest.class.getName(),
                List.of("-XX:TieredStopAtLevel=1"),
                List.of(uri + "?devices=1&vm=" + vm, Long.toString(seed)),
                _ -> {});
    }
}
