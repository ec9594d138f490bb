package dev.hira.router.operator.checkpoint;

import com.google.protobuf.ByteString;
import dev.hira.policy.NanoClock;
import dev.hira.router.checkpoint.Spool;
import dev.hira.router.config.RecoveryConfig;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionKeeper;
import dev.hira.router.session.SessionMove.MoveFailed;
import dev.hira.router.session.SessionMove.Round;
import dev.hira.router.session.SessionSave;
import dev.hira.router.session.SessionSave.Saved;
import dev.hira.wire.Frame;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the states of sessions in the router's spool. Each is saved by a thread of its own, of
 * which few work at a time, and restored by another.
 */
public final class SessionStates implements SessionKeeper, AutoCloseable {
    private static final int TOKEN_BYTES = 32;

    /** Most states that are saved at a time. */
    private static final int AT_A_TIME = 2;

    /** Rounds end when so little is left that copying it takes no longer. */
    private static final long SHORT_NANOS = Duration.ofMillis(5).toNanos();

    private static final int MOST_ROUNDS = 5;

    /** Time for everything but the pause of a session. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final Spool spool;
    private final Duration pause;
    private final NanoClock clock;
    private final RandomGenerator random;
    private final Semaphore savers = new Semaphore(AT_A_TIME, true);
    private final ExecutorService threads =
            Executors.newCachedThreadPool(
                    Thread.ofPlatform().daemon().name("hira-router-states-", 0).factory());
    private volatile Function<URI, ManagedChannel> channels =
            _ -> {
                throw new MoveFailed("the router is starting");
            };

    /**
     * @param random makes tokens; must not be guessable
     */
    public SessionStates(
            RecoveryConfig.Checkpoints config, NanoClock clock, RandomGenerator random) {
        this.spool = new Spool(config.directory(), config.space());
        this.pause = config.pause();
        this.clock = clock;
        this.random = random;
    }

    /** Sets how to connect to servers. */
    public void connectBy(Function<URI, ManagedChannel> opener) {
        channels = opener;
    }

    /** Returns the bytes of all kept states. */
    public long bytes() {
        return spool.used();
    }

    ManagedChannel channel(Placed to) {
        return channels.apply(to.server().uri());
    }

    TimeLeft time() {
        return new TimeLeft(clock, LIMIT);
    }

    /** Runs a task on a thread of its own; failures have texts for operators. */
    <T> CompletableFuture<T> run(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Runnable work =
                () -> {
                    try {
                        result.complete(task.call());
                    } catch (InterruptedException e) {
                        result.completeExceptionally(new MoveFailed("the router is stopping"));
                    } catch (Exception e) {
                        result.completeExceptionally(e);
                    }
                };
        try {
            threads.execute(work);
        } catch (RejectedExecutionException stopping) {
            result.completeExceptionally(new MoveFailed("the router is stopping"));
        }
        return result;
    }

    @Override
    public CompletableFuture<KeptState> keep(SessionSave save) {
        return run(() -> {
            savers.acquire();
            try {
                return saved(save);
            } catch (IOException | InterruptedException | RuntimeException e) {
                save.abandon(String.valueOf(e.getMessage()));
                throw e;
            } finally {
                savers.release();
            }
        });
    }

    private KeptState saved(SessionSave save) throws IOException, InterruptedException {
        TimeLeft time = time();
        Placed place = time.await(save.start());
        StateFiles files = new StateFiles(spool, this);
        boolean complete = false;
        try {
            ManagedChannel channel = channel(place);
            try {
                save(save, channel, time, files);
            } finally {
                channel.shutdownNow();
            }
            complete = true;
            return files;
        } finally {
            if (!complete) {
                files.close();
            }
        }
    }

    private void save(SessionSave save, ManagedChannel channel, TimeLeft time, StateFiles files)
            throws IOException, InterruptedException {
        byte[] secret = new byte[TOKEN_BYTES];
        random.nextBytes(secret);
        ByteString token = ByteString.copyFrom(secret);
        CompletableFuture<Saved> rested =
                new Rounds(save, token).copy().thenCompose(_ -> save.rest(pause));
        CompletableFuture<Long> given = rested.thenCompose(_ -> save.offer(token));
        // Without an order no stream would come.
        var _ = given.whenComplete((_, failure) -> stopWaiting(channel, failure));
        try {
            take(channel, token, time, files, given);
            long bytes = time.await(given);
            files.complete(time.await(rested), bytes);
        } finally {
            var _ = rested.thenAccept(saved -> saved.calls().forEach(Frame::release));
        }
    }

    private static void stopWaiting(ManagedChannel channel, @Nullable Throwable failure) {
        if (failure != null) {
            channel.shutdownNow();
        }
    }

    private static void take(
            ManagedChannel channel,
            ByteString token,
            TimeLeft time,
            StateFiles files,
            CompletableFuture<Long> given)
            throws IOException, InterruptedException {
        try {
            StateGet.run(channel, token, time, files::piece);
        } catch (MoveFailed broken) {
            if (given.isCompletedExceptionally()) {
                var _ = time.await(given); // throws the reason
            }
            throw broken;
        }
    }

    /** Rounds of memory while the session works, as long as each leaves clearly less to copy. */
    private final class Rounds {
        private final SessionSave save;
        private final ByteString token;
        private int number;
        private long before;
        private long since;

        Rounds(SessionSave save, ByteString token) {
            this.save = save;
            this.token = token;
        }

        CompletableFuture<Void> copy() {
            number++;
            since = clock.nanoTime();
            return save.round(token).thenCompose(this::next);
        }

        private CompletableFuture<Void> next(Round round) {
            double nanos = Math.max(1, clock.nanoTime() - since);
            double left = round.bytes() == 0 ? 0 : round.pending() * nanos / round.bytes();
            boolean pays =
                    number < MOST_ROUNDS
                            && left > SHORT_NANOS
                            && (number == 1 || round.pending() < before / 4 * 3);
            before = round.pending();
            return pays ? copy() : CompletableFuture.completedFuture(null);
        }
    }

    /** Ends all work. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
