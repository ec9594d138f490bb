package dev.hira.e2e.floods;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.hira.wire.v1.SessionServiceGrpc;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Connections that each begin a message and never end it. They speak HTTP/2 by hand and open no
 * session.
 */
final class HalfMessages implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 300;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int END_HEADERS = 4;
    private static final int FRAME = 16 << 10;

    /**
     * The bytes announced, and the bytes sent: fewer than a connection takes without permission.
     */
    private static final int ANNOUNCED = 64 << 10;

    private static final int SENT = 60 << 10;

    private final Path socket;
    private final byte[] message = message();
    private final Deque<SocketChannel> open = new ArrayDeque<>();

    HalfMessages(Path socket) {
        this.socket = socket;
    }

    /** Opens a connection that sends half a message, in place of the oldest one. */
    void sendOne() throws IOException {
        if (open.size() == MOST_CONNECTIONS) {
            open.removeFirst().close();
        }
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        open.addLast(channel);
        ByteBuffer bytes = ByteBuffer.wrap(message);
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException refused) {
            // The router has closed the connection, as it may.
        }
    }

    private static byte[] message() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
        frame(out, SETTINGS, 0, 0, new byte[0]);
        frame(out, HEADERS, END_HEADERS, 1, headers());
        byte[] first = ByteBuffer.allocate(FRAME).put((byte) 0).putInt(ANNOUNCED).array();
        for (int sent = 0; sent < SENT; sent += FRAME) {
            byte[] part = sent == 0 ? first : new byte[Math.min(FRAME, SENT - sent)];
            frame(out, DATA, 0, 1, part);
        }
        return out.toByteArray();
    }

    private static void frame(
            ByteArrayOutputStream out, int type, int flags, int stream, byte[] content) {
        int length = content.length;
        out.writeBytes(
                ByteBuffer.allocate(9)
                        .put((byte) (length >> 16))
                        .putShort((short) length)
                        .put((byte) type)
                        .put((byte) flags)
                        .putInt(stream)
                        .array());
        out.writeBytes(content);
    }

    /** Returns the headers of the call that opens a session, with names of HPACK's static table. */
    private static byte[] headers() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0x83); // :method POST
        out.write(0x86); // :scheme http
        out.write(0x04); // :path
        text(out, "/" + SessionServiceGrpc.SERVICE_NAME + "/Connect");
        out.write(0x01); // :authority
        text(out, "localhost");
        out.writeBytes(new byte[] {0x0F, 0x10}); // content-type
        text(out, "application/grpc");
        out.write(0x00); // a new name
        text(out, "te");
        text(out, "trailers");
        return out.toByteArray();
    }

    private static void text(ByteArrayOutputStream out, String text) {
        out.write(text.length());
        out.writeBytes(text.getBytes(US_ASCII));
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : open) {
            channel.close();
        }
    }
}
