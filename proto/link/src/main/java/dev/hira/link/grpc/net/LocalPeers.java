package dev.hira.link.grpc.net;

import dev.hira.base.OwnUser;
import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

/** Asks the system for the users of processes at the other end of connections within this host. */
public final class LocalPeers {
    /** The user that may act as every other one. */
    public static final long ROOT = 0;

    /** Stands for a user that the system does not tell. */
    public static final long UNKNOWN = -1;

    private static final long OWN = ownUser();

    private LocalPeers() {}

    /** Returns the user of this process. */
    public static long own() {
        return OWN;
    }

    /** Returns the identity of a peer, of which TLS knows nothing. */
    public static PeerIdentity of(Channel channel) {
        try {
            if (channel instanceof EpollDomainSocketChannel unix) {
                return new PeerIdentity.LocalUser(
                        Integer.toUnsignedLong(unix.peerCredentials().uid()));
            }
            if (channel instanceof NioDomainSocketChannel unix) {
                return JdkPeers.of(unix);
            }
        } catch (IOException e) {
            return new PeerIdentity.LocalUser(UNKNOWN);
        }
        return channel.localAddress() instanceof InetSocketAddress own
                        && channel.remoteAddress() instanceof InetSocketAddress peer
                        && TcpPeers.isLocal(own, peer)
                ? new PeerIdentity.LocalUser(TcpPeers.user(own, peer))
                : new PeerIdentity.Unproven();
    }

    /** Returns the name of a user that this system knows from its own file. */
    public static Optional<String> name(long uid) {
        try (Stream<String> users = Files.lines(Path.of("/etc/passwd"))) {
            return users.map(line -> line.split(":", 4))
                    .filter(user -> user.length > 2 && user[2].equals(Long.toString(uid)))
                    .map(user -> user[0])
                    .findFirst();
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private static long ownUser() {
        try {
            Object uid = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            return Integer.toUnsignedLong((Integer) uid);
        } catch (IOException e) {
            throw new UncheckedIOException("the system does not tell this process's user", e);
        }
    }

    /** Asks the JDK, whose types are loaded only where Netty has no epoll. */
    private static final class JdkPeers {
        /** The JDK tells only the user's name; here, that of this process's user is of interest. */
        static PeerIdentity of(NioDomainSocketChannel unix) {
            UnixDomainPrincipal peer =
                    unix.config().getOption(NioChannelOption.of(ExtendedSocketOptions.SO_PEERCRED));
            return peer != null && peer.user().getName().equals(OwnUser.name())
                    ? new PeerIdentity.LocalUser(OWN)
                    : new PeerIdentity.LocalUser(UNKNOWN);
        }
    }
}
