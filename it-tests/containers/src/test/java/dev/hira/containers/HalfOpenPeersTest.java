package dev.hira.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Connections that never finish their handshake, at a router in a container of 1 GiB. */
final class HalfOpenPeersTest {
    private static final int CONNECTIONS = 10_000;
    private static final int PORT = 7070;

    /** The beginning of a ClientHello, whose rest never comes. */
    private static final byte[] BEGUN = {0x16, 3, 1, 1, 0, 1, 0, 0, (byte) 0xfc, 3, 3};

    @Test
    void shouldServeOthersBesideTenThousandOfThem() throws Exception {
        try (Stack stack = new Stack(1)) {
            HiraContainer blue = stack.guest("blue");
            InetSocketAddress address =
                    new InetSocketAddress(Stack.addressOf(stack.router()), PORT);
            List<SocketChannel> open = new ArrayList<>();
            try {
                for (int i = 0; i < CONNECTIONS; i++) {
                    open.add(connected(address, i % 2 == 0));
                }
                blue.awaitRounds();
                HiraContainer green = stack.guest("green");
                assertThat(stack.router().hira("vm", "list")).contains("blue").contains("green");
                blue.awaitRounds();
                green.awaitRounds();
            } finally {
                for (SocketChannel each : open) {
                    each.close();
                }
            }
            assertThat(stack.router().isRunning()).isTrue();
        }
    }

    private static SocketChannel connected(InetSocketAddress address, boolean begins)
            throws IOException {
        SocketChannel channel = SocketChannel.open(address);
        if (begins) {
            send(channel);
        }
        return channel;
    }

    private static void send(SocketChannel channel) {
        try {
            channel.write(ByteBuffer.wrap(BEGUN));
        } catch (IOException e) {
            // The router has closed the connection already, in favor of newer ones.
        }
    }
}
