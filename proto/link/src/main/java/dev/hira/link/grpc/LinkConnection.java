package dev.hira.link.grpc;

import io.grpc.ManagedChannel;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** The connection of one link, which says what is to become of it when the link has ended. */
interface LinkConnection {
    ManagedChannel channel();

    /** The socket that carries the channel's call; null when there is none. */
    @Nullable Channel socket();

    /**
     * The link has ended.
     *
     * @param inOrder whether both ends said so, and the connection is as good as new
     */
    void done(boolean inOrder);

    /** A connection that serves one link. */
    static LinkConnection once(ClientConnection connection) {
        return new LinkConnection() {
            @Override
            public ManagedChannel channel() {
                return connection.channel();
            }

            @Override
            public @Nullable Channel socket() {
                return connection.socket();
            }

            @Override
            public void done(boolean inOrder) {
                connection.channel().shutdownNow();
            }
        };
    }
}
