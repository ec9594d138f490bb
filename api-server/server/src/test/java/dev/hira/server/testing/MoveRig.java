package dev.hira.server.testing;

import com.google.protobuf.ByteString;
import com.typesafe.config.ConfigFactory;
import dev.hira.link.grpc.GrpcChannels;
import dev.hira.link.grpc.GrpcLinkClient;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.server.ApiServer;
import dev.hira.server.config.ApiServerConfig;
import dev.hira.wire.v1.GiveState;
import dev.hira.wire.v1.StateAnswer;
import dev.hira.wire.v1.StatePiece;
import dev.hira.wire.v1.StateServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Two servers of the toy API at Unix sockets, between which sessions move. */
public final class MoveRig implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;

    private final EventLoops loops = EventLoops.create(1, "move-rig");
    public final Side old;
    public final Side fresh;
    private final ManagedChannel channel;
    private final ManagedChannel toOld;

    public MoveRig(Path folder) {
        old = new Side(folder, "old");
        fresh = new Side(folder, "new");
        channel = GrpcChannels.open(fresh.uri(), LinkOptions.on(loops.next()));
        toOld = GrpcChannels.open(old.uri(), LinkOptions.on(loops.next()));
    }

    /** A server with its devices. */
    public final class Side {
        public final ToyHost host = new ToyHost();
        public final ApiServer server;
        private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

        Side(Path folder, String name) {
            server =
                    ApiServer.start(
                            ApiServerConfig.from(
                                    ConfigFactory.parseString(
                                            "hira.server { name = "
                                                    + name
                                                    + ", timeouts.drain = 1 ms, listen ="
                                                    + " [\"hira+unix://"
                                                    + folder.resolve(name + ".sock")
                                                    + "\"] }")),
                            registry,
                            host);
        }

        public URI uri() {
            return server.addresses().getFirst();
        }

        /** Connects a guest without a session. */
        public ToyGuest guest() {
            return new ToyGuest(GrpcLinkClient.connect(uri(), LinkOptions.on(loops.next())));
        }

        /** Returns the driver of the session opened last. */
        public ToyHost.OneProcess process() {
            return host.processes.getLast();
        }

        public ToyState state() {
            return process().state;
        }

        public double bytes(String direction) {
            return registry.counter("hira.server.state.bytes", "direction", direction).count();
        }

        public double moves(String direction, String outcome) {
            return registry.counter("hira.server.moves", "direction", direction, "outcome", outcome)
                    .count();
        }

        /** Waits until this many sessions are left. */
        public void awaitSessions(int count) {
            await(() -> server.sessions() == count);
        }
    }

    /** Waits until the new server has denied a stream. */
    public void awaitDenied() {
        await(() -> fresh.moves("in", "denied") > 0);
    }

    /** Waits until a thread waits. */
    public void awaitWaiting(@Nullable Thread thread) {
        await(() -> thread != null && thread.getState() == Thread.State.WAITING);
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("the condition never became true");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Asks the old server for an offered state. */
    public Iterator<StatePiece> give(byte[] token) {
        return StateServiceGrpc.newBlockingStub(toOld)
                .withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .give(GiveState.newBuilder().setToken(ByteString.copyFrom(token)).build());
    }

    /** Begins a stream of state to the new server. */
    public Stream stream() {
        return new Stream();
    }

    /** Begins a stream with a token. */
    public Stream stream(byte[] token) {
        return stream().send(StatePiece.newBuilder().setToken(ByteString.copyFrom(token)).build());
    }

    /** Begins a stream as soon as the new server knows its token. */
    public Stream takenStream(byte[] token) {
        Stream stream;
        do {
            stream = stream(token);
            // The answer to a later stream shows that this one would have been denied by now.
            stream(new byte[0]).status();
        } while (stream.status.isDone());
        return stream;
    }

    /** A stream of state that a test writes by hand. */
    public final class Stream {
        private final ClientCall<StatePiece, StateAnswer> call =
                channel.newCall(StateServiceGrpc.getTakeMethod(), CallOptions.DEFAULT);
        private final CompletableFuture<Status> status = new CompletableFuture<>();
        private final CompletableFuture<Boolean> begun = new CompletableFuture<>();

        Stream() {
            call.start(
                    new ClientCall.Listener<>() {
                        @Override
                        public void onHeaders(Metadata headers) {
                            begun.complete(true);
                        }

                        @Override
                        public void onClose(Status end, Metadata trailers) {
                            begun.complete(false);
                            status.complete(end);
                        }
                    },
                    new Metadata());
            call.request(2);
        }

        /** Waits until the server wants the state or ends the stream; true: it wants it. */
        public boolean begins() {
            return begun.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        }

        public Stream send(StatePiece piece) {
            call.sendMessage(piece);
            return this;
        }

        public Stream halfClose() {
            call.halfClose();
            return this;
        }

        public void cancel() {
            call.cancel("the test cancels it", null);
        }

        /** Waits until the server wants the state. */
        public void awaitBegin() {
            begins();
        }

        /** Waits for the end. */
        public Status status() {
            return status.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        }
    }

    @Override
    public void close() {
        channel.shutdownNow();
        toOld.shutdownNow();
        old.server.close();
        fresh.server.close();
        loops.close();
    }
}
