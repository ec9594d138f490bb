package dev.hira.link.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.Link;
import dev.hira.link.LinkProbe;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.GrpcFixture;
import dev.hira.wire.LinkStatus;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that peers cannot fill the log with gRPC's stack traces. */
@Timeout(240)
final class GrpcLogTest {
    private static final byte[] PREFACE =
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** A frame of type DATA on stream 0, which HTTP/2 forbids. */
    private static final byte[] FORBIDDEN = {0, 0, 1, 0, 0, 0, 0, 0, 0, 7};

    private final Queue<LogRecord> traces = new ConcurrentLinkedQueue<>();
    private final Queue<LogRecord> warnings = new ConcurrentLinkedQueue<>();
    private final Logger root = Logger.getLogger("");

    private final Handler collector =
            new Handler() {
                @Override
                public void publish(LogRecord record) {
                    if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
                        warnings.add(record);
                    }
                    if (record.getThrown() != null
                            && record.getLevel().intValue() >= Level.INFO.intValue()) {
                        traces.add(record);
                    }
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @BeforeEach
    void listen() {
        root.addHandler(collector);
    }

    @AfterEach
    void stop() {
        root.removeHandler(collector);
    }

    @Test
    void shouldWriteNoStackTraceForPeersThatBreakHttpOrReset() throws Exception {
        try (GrpcFixture fixture = new GrpcFixture(URI.create("hira://127.0.0.1:0"))) {
            int port = fixture.server.uri().getPort();
            breaks(port, "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII), new byte[0]);
            breaks(port, PREFACE, new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0}, FORBIDDEN);
            breaks(port, PREFACE, FORBIDDEN);
            resets(port);

            Link link = fixture.connect();
            link.start(new LinkProbe());
            fixture.accepted().link().start(new LinkProbe());
        }
        assertThat(traces).extracting(LogRecord::getLoggerName).isEmpty();
    }

    @Test
    void shouldWriteNothingForANameThatIsUnknown() throws Exception {
        try (EventLoops loops = EventLoops.create(1, "client")) {
            LinkProbe probe = new LinkProbe();
            URI nowhere = URI.create("hira://nosuchhost.invalid:7070");
            GrpcLinkClient.connect(nowhere, LinkOptions.on(loops.next())).start(probe);

            assertThat(probe.awaitClosed().cause()).isEqualTo(LinkStatus.Cause.UNAVAILABLE);
        }
        assertThat(warnings).extracting(LogRecord::getLoggerName).isEmpty();
    }

    /** Sends bytes and waits until the server has closed the connection. */
    private static void breaks(int port, byte[]... parts) throws Exception {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            for (byte[] part : parts) {
                socket.getOutputStream().write(part);
            }
            socket.getInputStream().readAllBytes();
        }
    }

    private static void resets(int port) throws Exception {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write(PREFACE);
            socket.setSoLinger(true, 0);
        }
    }
}
