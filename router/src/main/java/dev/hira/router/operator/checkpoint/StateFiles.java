package dev.hira.router.operator.checkpoint;

import com.google.protobuf.ByteString;
import dev.hira.router.checkpoint.CheckpointEntry;
import dev.hira.router.checkpoint.CheckpointReader;
import dev.hira.router.checkpoint.CheckpointWriter;
import dev.hira.router.checkpoint.Spool;
import dev.hira.router.checkpoint.Spool.SpoolFile;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionKeeper.KeptState;
import dev.hira.router.session.SessionSave.Saved;
import dev.hira.wire.Frame;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.CheckpointVm;
import io.grpc.ManagedChannel;
import io.netty.buffer.Unpooled;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * The session checkpoint of one session, in two files of the checkpoint format: the session with
 * its recorded calls, which are known only at rest, and the pieces of its state, most of which come
 * before. One thread writes them.
 */
final class StateFiles implements KeptState {
    private static final int BUFFER_BYTES = 256 << 10;
    private static final long ID = 0;

    private final SessionStates states;
    private final SpoolFile objects;
    private final SpoolFile pieces;
    private final CheckpointWriter writer;

    StateFiles(Spool spool, SessionStates states) throws IOException {
        this.states = states;
        this.objects = spool.create();
        SpoolFile second = null;
        try {
            second = spool.create();
            writer = begin(second, CheckpointSession.getDefaultInstance());
        } catch (IOException e) {
            objects.close();
            if (second != null) {
                second.close();
            }
            throw e;
        }
        pieces = second;
    }

    private static CheckpointWriter begin(SpoolFile file, CheckpointSession session)
            throws IOException {
        CheckpointWriter writer = new CheckpointWriter(file, ID);
        writer.vm(CheckpointVm.newBuilder().setSessions(1).build());
        writer.session(session);
        return writer;
    }

    void piece(byte[] piece) throws IOException {
        writer.state(piece);
    }

    /** Writes the rest; the caller owns the calls. */
    void complete(Saved saved, long memoryBytes) throws IOException {
        writer.endSession(memoryBytes);
        writer.end();
        CheckpointWriter other = begin(objects, saved.session());
        for (Frame frame : saved.calls()) {
            other.calls(frame);
        }
        other.endSession(0);
        other.end();
    }

    @Override
    public long bytes() {
        return objects.size() + pieces.size();
    }

    @Override
    public CompletableFuture<Saved> read() {
        return states.run(this::session);
    }

    private Saved session() throws IOException {
        CheckpointReader reader = reader(objects);
        CheckpointSession session = CheckpointSession.getDefaultInstance();
        List<Frame> calls = new ArrayList<>();
        CheckpointEntry next = reader.next();
        while (!(next instanceof CheckpointEntry.End)) {
            if (next instanceof CheckpointEntry.Session found) {
                session = found.session();
            } else if (next instanceof CheckpointEntry.Calls found) {
                calls.add(Frame.wrap(Unpooled.wrappedBuffer(found.frame())));
            }
            next = reader.next();
        }
        return new Saved(session, List.of(), calls);
    }

    @Override
    public CompletableFuture<Void> send(Placed to, ByteString token) {
        Callable<Void> task =
                () -> {
                    ManagedChannel channel = states.channel(to);
                    try {
                        send(StatePut.open(channel, token, states.time()));
                    } finally {
                        channel.shutdownNow();
                    }
                    return null;
                };
        return states.run(task);
    }

    private void send(StatePut stream) throws IOException, InterruptedException {
        CheckpointReader reader = reader(pieces);
        CheckpointEntry next = reader.next();
        while (!(next instanceof CheckpointEntry.End)) {
            if (next instanceof CheckpointEntry.State state) {
                stream.send(state.piece());
            }
            next = reader.next();
        }
        stream.finish();
    }

    private static CheckpointReader reader(SpoolFile file) throws IOException {
        return new CheckpointReader(new BufferedInputStream(file.read(), BUFFER_BYTES));
    }

    @Override
    public void close() {
        objects.close();
        pieces.close();
    }
}
