package dev.hira.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SocketFailuresTest {
    @Test
    void shouldTranslateTheWordsOfNativeTransports() {
        assertThat(
                        connecting(
                                "finishConnect(..) failed with error(-111): Connection refused: /::1"))
                .isEqualTo("no process listens there");
        assertThat(connecting("connect(..) failed with error(-13): Permission denied"))
                .isEqualTo("this user may not use the socket");
        assertThat(SocketFailures.connecting(new IOException(new FileNotFoundException())))
                .isEqualTo("there is no such socket");
        assertThat(SocketFailures.connecting(new IOException(new UnknownHostException("x"))))
                .isEqualTo("there is no host of this name");
        assertThat(connecting("the certificate has expired")).isNull();
        assertThat(SocketFailures.connecting(null)).isNull();
    }

    @Test
    void shouldSayWhyAConnectionIsGone() {
        IOException reset =
                new IOException("recvAddress(..) failed with error(-104): Connection reset");
        assertThat(SocketFailures.lost("io exception", reset))
                .isEqualTo("the process there ended the connection");
        assertThat(
                        SocketFailures.lost(
                                "io exception",
                                new IOException("read(..) failed with error(-5): odd")))
                .isEqualTo("odd");
        assertThat(SocketFailures.lost("io exception", null)).isEqualTo("the connection broke");
        String other = "what listens there seems not to be Hira: it speaks another protocol";
        assertThat(SocketFailures.lost("Network closed for unknown reason", null))
                .isEqualTo(
                        "the process there ended the connection; if it still runs, it seems not to"
                                + " be Hira");
        assertThat(
                        SocketFailures.lost(
                                "io exception",
                                new IOException("First received frame was not SETTINGS. Hex dump")))
                .isEqualTo(other);
        assertThat(SocketFailures.lost("the server stops", null)).isEqualTo("the server stops");
    }

    private static @Nullable String connecting(String message) {
        return SocketFailures.connecting(new IllegalStateException("x", new IOException(message)));
    }

    @Test
    void shouldSayWhatToDoWhenAnAddressIsInUse() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket first = new ServerSocket(0, 1, here)) {
            Throwable inUse =
                    Assertions.catchThrowable(
                            () -> new ServerSocket(first.getLocalPort(), 1, here).close());
            assertThat(SocketFailures.listening(inUse))
                    .isEqualTo("another process listens there; stop it, or choose another address");
        }
        IOException inUse =
                new IOException("bind(..) failed with error(-98): Address already in use");
        assertThat(SocketFailures.listening(new IOException("cannot bind", inUse)))
                .startsWith("another process listens there; ");
        assertThat(SocketFailures.listening(new IOException("x", new IOException("too long"))))
                .isEqualTo("too long");
    }

    @Test
    void shouldSayThatNoProcessListens() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, here)) {
            port = closed.getLocalPort();
        }
        try (Socket socket = new Socket()) {
            Throwable refused =
                    Assertions.catchThrowable(
                            () -> socket.connect(new InetSocketAddress(here, port)));
            assertThat(SocketFailures.connecting(refused)).isEqualTo("no process listens there");
        }
    }
}
