package dev.hira.router.testing;

import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.DoneWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Builds a guest's frames of calls. */
public final class Calls {
    private final FrameWriter writer = new FrameWriter();
    private final ArgsWriter args = new ArgsWriter();
    private long nextCall;

    public Calls() {
        this(1);
    }

    public Calls(long firstCall) {
        nextCall = firstCall;
    }

    /** Adds a call with the next number. */
    public Calls call(int function, boolean sync, long name, long bytes) {
        return call(nextCall++, function, sync, 1, name, bytes);
    }

    public Calls call(long call, int function, boolean sync, int lane, long name, long bytes) {
        begin(call, function, sync, lane, name, bytes);
        writer.end();
        return this;
    }

    /** Adds an asynchronous write of the given bytes. */
    public Calls write(long name, byte[] data) {
        begin(nextCall++, ToyCatalog.WRITE, false, 1, name, data.length);
        writer.payloadInline(3, MemorySegment.ofArray(data), data.length, false);
        writer.end();
        return this;
    }

    /** Adds an asynchronous write of bytes in the arena. */
    public Calls arena(long offset, long length) {
        return arena(ToyCatalog.WRITE, offset, length);
    }

    /** Adds an asynchronous call with bytes in the arena. */
    public Calls arena(int function, long offset, long length) {
        begin(nextCall++, function, false, 1, 5, length);
        writer.payloadArena(3, offset, length);
        writer.end();
        return this;
    }

    /** Adds a record of any kind without arguments. */
    public Calls record(int kind, int flags, int function, long call) {
        writer.begin(kind, flags, function, call, 1);
        writer.end();
        return this;
    }

    /** Adds the reply to a call that failed. */
    public Calls failed(int function, long call, int code, String message) {
        args.reset();
        args.uint64(1, code).string(2, message);
        writer.begin(RecordKinds.REPLY, RecordFlags.ERROR, function, call, 1);
        writer.args(args.array(), args.length()).end();
        return this;
    }

    /** Adds a record that reports the end of one call's work. */
    public Calls done(long call, int device, long nanos) {
        DoneWriter done = new DoneWriter();
        done.add(call, device, nanos);
        done.finish(writer);
        return this;
    }

    private void begin(long call, int function, boolean sync, int lane, long name, long bytes) {
        args.reset();
        args.uint64(1, name).uint64(2, bytes);
        writer.begin(RecordKinds.CALL, sync ? RecordFlags.SYNC : 0, function, call, lane);
        writer.args(args.array(), args.length());
    }

    public Frame frame() {
        return writer.finish(FrameLayout.AUDIENCE_PEER);
    }

    public Frame frame(int audience) {
        return writer.finish(audience);
    }

    /** Returns the frame's bytes after the header. */
    public static byte[] bytes(Frame frame) {
        byte[] all = new byte[frame.size()];
        frame.copyTo(MemorySegment.ofArray(all), 0);
        return all;
    }

    /** Describes a frame in words. */
    public static List<Seen> records(Frame frame) {
        List<Seen> seen = new ArrayList<>();
        RecordCursor cursor = new RecordCursor();
        cursor.wrap(frame);
        while (cursor.next()) {
            seen.add(
                    new Seen(
                            cursor.kind(),
                            cursor.flags(),
                            cursor.function(),
                            cursor.callId(),
                            field(cursor, 1),
                            field(cursor, 2),
                            bulk(frame.bulk(), cursor)));
        }
        return seen;
    }

    /** Returns the only control message of a frame. */
    public static Control control(Frame frame) {
        return dev.hira.router.judge.Controls.parseOnly(frame);
    }

    private static long field(RecordCursor cursor, int field) {
        if (cursor.kind() != RecordKinds.CALL) {
            return 0;
        }
        ArgsReader reader = new ArgsReader();
        cursor.args(reader);
        while (reader.next()) {
            if (reader.field() == field) {
                return reader.uint64();
            }
        }
        return 0;
    }

    private static String bulk(ByteBuf bulk, RecordCursor cursor) {
        byte[] bytes = new byte[cursor.bulkEnd() - cursor.bulkStart()];
        bulk.getBytes(bulk.readerIndex() + cursor.bulkStart(), bytes);
        return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    /** One record. */
    public record Seen(
            int kind, int flags, int function, long call, long name, long bytes, String bulk) {}
}
