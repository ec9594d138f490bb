package dev.hira.link.grpc.net;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import javax.net.ssl.SSLException;

/** Floods of HTTP/2 frames from a peer that reads no answer. */
enum Http2Flood {
    /** Opens a stream and resets it at once (CVE-2023-44487). */
    RESETS {
        @Override
        void write(DataOutputStream out, int round) throws IOException {
            begin(out, round, END_HEADERS);
            frame(out, RST_STREAM, 0, stream(round), new byte[] {0, 0, 0, CANCEL});
        }
    },
    /** Opens streams beyond the limit. */
    STREAMS {
        @Override
        void write(DataOutputStream out, int round) throws IOException {
            begin(out, round, END_HEADERS);
        }
    },
    /** Sends headers that never end. */
    CONTINUATIONS {
        @Override
        void write(DataOutputStream out, int round) throws IOException {
            continued(out, round, 1024);
        }
    },
    /** Sends headers that never end, without a byte in them (CVE-2024-27316). */
    EMPTY_CONTINUATIONS {
        @Override
        void write(DataOutputStream out, int round) throws IOException {
            continued(out, round, 0);
        }
    },
    /** Asks for answers that it does not read. */
    PINGS {
        @Override
        void write(DataOutputStream out, int round) throws IOException {
            frame(out, PING, 0, 0, new byte[8]);
        }
    },
    /** Changes settings, each of which has to be acknowledged. */
    SETTINGS {
        @Override
        void write(DataOutputStream out, int round) throws IOException {
            frame(out, SETTINGS_FRAME, 0, 0, new byte[] {0, 4, 0, 0, 1, 0});
        }
    },
    /** Enlarges the window of the connection a byte at a time. */
    WINDOW_UPDATES {
        @Override
        void write(DataOutputStream out, int round) throws IOException {
            frame(out, WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 0, 1});
        }
    },
    /** Gives priorities to streams that do not exist. */
    PRIORITIES {
        @Override
        void write(DataOutputStream out, int round) throws IOException {
            frame(out, PRIORITY, 0, stream(round & 0xFF), new byte[] {0, 0, 0, 0, 16});
        }
    },
    /** Sends frames of a type that HTTP/2 does not have. */
    UNKNOWN {
        @Override
        void write(DataOutputStream out, int round) throws IOException {
            frame(out, UNKNOWN_TYPE, 0, 0, new byte[0]);
        }
    },
    /** Sends parts of a message that are empty (CVE-2019-9518). */
    EMPTY_DATA {
        @Override
        void write(DataOutputStream out, int round) throws IOException {
            if (round == 0) {
                begin(out, round, END_HEADERS);
            }
            frame(out, DATA, 0, 1, new byte[0]);
        }
    },
    /**
     * Sends a first message that is longer than any. The server resets the stream and drops what
     * comes, until the connection has been idle for too long.
     */
    OVERSIZED {
        @Override
        boolean endsConnection() {
            return false;
        }

        @Override
        void write(DataOutputStream out, int round) throws IOException {
            if (round == 0) {
                begin(out, round, END_HEADERS);
                frame(out, DATA, 0, 1, new byte[] {0, 0x7F, -1, -1, -1});
            }
            frame(out, DATA, 0, 1, new byte[CHUNK]);
        }
    };

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int PRIORITY = 2;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS_FRAME = 4;
    private static final int PING = 6;
    private static final int WINDOW_UPDATE = 8;
    private static final int CONTINUATION = 9;
    private static final int UNKNOWN_TYPE = 0xBB;
    private static final int END_HEADERS = 4;
    private static final byte CANCEL = 8;
    private static final int CHUNK = 16 << 10;
    private static final int BATCH = 256;
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);

    abstract void write(DataOutputStream out, int round) throws IOException;

    /** Returns whether a server closes the connection at once. */
    boolean endsConnection() {
        return true;
    }

    /** Opens a connection for a flood, over a connected socket. */
    @FunctionalInterface
    interface Wrapping {
        Socket wrap(Socket socket) throws IOException;
    }

    /**
     * Floods a server; returns the number of rounds until it closed the connection.
     *
     * @param wrapping for example adds TLS
     */
    int run(int port, Wrapping wrapping, int most) throws IOException {
        try (Socket plain = new Socket()) {
            plain.setReceiveBufferSize(2048);
            plain.connect(new InetSocketAddress("127.0.0.1", port));
            Socket socket = wrapping.wrap(plain);
            OutputStream buffered = new BufferedOutputStream(socket.getOutputStream(), 64 << 10);
            DataOutputStream out = new DataOutputStream(buffered);
            out.write(PREFACE);
            frame(out, SETTINGS_FRAME, 0, 0, new byte[0]);
            for (int round = 0; round < most; round++) {
                try {
                    write(out, round);
                    if (round % BATCH == 0) {
                        out.flush();
                    }
                } catch (SocketException | SSLException closed) {
                    return round;
                }
            }
            return most;
        } catch (SocketException | SSLException closed) {
            return most - 1; // while the last bytes were written
        }
    }

    private static int stream(int round) {
        return 2 * round + 1;
    }

    private static void begin(DataOutputStream out, int round, int flags) throws IOException {
        frame(out, HEADERS, flags, stream(round), request());
    }

    private static void continued(DataOutputStream out, int round, int bytes) throws IOException {
        if (round == 0) {
            begin(out, round, 0);
        }
        byte[] part = new byte[bytes];
        if (bytes > 0) {
            // A header "x" without an index, with a value that fills the part.
            part[1] = 1;
            part[2] = 'x';
            part[3] = 0x7F;
            int rest = bytes - 6 - 0x7F;
            part[4] = (byte) ((rest & 0x7F) | 0x80);
            part[5] = (byte) (rest >> 7);
        }
        frame(out, CONTINUATION, 0, 1, part);
    }

    /** Returns the headers of a request for a link, in HPACK. */
    private static byte[] request() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(0x83); // :method POST
        bytes.write(0x86); // :scheme http
        literal(bytes, 4, "/hira.wire.v1.SessionService/Connect"); // :path
        literal(bytes, 1, "hira"); // :authority
        bytes.write(0);
        text(bytes, "content-type");
        text(bytes, "application/grpc");
        bytes.write(0);
        text(bytes, "te");
        text(bytes, "trailers");
        return bytes.toByteArray();
    }

    private static void literal(ByteArrayOutputStream bytes, int name, String value)
            throws IOException {
        bytes.write(name);
        text(bytes, value);
    }

    private static void text(ByteArrayOutputStream bytes, String text) throws IOException {
        bytes.write(text.length());
        bytes.write(text.getBytes(US_ASCII));
    }

    private static void frame(DataOutputStream out, int type, int flags, int stream, byte[] body)
            throws IOException {
        out.writeByte(body.length >> 16);
        out.writeShort(body.length);
        out.writeByte(type);
        out.writeByte(flags);
        out.writeInt(stream);
        out.write(body);
    }
}
