package dev.hira.wire.grpc;

import io.grpc.ManagedChannel;

/** The connection of one link, which says what is to become of it when the link has ended. */
interface Connection {
    ManagedChannel channel();

    /**
     * The link has ended.
     *
     * @param inOrder whether both ends said so, and the connection is as good as new
     */
    void done(boolean inOrder);

    /** A connection that serves one link. */
    static Connection once(ManagedChannel channel) {
        return new Connection() {
            @Override
            public ManagedChannel channel() {
                return channel;
            }

            @Override
            public void done(boolean inOrder) {
                channel.shutdownNow();
            }
        };
    }
}
