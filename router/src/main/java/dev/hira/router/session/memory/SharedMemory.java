package dev.hira.router.session.memory;

import dev.hira.link.ring.Futex;
import dev.hira.link.ring.RingFile;
import dev.hira.link.ring.RingPollers;
import dev.hira.link.shm.Challenge;
import dev.hira.link.shm.RegionDirectory;
import dev.hira.link.shm.SharedRegion;
import dev.hira.policy.NanoClock;
import dev.hira.router.config.MemoryConfig;
import dev.hira.router.meter.RouterMeters;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shared memory that the router offers: an arena for a session, within a total limit, and rings
 * for its hops, which the limit does not count. Thread-safe.
 */
public final class SharedMemory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedMemory.class);

    private static final long PAGE = 4096;

    private static final ThreadFactory POLLER_THREADS =
            Thread.ofPlatform().daemon().name("hira-router-rings-", 0).factory();

    private final MemoryConfig config;
    private final RandomGenerator random;
    private final RouterMeters meters;
    private final @Nullable RegionDirectory directory;
    private final @Nullable RingPollers pollers;
    private final AtomicLong used = new AtomicLong();

    /**
     * @param random names files and creates challenges; must not be guessable
     * @param clock the clock of the rings
     */
    public SharedMemory(
            MemoryConfig config, RandomGenerator random, RouterMeters meters, NanoClock clock) {
        this.config = config;
        this.random = random;
        this.meters = meters;
        this.directory = config.enabled() ? open(config, random) : null;
        boolean rings = directory != null && config.rings() && Futex.available();
        this.pollers = rings ? new RingPollers(POLLER_THREADS, clock::nanoTime) : null;
    }

    /**
     * Creates an arena for a session; null when none is available.
     *
     * @param rings whether to create rings too
     * @param most largest size of the arena
     */
    public @Nullable SessionMemory offer(boolean rings, long most) {
        if (directory == null) {
            meters.memory("disabled");
            return null;
        }
        long bytes = Math.min(config.sessionBytes(), most & -PAGE);
        if (bytes == 0) {
            meters.memory("granted-none");
            return null;
        }
        if (used.addAndGet(bytes) > config.totalBytes()) {
            used.addAndGet(-bytes);
            meters.memory("exhausted");
            return null;
        }
        try {
            return create(directory, bytes, rings);
        } catch (IOException e) {
            used.addAndGet(-bytes);
            meters.memory("failed");
            LOG.atWarn().log("no shared memory for a session: {}", e.getMessage());
            return null;
        }
    }

    private SessionMemory create(RegionDirectory in, long bytes, boolean rings) throws IOException {
        SharedRegion region = in.create("arena", bytes);
        try {
            region.reserve(0, Challenge.BYTES);
            RingPair pair =
                    rings && pollers != null ? RingPair.create(in, config.ringBytes()) : null;
            return new SessionMemory(
                    region, Challenge.pose(region, 0, random), pair, () -> used.addAndGet(-bytes));
        } catch (IOException | RuntimeException e) {
            region.close();
            throw e;
        }
    }

    /** Creates rings for a session's hop to another server; null when that is not possible. */
    public @Nullable SharedRegion rings() {
        if (directory == null || pollers == null) {
            return null;
        }
        try {
            return RingFile.create(directory, config.ringBytes());
        } catch (IOException e) {
            LOG.atWarn().log("no rings for a session that moves: {}", e.getMessage());
            return null;
        }
    }

    /** Returns the threads that serve rings; only after rings were offered. */
    public RingPollers pollers() {
        return Objects.requireNonNull(pollers);
    }

    /** Returns the total size of all arenas. */
    public long used() {
        return used.get();
    }

    @Override
    public void close() {
        if (pollers != null) {
            pollers.close();
        }
        if (directory != null) {
            try {
                directory.close();
            } catch (IOException e) {
                LOG.atWarn().setCause(e).log("the directory of shared memory could not be removed");
            }
        }
    }

    private static @Nullable RegionDirectory open(MemoryConfig config, RandomGenerator random) {
        try {
            return RegionDirectory.open(config.directory(), config.group(), random);
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("no shared memory: {} cannot be used", config.directory());
            return null;
        }
    }
}
