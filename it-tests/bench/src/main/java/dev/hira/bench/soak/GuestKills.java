package dev.hira.bench.soak;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.HiraProcess;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Runs a guest process in a VM of its own beside the program and kills it before a random call of
 * the program, while another disturber is at work.
 *
 * <p>Belongs to the program's thread.
 */
final class GuestKills implements Disturber {
    private static final int MOST_CALLS = 300;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Disturber other;
    private final HiraProcess guest;
    private final long killedAt;
    private long calls;
    private int kills;

    /**
     * @param other disturbs the program too, and is closed with this one
     * @param uri the router's address
     * @param vm the VM of the guest
     */
    GuestKills(Disturber other, String uri, String vm, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        this.other = other;
        this.killedAt = 1L + random.nextInt(MOST_CALLS);
        this.guest = DoomedGuest.start(uri, vm, random.nextLong());
    }

    @Override
    public <T> T run(CudaDriver cuda, Function<CudaDriver, T> program) {
        return other.run(CountedCalls.of(cuda, this::count), program);
    }

    private synchronized void count() {
        if (++calls == killedAt) {
            kill();
        }
    }

    private void kill() {
        guest.awaitReady(PATIENCE);
        guest.kill();
        guest.awaitExit(PATIENCE);
        kills++;
    }

    @Override
    public synchronized int events() {
        return other.events() + kills;
    }

    @Override
    public List<String> failures() {
        return other.failures();
    }

    @Override
    public synchronized String text() {
        return other.text() + (kills == 0 ? "" : ", a neighbour killed");
    }

    /** Kills the guest if the program made too few calls. */
    @Override
    public void close() {
        try (other) {
            synchronized (this) {
                if (kills == 0) {
                    kill();
                }
            }
        }
    }
}
