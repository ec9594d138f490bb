package dev.hira.link.bench;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Plain gRPC for comparison: a stream of byte arrays, direct executor, epoll, Unix socket. */
final class BareGrpc {
    private static final MethodDescriptor.Marshaller<byte[]> BYTES =
            new MethodDescriptor.Marshaller<>() {
                @Override
                public InputStream stream(byte[] value) {
                    return new ByteArrayInputStream(value);
                }

                @Override
                public byte[] parse(InputStream stream) {
                    try {
                        return stream.readNBytes(stream.available());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };

    private static final MethodDescriptor<byte[], byte[]> METHOD =
            MethodDescriptor.newBuilder(BYTES, BYTES)
                    .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                    .setFullMethodName("bare/Connect")
                    .build();

    private final MultiThreadIoEventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final ManagedChannel channel;
    private final ClientCall<byte[], byte[]> call;
    private final Semaphore answers = new Semaphore(0);
    private final Semaphore room = new Semaphore(0);
    private volatile @Nullable Runnable inline;

    BareGrpc(URI uri) {
        channel =
                NettyChannelBuilder.forAddress(new DomainSocketAddress(new File(uri.getPath())))
                        .channelType(EpollDomainSocketChannel.class, DomainSocketAddress.class)
                        .eventLoopGroup(group)
                        .usePlaintext()
                        .directExecutor()
                        .flowControlWindow(8 << 20)
                        .build();
        call = channel.newCall(METHOD, CallOptions.DEFAULT.withOnReadyThreshold(1 << 20));
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(byte[] message) {
                        Runnable next = inline;
                        if (next == null) {
                            answers.release();
                        } else {
                            next.run();
                        }
                    }

                    @Override
                    public void onReady() {
                        room.release();
                    }
                },
                new Metadata());
        call.request(Integer.MAX_VALUE);
    }

    static Server serve(URI uri) throws IOException {
        var group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        ServerCallHandler<byte[], byte[]> handler =
                (call, headers) -> {
                    call.sendHeaders(new Metadata());
                    call.request(Integer.MAX_VALUE);
                    return new Echo(call);
                };
        new File(uri.getPath()).delete();
        return NettyServerBuilder.forAddress(
                        new DomainSocketAddress(new File(uri.getPath())),
                        InsecureServerCredentials.create())
                .channelType(EpollServerDomainSocketChannel.class)
                .bossEventLoopGroup(group)
                .workerEventLoopGroup(group)
                .directExecutor()
                .flowControlWindow(8 << 20)
                .addService(
                        ServerServiceDefinition.builder("bare").addMethod(METHOD, handler).build())
                .build()
                .start();
    }

    /** Echoes a message that begins with 1, and answers one that begins with 2 briefly. */
    private static final class Echo extends ServerCall.Listener<byte[]> {
        private final ServerCall<byte[], byte[]> call;

        Echo(ServerCall<byte[], byte[]> call) {
            this.call = call;
        }

        @Override
        public void onMessage(byte[] message) {
            if (message[0] == 1) {
                call.sendMessage(message);
            } else if (message[0] == 2) {
                call.sendMessage(new byte[32]);
            }
        }

        @Override
        public void onHalfClose() {
            call.close(Status.OK, new Metadata());
        }
    }

    String pingPong(int count) throws InterruptedException {
        byte[] ping = new byte[100];
        ping[0] = 1;
        long[] times = new long[count];
        long before = GrpcLinkBench.allocated();
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            call.sendMessage(ping);
            answers.acquire();
            times[i] = System.nanoTime() - start;
        }
        return GrpcLinkBench.percentiles(times)
                + " ("
                + (GrpcLinkBench.allocated() - before) / count
                + " B/frame caller)";
    }

    String callbackPingPong(int count) throws InterruptedException {
        byte[] ping = new byte[100];
        ping[0] = 1;
        long[] times = new long[count];
        CountDownLatch done = new CountDownLatch(1);
        AtomicLong start = new AtomicLong();
        int[] at = {0};
        long[] bytes = new long[1];
        inline =
                () -> {
                    long now = System.nanoTime();
                    if (at[0] > 0) {
                        times[at[0] - 1] = now - start.get();
                    } else {
                        bytes[0] = GrpcLinkBench.allocated();
                    }
                    if (at[0]++ == count) {
                        inline = null;
                        bytes[0] = GrpcLinkBench.allocated() - bytes[0];
                        done.countDown();
                        return;
                    }
                    start.set(now);
                    call.sendMessage(ping);
                };
        call.sendMessage(ping);
        done.await();
        return GrpcLinkBench.percentiles(times) + " (" + bytes[0] / count + " B/frame loop)";
    }

    /** Returns messages per second, one way. */
    double oneWay(int size, int count) throws InterruptedException {
        byte[] message = new byte[size];
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            while (!call.isReady()) {
                room.acquire();
            }
            call.sendMessage(message);
        }
        byte[] last = new byte[32];
        last[0] = 2;
        call.sendMessage(last);
        answers.acquire();
        return count * 1e9 / (System.nanoTime() - start);
    }

    void close() {
        call.halfClose();
        channel.shutdownNow();
        var _ = group.shutdownGracefully();
    }
}
