package dev.hira.server.move;

import com.google.protobuf.ByteString;
import dev.hira.api.StateException;
import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The parts of moves that all sessions of a server share. Safe for any number of threads. */
public final class StateMoves {
    private final Executor threads;
    private final LongSupplier clock;
    private final MoveMeters meters;
    private final Set<AwaitedState> awaited = ConcurrentHashMap.newKeySet();
    private final Set<OfferedState> offered = ConcurrentHashMap.newKeySet();
    private volatile Function<URI, ManagedChannel> channels =
            target -> {
                throw new StateException("this server does not connect to others");
            };
    private volatile Duration patience = Duration.ofSeconds(5);

    /**
     * Creates the shared parts of a server that takes states but does not send any.
     *
     * @param threads a thread for each task, for steps that block
     * @param clock nanosecond clock
     */
    public StateMoves(Executor threads, MeterRegistry registry, LongSupplier clock) {
        this.threads = threads;
        this.clock = clock;
        this.meters = new MoveMeters(registry);
    }

    /** Sets how to reach other servers. */
    public void connectBy(Function<URI, ManagedChannel> opener) {
        channels = opener;
    }

    /**
     * Sets how long to try again when the other server does not know the token: the router's
     * messages to both servers travel separately, so the old server may be the faster one. An
     * offered state waits as long for a caller.
     */
    public void announcedWithin(Duration limit) {
        patience = limit;
    }

    /** Returns the service that takes states from other servers. */
    public BindableService service() {
        return new StateService(this);
    }

    Executor threads() {
        return threads;
    }

    LongSupplier clock() {
        return clock;
    }

    MoveMeters meters() {
        return meters;
    }

    ManagedChannel channel(URI target) {
        return channels.apply(target);
    }

    Duration patience() {
        return patience;
    }

    /** Registers a state that may come from now on; it must be taken or forgotten. */
    void announce(AwaitedState state) {
        awaited.add(state);
    }

    void forget(AwaitedState state) {
        awaited.remove(state);
    }

    /** Returns the state with this token, once; null when there is none. */
    @Nullable AwaitedState take(ByteString token) {
        byte[] given = token.toByteArray();
        AwaitedState found = null;
        for (AwaitedState each : awaited) {
            if (MessageDigest.isEqual(each.token(), given)) {
                found = each;
            }
        }
        return found != null && awaited.remove(found) ? found : null;
    }

    /** Registers a state that a caller may take from now on; it must be taken or withdrawn. */
    void offer(OfferedState state) {
        offered.add(state);
    }

    void withdraw(OfferedState state) {
        offered.remove(state);
    }

    /** Returns the offered state with this token, once; null when there is none. */
    @Nullable OfferedState takeOffer(ByteString token) {
        byte[] given = token.toByteArray();
        OfferedState found = null;
        for (OfferedState each : offered) {
            if (MessageDigest.isEqual(each.token(), given)) {
                found = each;
            }
        }
        return found != null && offered.remove(found) ? found : null;
    }
}
