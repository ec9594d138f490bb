package dev.hira.router.session.memory;

import dev.hira.link.Link;
import dev.hira.link.shm.RawMemory;
import dev.hira.link.shm.SharedRegion;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.judge.FrameCutter;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.PayloadPlaces;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.ArenaBytes;
import dev.hira.wire.v1.ArenaWanted;
import dev.hira.wire.v1.Control;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Feeds the mirror of a session's arena at a server that cannot map it. The frames stay as they
 * are: the bytes that a call reads go ahead of it, and those that it writes come back ahead of its
 * answer.
 *
 * <p>Pinned memory may change between the call and the time when its stream gets there, if a
 * callback changes it that the copy waits for. So the pinned memory that unfinished work reads goes
 * to the server again ahead of each return of a callback.
 *
 * <p>All frames to the server pass through {@link #add}, which keeps their order. Belongs to the
 * session's thread.
 */
public final class MirrorFeed implements SessionLinks.Mirror {
    private static final int PIECE_BYTES = 512 << 10;

    /** The most calls whose reads are kept; beyond, the oldest one's are forgotten. */
    private static final int MOST_READS = 1 << 18;

    /** The server hears of the outputs that have arrived after this many at the latest. */
    private static final int OUTPUTS_UNTOLD = 64;

    private static final int PAYLOAD_FIELD = 1;

    private final SharedRegion arena;
    private final Catalog catalog;
    private final Link server;
    private final byte[] piece;
    private final FrameCutter cutter;
    private final RecordCursor cursor = new RecordCursor();
    private final FrameWriter writer = new FrameWriter();
    private final Deque<Frame> frames = new ArrayDeque<>();

    /** The parts of the arena that go to the server next, before any further record. */
    private final Deque<Part> due = new ArrayDeque<>();

    /** The pinned memory that unfinished work reads, by call. */
    private final Map<Long, List<Read>> reads = new LinkedHashMap<>();

    /** The same by place. */
    private final NavigableSet<Read> readPlaces =
            new TreeSet<>(
                    Comparator.comparingLong(Read::offset)
                            .thenComparingLong(Read::end)
                            .thenComparingLong(Read::call));

    /** The pinned memory from this offset on goes again before any further record; -1: none. */
    private long again = -1;

    /** Whether a part of the first frame has been handled. */
    private boolean inFrame;

    /** The number of the last late output that has arrived. */
    private long outputs;

    private long toldOutputs;
    private boolean pumping;
    private boolean closed;
    private Runnable whenCaughtUp = () -> {};

    private record Part(long offset, long bytes) {}

    private record Read(long offset, long end, long call) {}

    /**
     * @param server the link to the server with the mirror
     * @param frameBytes the most bytes of a frame to it
     */
    public MirrorFeed(SessionMemory memory, Catalog catalog, Link server, long frameBytes) {
        this(memory.region(), catalog, server, frameBytes);
    }

    MirrorFeed(SharedRegion arena, Catalog catalog, Link server, long frameBytes) {
        this.arena = arena;
        this.catalog = catalog;
        this.server = server;
        this.piece = new byte[Math.clamp(frameBytes / 2, 1, PIECE_BYTES)];
        this.cutter = new FrameCutter(server::send);
    }

    // --- to the server

    @Override
    public void add(Frame frame) {
        if (closed) {
            frame.release();
        } else {
            frames.add(frame);
        }
    }

    /**
     * Adds the parts of the arena that work from another server reads.
     *
     * @throws MalformedFrameException when they do not lie in the arena
     */
    public void want(ArenaWanted wanted) {
        if (wanted.getOffsetsCount() != wanted.getCallsCount()
                || wanted.getLengthsCount() != wanted.getCallsCount()) {
            throw new MalformedFrameException("a server wants parts of the arena without bounds");
        }
        for (int i = 0; i < wanted.getCallsCount(); i++) {
            Part part = part(wanted.getOffsets(i), wanted.getLengths(i));
            due.add(part);
            if (wanted.getCalls(i) != 0) {
                readsLater(wanted.getCalls(i), part);
            }
        }
    }

    @Override
    public void pump() {
        if (pumping) {
            return; // the link has room again while it is given frames
        }
        pumping = true;
        while (!closed && server.isWritable() && !hasCaughtUp()) {
            if (!due.isEmpty()) {
                sendPiece(due.remove());
            } else if (again >= 0) {
                readAgain();
            } else {
                advance();
            }
        }
        pumping = false;
        if (hasCaughtUp()) {
            Runnable task = whenCaughtUp;
            whenCaughtUp = () -> {};
            task.run();
        }
    }

    @Override
    public boolean hasCaughtUp() {
        return due.isEmpty() && frames.isEmpty() && !inFrame;
    }

    @Override
    public void whenCaughtUp(Runnable task) {
        whenCaughtUp = task;
        pump();
    }

    /** Handles the records of a frame up to one that needs bytes ahead of it. */
    private void advance() {
        if (!inFrame) {
            Frame next = frames.remove();
            cutter.begin(next);
            cursor.wrap(next);
            inFrame = true;
        }
        while (!closed && cursor.next()) {
            needs();
            if (!due.isEmpty() || again >= 0) {
                cutter.cutBefore(cursor);
                cutter.admit();
                return;
            }
            cutter.admit();
        }
        if (!closed) {
            inFrame = false;
            cutter.end();
        }
    }

    /** Finds the parts of the arena that the server needs before the current record. */
    private void needs() {
        if (cursor.kind() == RecordKinds.CALLBACK_RETURN) {
            again = readPlaces.isEmpty() ? -1 : 0;
        } else if (cursor.kind() == RecordKinds.CALL && cursor.payloads() != 0) {
            FunctionRow row = catalog.row(cursor.function());
            boolean later = row != null && row.work() && (cursor.flags() & RecordFlags.STAGED) == 0;
            for (int i = 0; i < cursor.payloads(); i++) {
                if (cursor.payloadPlace(i) == PayloadPlaces.ARENA
                        && cursor.payloadLength(i) != 0
                        && (row == null || !row.outputs().contains(cursor.payloadField(i)))) {
                    Part part = part(cursor.payloadArenaOffset(i), cursor.payloadLength(i));
                    due.add(part);
                    if (later) {
                        readsLater(cursor.callId(), part);
                    }
                }
            }
        }
    }

    private Part part(long offset, long bytes) {
        if (offset < 0 || bytes < 0 || offset > arena.size() - bytes) {
            throw outside(offset, bytes);
        }
        return new Part(offset, bytes);
    }

    private MalformedFrameException outside(long offset, long bytes) {
        return new MalformedFrameException(
                Long.toUnsignedString(bytes)
                        + " bytes at "
                        + Long.toUnsignedString(offset)
                        + " do not lie in an arena of "
                        + arena.size()
                        + " bytes");
    }

    private void readsLater(long call, Part part) {
        Read read = new Read(part.offset, part.offset + part.bytes, call);
        reads.computeIfAbsent(call, _ -> new ArrayList<>(1)).add(read);
        readPlaces.add(read);
        if (reads.size() > MOST_READS) {
            ended(reads.keySet().iterator().next());
        }
    }

    /** Adds the next part that goes again: parts that overlap or touch are one. */
    private void readAgain() {
        long start = -1;
        long end = -1;
        for (Read read : readPlaces.tailSet(new Read(again, 0, 0))) {
            if (start < 0) {
                start = read.offset;
            } else if (read.offset > end) {
                break;
            }
            end = Math.max(end, read.end);
        }
        if (start < 0) {
            again = -1;
        } else {
            due.add(new Part(start, end - start));
            again = end + 1;
        }
    }

    /** Sends the first bytes of a part; the rest is due next. */
    private void sendPiece(Part part) {
        int bytes = (int) Math.min(piece.length, part.bytes);
        MemorySegment content = MemorySegment.ofArray(piece).asSlice(0, bytes);
        // A guest that truncates its arena while calls read it has to expect any bytes.
        var _ =
                arena.guard()
                        .run(() ->
                                MemorySegment.copy(
                                        arena.segment(), part.offset, content, 0, bytes));
        send(part.offset, content);
        if (part.bytes > bytes) {
            due.addFirst(new Part(part.offset + bytes, part.bytes - bytes));
        }
    }

    private void send(long offset, MemorySegment content) {
        byte[] args =
                Control.newBuilder()
                        .setArenaBytes(ArenaBytes.newBuilder().setOffset(offset).setOutput(outputs))
                        .build()
                        .toByteArray();
        toldOutputs = outputs;
        writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0).args(args, args.length);
        if (content.byteSize() != 0) {
            writer.payloadInline(PAYLOAD_FIELD, content, content.byteSize(), true);
        }
        server.send(writer.end().finish(FrameLayout.AUDIENCE_HOP));
    }

    // --- from the server

    @Override
    public void arrived(Frame frame, RecordCursor record, ArenaBytes what) {
        if (record.payloads() != 1 || record.payloadPlace(0) != PayloadPlaces.INLINE) {
            throw new MalformedFrameException("bytes for the arena do not come with their message");
        }
        Part part = part(what.getOffset(), record.payloadLength(0));
        int from = record.payloadBulkOffset(0);
        // A guest that truncates its arena loses what calls write to it.
        var _ =
                arena.guard()
                        .run(() ->
                                RawMemory.copy(
                                        frame.bulk(),
                                        from,
                                        arena.segment(),
                                        part.offset,
                                        (int) part.bytes));
        if (what.getOutput() != 0) {
            outputs = what.getOutput();
            tellOutputs();
        }
    }

    /** Lets the server forget outputs, if no bytes have told it for long. */
    private void tellOutputs() {
        if (outputs - toldOutputs >= OUTPUTS_UNTOLD && server.isWritable()) {
            send(0, MemorySegment.NULL);
        }
    }

    @Override
    public void ended(long call) {
        List<Read> ended = reads.remove(call);
        if (ended != null) {
            ended.forEach(readPlaces::remove);
        }
    }

    @Override
    public void close() {
        closed = true;
        inFrame = false;
        cutter.drop();
        frames.forEach(Frame::release);
        frames.clear();
        due.clear();
        again = -1;
        reads.clear();
        readPlaces.clear();
        whenCaughtUp = () -> {};
    }
}
