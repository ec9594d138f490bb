package dev.hira.link.grpc.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Asks Linux for the users of processes at the other end of TCP connections within this host. */
final class TcpPeers {
    private TcpPeers() {}

    /** A way to ask. */
    @FunctionalInterface
    interface Source {
        /**
         * Returns the user of the process at the other end of a connection; {@link
         * LocalPeers#UNKNOWN} when the system does not tell, or the process has closed its end.
         */
        long user(InetSocketAddress own, InetSocketAddress peer);
    }

    /** The way that works here: {@code sock_diag} is fast, but some kernels lack it. */
    private static final class Chosen {
        static final Source SOURCE = works(SockDiag::user) ? SockDiag::user : TcpTable::user;
    }

    /** Returns whether a connection is one within this host. */
    static boolean isLocal(InetSocketAddress own, InetSocketAddress peer) {
        return peer.getAddress().isLoopbackAddress() || peer.getAddress().equals(own.getAddress());
    }

    /** Asks in the way that works here; see {@link Source#user}. */
    static long user(InetSocketAddress own, InetSocketAddress peer) {
        return Chosen.SOURCE.user(own, peer);
    }

    /** Tries a way with a connection of this process. */
    private static boolean works(Source source) {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            return client.isConnected()
                    && source.user(
                                    (InetSocketAddress) accepted.getLocalSocketAddress(),
                                    (InetSocketAddress) accepted.getRemoteSocketAddress())
                            == LocalPeers.own();
        } catch (IOException e) {
            return false;
        }
    }
}
