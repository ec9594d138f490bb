package dev.hira.bench.bare;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.netty.channel.EventLoopGroup;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A caller of the yardstick that blocks for each answer, like a program that makes synchronous
 * calls.
 */
public final class BareClient implements AutoCloseable {
    private final EventLoopGroup loop = BareGrpc.oneLoop();
    private final ManagedChannel channel;
    private final ManagedChannel pooled;
    private final ClientCall<byte[], byte[]> stream;
    private final Thread owner = Thread.currentThread();
    private final AtomicLong received = new AtomicLong();
    private long sent;

    private BareClient(Path socket, MethodDescriptor<byte[], byte[]> method) {
        channel = BareGrpc.connect(socket, loop);
        pooled = BareGrpc.connectPooled(socket, loop);
        stream = channel.newCall(method, CallOptions.DEFAULT);
        stream.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(byte[] message) {
                        stream.request(1);
                        received.incrementAndGet();
                        LockSupport.unpark(owner);
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        received.set(Long.MAX_VALUE);
                        LockSupport.unpark(owner);
                    }
                },
                new Metadata());
        stream.request(4);
    }

    /** Returns a caller that gets its messages back unchanged. */
    public static BareClient ofEcho(Path socket) {
        return new BareClient(socket, BareGrpc.STREAM);
    }

    /** Returns a caller that gets a single byte for each message. */
    public static BareClient ofSink(Path socket) {
        return new BareClient(socket, BareGrpc.SINK);
    }

    /** Makes one round trip over the long-lived stream. */
    public void streamRoundTrip(byte[] message) {
        send(message);
        awaitAll();
    }

    /** Sends without waiting. */
    public void send(byte[] message) {
        stream.sendMessage(message);
        sent++;
    }

    /** Returns whether the stream would send another message at once instead of queuing it. */
    public boolean writable() {
        return stream.isReady();
    }

    /** Waits until all sent messages came back. */
    public void awaitAll() {
        awaitAllBut(0);
    }

    /** Sends many messages with a bounded number in flight, and waits for all answers. */
    public void sendAll(byte[] message, int count, int onTheWay) {
        for (int i = 0; i < count; i++) {
            awaitAllBut(onTheWay - 1);
            send(message);
        }
        awaitAll();
    }

    private void awaitAllBut(int onTheWay) {
        while (sent - received.get() > onTheWay) {
            LockSupport.park(this);
        }
    }

    /** Makes one unary call. */
    public void unaryRoundTrip(byte[] message) {
        ClientCalls.blockingUnaryCall(channel, BareGrpc.UNARY, CallOptions.DEFAULT, message);
    }

    /** Makes one unary call through processes in which gRPC has threads of its own. */
    public void pooledUnaryRoundTrip(byte[] message) {
        ClientCalls.blockingUnaryCall(pooled, BareGrpc.UNARY, CallOptions.DEFAULT, message);
    }

    @Override
    public void close() {
        stream.cancel("done", null);
        pooled.shutdownNow();
        BareGrpc.stop(channel, loop);
    }
}
