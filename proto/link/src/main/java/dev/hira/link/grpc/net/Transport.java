package dev.hira.link.grpc.net;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/** The two ways in which Netty reaches the system's sockets: epoll and NIO. */
public enum Transport {
    EPOLL {
        @Override
        IoHandlerFactory ioHandlers() {
            return EpollIoHandler.newFactory();
        }

        @Override
        public Channel socket(boolean unix) {
            return unix ? new EpollDomainSocketChannel() : new EpollSocketChannel();
        }

        @Override
        public ServerChannel serverSocket(boolean unix) {
            return unix ? new EpollServerDomainSocketChannel() : new EpollServerSocketChannel();
        }

        @Override
        public SocketAddress unixAddress(Path path) {
            return new DomainSocketAddress(path.toFile());
        }
    },
    NIO {
        @Override
        IoHandlerFactory ioHandlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        public Channel socket(boolean unix) {
            return unix ? new NioDomainSocketChannel() : new NioSocketChannel();
        }

        @Override
        public ServerChannel serverSocket(boolean unix) {
            return unix ? new NioServerDomainSocketChannel() : new NioServerSocketChannel();
        }

        @Override
        public SocketAddress unixAddress(Path path) {
            return UnixDomainSocketAddress.of(path);
        }
    };

    abstract IoHandlerFactory ioHandlers();

    public abstract Channel socket(boolean unix);

    public abstract ServerChannel serverSocket(boolean unix);

    public abstract SocketAddress unixAddress(Path path);

    public static Transport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    /** Returns the transport of a loop that another owner started. */
    public static Transport of(EventLoop loop) {
        return loop instanceof IoEventLoop io && io.isIoType(EpollIoHandler.class) ? EPOLL : NIO;
    }
}
