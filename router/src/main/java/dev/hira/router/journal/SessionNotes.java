package dev.hira.router.journal;

import com.google.protobuf.ByteString;
import dev.hira.router.catalog.LaneChange;
import dev.hira.wire.Frame;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.v1.Identified;
import java.util.List;

/**
 * Takes down what the router's next process needs to know of a session's objects: the calls that
 * are recorded, before they go on, and what the server reports of them. On the session's thread.
 */
public interface SessionNotes {
    /** Takes nothing down. */
    SessionNotes NONE =
            new SessionNotes() {
                @Override
                public void called(RecordCursor command, Frame frame, long current, int times) {}

                @Override
                public void answered(RecordCursor reply, Frame frame) {}

                @Override
                public void failed(int lane, long call) {}

                @Override
                public void chosen(long call, ByteString choices) {}

                @Override
                public void identified(Identified kernels) {}

                @Override
                public void died(long name, long call) {}

                @Override
                public void laneEnded(int lane) {}

                @Override
                public void lanes(List<Lane> all) {}

                @Override
                public void memoryHeld(long bytes) {}

                @Override
                public void lossTold(long guestFrames) {}
            };

    /**
     * An object that a call made current in a guest's thread.
     *
     * @param object the call that created it; 0: the call made none current
     */
    record Current(long call, long object) {}

    /** A change of a thread's current objects by a call that may have failed. */
    record Change(LaneChange.Kind kind, Current by) {}

    /**
     * The objects that are current in a guest's thread.
     *
     * @param confirmed the thread's last call that is known to have been executed; -1: none is
     * @param certain those before the changes, the last one on top
     */
    record Lane(int number, long confirmed, List<Current> certain, List<Change> changes) {}

    /**
     * A recorded call was admitted.
     *
     * @param current the call that created the object that is current in its lane; 0: none is
     * @param times the number of calls that it stands for
     */
    void called(RecordCursor command, Frame frame, long current, int times);

    /** A recorded call was answered without an error. */
    void answered(RecordCursor reply, Frame frame);

    /** A call failed. */
    void failed(int lane, long call);

    /** The devices chose something for the object that a call creates. */
    void chosen(long call, ByteString choices);

    /** These are the kernels that objects stand for. */
    void identified(Identified kernels);

    /** The object died that a call had created. */
    void died(long name, long call);

    /** A guest's thread has ended. */
    void laneEnded(int lane);

    /** These are all lanes that have current objects. */
    void lanes(List<Lane> all);

    /** The server holds this much device memory whose size no call states. */
    void memoryHeld(long bytes);

    /**
     * Every thread of the guest has been told that the session lost a server.
     *
     * @param guestFrames the number of frames that have been sent to the guest
     */
    void lossTold(long guestFrames);
}
