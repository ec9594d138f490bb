package dev.hira.bench.bare;

import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The plainest fast gRPC over Unix sockets: byte arrays, direct executor, one event loop per
 * process. For unary calls also gRPC with its default settings, whose own threads take calls over
 * from the event loop.
 */
final class BareGrpc {
    private static final int WINDOW = 8 << 20;

    static final MethodDescriptor<byte[], byte[]> STREAM =
            method("Stream", MethodDescriptor.MethodType.BIDI_STREAMING);
    static final MethodDescriptor<byte[], byte[]> SINK =
            method("Sink", MethodDescriptor.MethodType.BIDI_STREAMING);
    static final MethodDescriptor<byte[], byte[]> UNARY =
            method("Unary", MethodDescriptor.MethodType.UNARY);

    private BareGrpc() {}

    static EventLoopGroup oneLoop() {
        return new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    }

    /** Returns the socket beside this one on which gRPC has its own threads, its default. */
    static Path pooled(Path socket) {
        return socket.resolveSibling(socket.getFileName() + ".pooled");
    }

    static Server serve(Path socket, EventLoopGroup loop, ServerServiceDefinition service)
            throws IOException {
        return builder(socket, loop).directExecutor().addService(service).build().start();
    }

    static Server servePooled(Path socket, EventLoopGroup loop, ServerServiceDefinition service)
            throws IOException {
        return builder(pooled(socket), loop).addService(service).build().start();
    }

    private static NettyServerBuilder builder(Path socket, EventLoopGroup loop) {
        return NettyServerBuilder.forAddress(new DomainSocketAddress(socket.toString()))
                .channelType(EpollServerDomainSocketChannel.class)
                .withChildOption(ChannelOption.SO_KEEPALIVE, null)
                .bossEventLoopGroup(loop)
                .workerEventLoopGroup(loop)
                .flowControlWindow(WINDOW)
                .maxInboundMessageSize(64 << 20);
    }

    static ManagedChannel connect(Path socket, EventLoopGroup loop) {
        return client(socket, loop).directExecutor().build();
    }

    static ManagedChannel connectPooled(Path socket, EventLoopGroup loop) {
        return client(pooled(socket), loop).build();
    }

    private static NettyChannelBuilder client(Path socket, EventLoopGroup loop) {
        return NettyChannelBuilder.forAddress(new DomainSocketAddress(socket.toString()))
                .channelType(EpollDomainSocketChannel.class)
                .withOption(ChannelOption.SO_KEEPALIVE, null)
                .eventLoopGroup(loop)
                .usePlaintext()
                .flowControlWindow(WINDOW)
                .maxInboundMessageSize(64 << 20);
    }

    static void stop(ManagedChannel channel, EventLoopGroup loop) {
        channel.shutdownNow();
        stop(loop);
    }

    static void stop(EventLoopGroup loop) {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }

    private static MethodDescriptor<byte[], byte[]> method(
            String name, MethodDescriptor.MethodType type) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(type)
                .setFullMethodName("bare.Bare/" + name)
                .setRequestMarshaller(new Bytes())
                .setResponseMarshaller(new Bytes())
                .build();
    }

    /** Marshals byte arrays unchanged. */
    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
