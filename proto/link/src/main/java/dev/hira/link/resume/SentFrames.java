package dev.hira.link.resume;

import dev.hira.link.grpc.net.UnsentBytes;
import dev.hira.wire.Frame;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * The frames that one end has sent and the other has not acknowledged, in the order of sending. The
 * numbers of frames are implied: the n-th frame that was added has the number n. Not thread-safe.
 */
final class SentFrames {
    private final int mostFrames;
    private final UnsentBytes account;
    private final ArrayDeque<Frame> kept = new ArrayDeque<>();
    private boolean keeping = true;
    private long sent;
    private long acknowledged;
    private long bytes;

    SentFrames(ResumeLimits limits) {
        mostFrames = limits.keptFrames();
        account = limits.kept().newLink();
    }

    /** Names the owner of the kept bytes, as {@link UnsentBytes#belongsTo} does. */
    void belongsTo(String owner) {
        account.belongsTo(owner);
    }

    /** Returns whether frames are kept; otherwise they are only counted. */
    boolean keeps() {
        return keeping;
    }

    /** Counts a frame, and takes it over if frames are kept. */
    void add(Frame frame) {
        sent++;
        if (keeping) {
            kept.add(frame);
            bytes += frame.size();
            account.add(frame.size());
        }
    }

    boolean hasRoom() {
        return kept.size() < mostFrames && account.hasRoom();
    }

    /** Returns whether the peer can have received this number of frames. */
    boolean isPossible(long received) {
        return received >= acknowledged && received <= sent;
    }

    /** Releases the frames that the peer has received; the number must be possible. */
    void acknowledge(long received) {
        while (acknowledged < received) {
            acknowledged++;
            Frame frame = kept.poll();
            if (frame != null) {
                bytes -= frame.size();
                boolean ignored = account.remove(frame.size());
                frame.release();
            }
        }
    }

    /** Passes each kept frame, retained, to an action. */
    void forEach(Consumer<Frame> action) {
        kept.forEach(frame -> action.accept(frame.retain()));
    }

    /** Returns the number of the first call in the kept frames; 0: they have none. */
    long firstCall() {
        RecordCursor cursor = new RecordCursor();
        for (Frame frame : kept) {
            cursor.wrap(frame);
            while (cursor.next()) {
                if (cursor.kind() == RecordKinds.CALL) {
                    return cursor.callId();
                }
            }
        }
        return 0;
    }

    /** Numbers the kept frames anew, from the first one on. */
    void renumber() {
        acknowledged = 0;
        sent = kept.size();
    }

    /** Releases all frames and numbers those that follow anew. */
    void restart() {
        acknowledge(sent);
        renumber();
    }

    /** Releases all frames and keeps none from now on. */
    void drop() {
        keeping = false;
        kept.forEach(Frame::release);
        kept.clear();
        bytes = 0;
        account.close();
    }

    long sent() {
        return sent;
    }

    long acknowledged() {
        return acknowledged;
    }

    long bytes() {
        return bytes;
    }
}
