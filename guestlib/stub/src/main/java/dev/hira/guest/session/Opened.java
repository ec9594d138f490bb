package dev.hira.guest.session;

import dev.hira.link.resume.PeerProcess;
import dev.hira.wire.ArgsReader;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The router's grant of a session.
 *
 * @param resume what it takes to resume the session; null when it cannot be resumed
 */
record Opened(
        String session,
        String vm,
        int devices,
        String server,
        boolean offersMemory,
        long frameBytes,
        long batchRecords,
        long payloadBytes,
        long lanes,
        @Nullable Resume resume) {

    /**
     * The router's terms of resuming.
     *
     * @param secret proves that the session is this guest's
     * @param nanos how long the router keeps a session without a connection
     * @param router the identity of the router's process; see {@link PeerProcess}
     */
    @SuppressWarnings("ArrayRecordComponent") // a copy would only spread the secret
    record Resume(byte[] secret, long nanos, String router) {}

    static Opened read(ArgsReader in) {
        String session = "";
        String vm = "";
        int devices = 0;
        String server = "";
        boolean offersMemory = false;
        long[] limits = new long[6];
        byte[] secret = new byte[0];
        long nanos = 0;
        String router = "";
        while (in.next()) {
            switch (in.field()) {
                case 1 -> session = in.string();
                case 2 -> vm = in.string();
                case 3 -> readLimits(in.message(new ArgsReader()), limits);
                case 4 -> devices = in.int32();
                case 5 -> server = in.string();
                case 6 -> offersMemory = in.bool();
                case 20 -> secret = array(in.bytes());
                case 21 -> nanos = in.uint64();
                case 22 -> router = in.string();
                default -> in.skip();
            }
        }
        return new Opened(
                session,
                vm,
                devices,
                server,
                offersMemory,
                limits[1],
                limits[2],
                limits[3],
                limits[4],
                secret.length == 0 ? null : new Resume(secret, nanos, router));
    }

    private static byte[] array(ByteBuffer bytes) {
        byte[] array = new byte[bytes.remaining()];
        bytes.get(array);
        return array;
    }

    private static void readLimits(ArgsReader in, long[] limits) {
        while (in.next()) {
            if (in.field() < limits.length) {
                limits[in.field()] = in.uint64();
            }
        }
    }
}
