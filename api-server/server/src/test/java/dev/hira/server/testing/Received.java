package dev.hira.server.testing;

import dev.hira.wire.ArgsReader;
import dev.hira.wire.RecordKinds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** A record that the guest's end received. */
public record Received(
        int audience,
        int kind,
        int flags,
        int function,
        long callId,
        int lane,
        ByteBuffer args,
        List<Payload> payloads) {
    /** A payload of the record. */
    @SuppressWarnings("ArrayRecordComponent") // a test's own copy
    public record Payload(int place, int field, int length, long arenaOffset, byte[] bytes) {}

    /** Returns the first field, which must be a number. */
    public long value() {
        ArgsReader in = reader();
        return in.next() ? in.uint64() : 0;
    }

    public ArgsReader reader() {
        return new ArgsReader()
                .wrap(args.duplicate().order(ByteOrder.LITTLE_ENDIAN), 0, args.limit());
    }

    /** Returns the code of a Failure. */
    public int code() {
        ArgsReader in = reader();
        while (in.next()) {
            if (in.field() == 1) {
                return in.int32();
            }
        }
        return 0;
    }

    /** Returns the message of a Failure. */
    public String message() {
        ArgsReader in = reader();
        while (in.next()) {
            if (in.field() == 2) {
                return in.string();
            }
        }
        return "";
    }

    /** Returns the earlier call of a Failure. */
    public long failedCall() {
        ArgsReader in = reader();
        while (in.next()) {
            if (in.field() == 4) {
                return in.uint64();
            }
        }
        return 0;
    }

    @Override
    public String toString() {
        return RecordKinds.name(kind) + " of call " + callId + " (function " + function + ")";
    }
}
