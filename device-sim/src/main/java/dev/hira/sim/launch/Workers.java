package dev.hira.sim.launch;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The threads that help kernels, of which there are as many as are asked for. */
final class Workers {
    private static final Workers HOST = new Workers();

    private final AtomicLong number = new AtomicLong();
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(
                    0,
                    Integer.MAX_VALUE,
                    1,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    body ->
                            Thread.ofPlatform()
                                    .daemon()
                                    .name("sim-worker-" + number.incrementAndGet())
                                    .unstarted(body));

    private Workers() {}

    /** Those of this process. */
    static Workers ofHost() {
        return HOST;
    }

    /** Runs a task on a thread that does nothing else. */
    void run(Runnable task) {
        threads.execute(task);
    }
}
