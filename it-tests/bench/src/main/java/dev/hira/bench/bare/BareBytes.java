package dev.hira.bench.bare;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Bytes over Unix sockets through a middle process, with Netty and without any protocol: the bound
 * for a stream of bytes. The far end copies them out of the buffers and answers each MiB with a
 * byte.
 */
public final class BareBytes implements AutoCloseable {
    private static final int ANSWERED = 1 << 20;
    private static final int READ = 256 << 10;
    private static final int SOCKET_BUFFER = 1 << 20;

    private final EventLoopGroup loop = BareGrpc.oneLoop();
    private final AtomicLong answers = new AtomicLong();
    private final Thread owner = Thread.currentThread();
    private final ByteBuf message;
    private final Channel channel;
    private long sent;

    /** Connects to the middle process. */
    public BareBytes(Path socket) {
        message = PooledByteBufAllocator.DEFAULT.directBuffer(ANSWERED, ANSWERED);
        message.writeZero(ANSWERED);
        channel = connect(socket, loop, new Answers()).syncUninterruptibly().channel();
    }

    /** Sends data with a bounded amount in flight, in MiB, and waits for all answers. */
    public void sendAll(int count, int onTheWay) {
        for (int i = 0; i < count; i++) {
            awaitAllBut(onTheWay - 1);
            sent++;
            var _ = channel.writeAndFlush(message.retainedDuplicate());
        }
        awaitAllBut(0);
    }

    private void awaitAllBut(int onTheWay) {
        while (sent - answers.get() > onTheWay) {
            LockSupport.park(this);
        }
    }

    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
        message.release();
        BareGrpc.stop(loop);
    }

    /** Returns the socket beside this one for bytes without a protocol. */
    public static Path beside(Path socket) {
        return socket.resolveSibling(socket.getFileName() + ".bytes");
    }

    /** Serves as the far end. */
    static void sink(Path socket, EventLoopGroup loop) {
        serve(socket, loop, accepted -> accepted.pipeline().addLast(new Sink()));
    }

    /** Serves as the middle. */
    static void relay(Path socket, Path target, EventLoopGroup loop) {
        serve(
                socket,
                loop,
                accepted -> {
                    accepted.config().setAutoRead(false);
                    ChannelFuture far = connect(target, loop, new Forward(accepted));
                    accepted.pipeline().addLast(new Forward(far.channel()));
                    far.addListener(_ -> accepted.config().setAutoRead(true));
                });
    }

    private static void serve(Path socket, EventLoopGroup loop, Consumer<Channel> onAccept) {
        new ServerBootstrap()
                .group(loop)
                .channel(EpollServerDomainSocketChannel.class)
                .childOption(ChannelOption.SO_SNDBUF, SOCKET_BUFFER)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ))
                .childHandler(
                        new ChannelInitializer<Channel>() {
                            @Override
                            protected void initChannel(Channel accepted) {
                                onAccept.accept(accepted);
                            }
                        })
                .bind(new DomainSocketAddress(socket.toString()))
                .syncUninterruptibly();
    }

    private static ChannelFuture connect(Path socket, EventLoopGroup loop, ChannelHandler handler) {
        return new Bootstrap()
                .group(loop)
                .channel(EpollDomainSocketChannel.class)
                .option(ChannelOption.SO_SNDBUF, SOCKET_BUFFER)
                .option(
                        ChannelOption.WRITE_BUFFER_WATER_MARK,
                        new WriteBufferWaterMark(READ, 2 * READ))
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ))
                .handler(handler)
                .connect(new DomainSocketAddress(socket.toString()));
    }

    /** Consumes bytes and answers each MiB. */
    private static final class Sink extends ChannelInboundHandlerAdapter {
        private final byte[] taken = new byte[READ];
        private long received;

        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            ByteBuf buffer = (ByteBuf) bytes;
            long before = received / ANSWERED;
            received += buffer.readableBytes();
            buffer.readBytes(taken, 0, buffer.readableBytes());
            buffer.release();
            int due = (int) (received / ANSWERED - before);
            if (due > 0) {
                var _ = context.writeAndFlush(context.alloc().buffer(due).writeZero(due));
            }
        }
    }

    /** Passes bytes on unchanged, and reads only as much as it can send. */
    private static final class Forward extends ChannelInboundHandlerAdapter {
        private final Channel to;

        Forward(Channel to) {
            this.to = to;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            var _ = to.writeAndFlush(bytes);
            context.channel().config().setAutoRead(to.isWritable());
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            to.config().setAutoRead(context.channel().isWritable());
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            var _ = to.close();
        }
    }

    /** Counts answers. */
    private final class Answers extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            ByteBuf buffer = (ByteBuf) bytes;
            answers.addAndGet(buffer.readableBytes());
            buffer.release();
            LockSupport.unpark(owner);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            answers.set(Long.MAX_VALUE);
            LockSupport.unpark(owner);
        }
    }
}
