package dev.hira.server.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.Link;
import dev.hira.link.shm.RawMemory;
import dev.hira.server.work.Traffic;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.PayloadPlaces;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.ArenaBytes;
import dev.hira.wire.v1.ArenaWanted;
import dev.hira.wire.v1.Control;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a session's mirror of the arena like the arena itself, as far as calls can tell.
 *
 * <p>The router sends the bytes that a call reads before the call. Pinned memory is read when its
 * stream gets there, so earlier work of the stream may have changed it by then: a late output that
 * goes to the same place. Hence a late output has memory of its own while the driver fills it. Its
 * bytes get into the mirror when it is complete, where the work behind it reads them. From then on
 * until the router has them, the router may send older bytes for that place, which are dropped.
 */
final class ArenaMirror {
    private static final int PIECE_BYTES = 512 << 10;
    private static final int PARTS_PER_MESSAGE = 4096;
    private static final int PAYLOAD_FIELD = 1;

    private final MemorySegment memory;
    private final Link link;
    private final Traffic traffic;
    private final int pieceBytes;

    /** Used with the session's sending lock. */
    private final FrameWriter writer = new FrameWriter();

    /** The late outputs that the router may not have yet, in the order of their numbers. */
    @GuardedBy("this")
    private final ArrayDeque<Unseen> unseen = new ArrayDeque<>();

    @GuardedBy("this")
    private long outputs;

    /** The parts that work from another server reads. */
    @GuardedBy("this")
    private List<Part> wanted = new ArrayList<>(0);

    /** Tasks for the time when the router has sent these parts. */
    @GuardedBy("this")
    private List<Runnable> whenSent = new ArrayList<>(0);

    private record Unseen(long number, long start, long end) {}

    private record Part(long call, long offset, long bytes) {}

    ArenaMirror(GuestMemory arena, RunnerParts parts) {
        this.memory = arena.lasting();
        this.link = parts.link();
        this.traffic = parts.traffic();
        this.pieceBytes = Math.max(1, Math.min(PIECE_BYTES, parts.limits().frameBytes() / 2));
    }

    // --- from the router

    /**
     * Takes bytes of the router, except where it does not know of later ones. Only with the turn.
     *
     * @throws MalformedFrameException when they do not lie in the arena
     */
    void take(Frame frame, RecordCursor record, ArenaBytes what) {
        int bytes = record.payloads() == 0 ? 0 : record.payloadLength(0);
        if (record.payloads() > 1
                || (bytes != 0 && record.payloadPlace(0) != PayloadPlaces.INLINE)
                || what.getOffset() < 0
                || what.getOffset() > memory.byteSize() - bytes) {
            throw new MalformedFrameException(
                    "the router sent "
                            + bytes
                            + " bytes at "
                            + Long.toUnsignedString(what.getOffset())
                            + " of an arena of "
                            + memory.byteSize());
        }
        synchronized (this) {
            while (!unseen.isEmpty() && unseen.element().number <= what.getOutput()) {
                unseen.remove();
            }
            if (bytes != 0) {
                write(frame, record.payloadBulkOffset(0), what.getOffset(), bytes);
            }
        }
    }

    @GuardedBy("this")
    private void write(Frame frame, int from, long offset, int bytes) {
        List<Part> parts = List.of(new Part(0, offset, bytes));
        for (Unseen output : unseen) {
            parts = without(parts, output);
        }
        for (Part part : parts) {
            int at = from + (int) (part.offset - offset);
            RawMemory.copy(frame.bulk(), at, memory, part.offset, (int) part.bytes);
        }
    }

    private static List<Part> without(List<Part> parts, Unseen output) {
        if (parts.stream().noneMatch(p -> overlap(p, output))) {
            return parts;
        }
        List<Part> rest = new ArrayList<>();
        for (Part part : parts) {
            long end = part.offset + part.bytes;
            if (!overlap(part, output)) {
                rest.add(part);
                continue;
            }
            if (part.offset < output.start) {
                rest.add(new Part(0, part.offset, output.start - part.offset));
            }
            if (output.end < end) {
                rest.add(new Part(0, output.end, end - output.end));
            }
        }
        return rest;
    }

    private static boolean overlap(Part part, Unseen output) {
        return part.offset < output.end && output.start < part.offset + part.bytes;
    }

    // --- to the router

    /** Sends a part that a synchronous call has filled. With the sending lock. */
    void send(long offset, long bytes) {
        send(offset, bytes, 0);
    }

    /** Puts a late output into its place, and sends it. With the sending lock. */
    void complete(long offset, MemorySegment output) {
        if (output.byteSize() == 0) {
            return;
        }
        long number;
        synchronized (this) {
            number = ++outputs;
            MemorySegment.copy(output, 0, memory, offset, output.byteSize());
            unseen.add(new Unseen(number, offset, offset + output.byteSize()));
        }
        send(offset, output.byteSize(), number);
    }

    private void send(long offset, long bytes, long number) {
        for (long at = 0; at < bytes; at += pieceBytes) {
            long length = Math.min(pieceBytes, bytes - at);
            boolean last = at + length == bytes;
            byte[] args =
                    Control.newBuilder()
                            .setArenaBytes(
                                    ArenaBytes.newBuilder()
                                            .setOffset(offset + at)
                                            .setOutput(last ? number : 0))
                            .build()
                            .toByteArray();
            writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0)
                    .args(args, args.length)
                    .payloadInline(PAYLOAD_FIELD, memory.asSlice(offset + at, length), length, true)
                    .end();
            traffic.sent(writer.bytes());
            link.send(writer.finish(FrameLayout.AUDIENCE_HOP));
        }
    }

    // --- work from another server

    /**
     * Notes that work of a call from another server reads a part of the arena. Any thread.
     *
     * @param call 0: no work reads it
     */
    synchronized void wants(long call, long offset, long bytes) {
        if (bytes != 0) {
            wanted.add(new Part(call, offset, bytes));
        }
    }

    /** Notes that work of a call reads a part of the arena, given by its memory. Any thread. */
    void wants(long call, MemorySegment part) {
        wants(call, part.address() - memory.address(), part.byteSize());
    }

    /**
     * Notes the parts to which a call refers. What is wrong with it shows when it is made.
     *
     * @param call a frame with the call's record
     */
    void wants(Frame call) {
        RecordCursor record = new RecordCursor().wrap(call);
        if (isReadable(record)) {
            for (int i = 0; i < record.payloads(); i++) {
                long bytes = record.payloadLength(i);
                long offset = record.payloadArenaOffset(i);
                if (record.payloadPlace(i) == PayloadPlaces.ARENA
                        && offset <= memory.byteSize() - bytes) {
                    wants(record.callId(), offset, bytes);
                }
            }
        }
    }

    private static boolean isReadable(RecordCursor record) {
        try {
            return record.next();
        } catch (MalformedFrameException e) {
            return false;
        }
    }

    /** Runs a task when the router has sent all parts that are wanted. Any thread. */
    synchronized void whenSent(Runnable task) {
        whenSent.add(task);
    }

    /** Returns the requests for the parts that are wanted. */
    synchronized List<Control> takeWanted() {
        List<Control> messages = new ArrayList<>(0);
        for (int from = 0; from < wanted.size(); from += PARTS_PER_MESSAGE) {
            ArenaWanted.Builder some = ArenaWanted.newBuilder();
            for (Part part :
                    wanted.subList(from, Math.min(wanted.size(), from + PARTS_PER_MESSAGE))) {
                some.addCalls(part.call).addOffsets(part.offset).addLengths(part.bytes);
            }
            messages.add(Control.newBuilder().setArenaWanted(some).build());
        }
        wanted = new ArrayList<>(0);
        return messages;
    }

    /** Notes that the router has sent the parts. */
    void sent() {
        List<Runnable> due;
        synchronized (this) {
            due = whenSent;
            whenSent = new ArrayList<>(0);
        }
        due.forEach(Runnable::run);
    }
}
