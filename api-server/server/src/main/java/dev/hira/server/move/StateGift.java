package dev.hira.server.move;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.hira.api.MemoryRange;
import dev.hira.wire.v1.StatePiece;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongConsumer;

/** The way of a state to a caller that keeps it, in compressed pieces. */
final class StateGift implements StateWay {
    private final GiveCall taker;
    private final PiecePacker packer = new PiecePacker();
    private final LongConsumer sentMemory;
    private boolean over;

    /**
     * @param sentMemory receives the number of bytes of device memory in each piece
     */
    StateGift(GiveCall taker, LongConsumer sentMemory) {
        this.taker = taker;
        this.sentMemory = sentMemory;
        taker.begin();
    }

    @Override
    public void record(byte[] record) {
        taker.send(StatePiece.newBuilder().addRecords(ByteString.copyFrom(record)));
    }

    @Override
    public void memory(long address, MemorySegment content) {
        for (long at = 0; at < content.byteSize(); at += StateOutlet.PIECE_BYTES) {
            long bytes = Math.min(StateOutlet.PIECE_BYTES, content.byteSize() - at);
            memory(content.asSlice(at, bytes), StatePiece.newBuilder().setAddress(address + at));
        }
    }

    @Override
    public void memory(List<MemoryRange> ranges, MemorySegment content) {
        if (content.byteSize() > StateOutlet.PIECE_BYTES) {
            StateWay.super.memory(ranges, content);
        } else {
            memory(content, StateOutlet.piece(ranges));
        }
    }

    private void memory(MemorySegment content, StatePiece.Builder piece) {
        packer.pack(content, piece);
        taker.send(piece);
        sentMemory.accept(content.byteSize());
    }

    /** The caller keeps everything, and so misses nothing. */
    @Override
    public List<MemoryRange> endRound() {
        taker.send(StatePiece.newBuilder().setRoundEnds(true));
        return List.of();
    }

    @Override
    public void beginState() {
        taker.send(StatePiece.newBuilder().setStateBegins(true));
    }

    @Override
    public List<MemoryRange> missed() {
        return List.of();
    }

    @Override
    public void call(byte[] frame) {
        taker.send(StatePiece.newBuilder().setCall(UnsafeByteOperations.unsafeWrap(frame)));
    }

    @Override
    public void finish() {
        taker.send(StatePiece.newBuilder().setLast(true));
        over = true;
        taker.end();
    }

    @Override
    public void close() {
        if (!over) {
            over = true;
            taker.fail("the state could not be saved");
        }
        packer.close();
    }
}
