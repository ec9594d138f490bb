package dev.hira.link.grpc;

import io.grpc.ManagedChannel;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** The connection of one link; decides the connection's fate when the link has ended. */
interface LinkConnection {
    ManagedChannel channel();

    /** Returns the socket that carries the channel's call, or null. */
    @Nullable Channel socket();

    /**
     * Notes that the link has ended.
     *
     * @param endedNormally whether both ends closed in good order, so that the connection is as
     *     good as new
     */
    void done(boolean endedNormally);

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
            public void done(boolean endedNormally) {
                connection.channel().shutdownNow();
            }
        };
    }
}
