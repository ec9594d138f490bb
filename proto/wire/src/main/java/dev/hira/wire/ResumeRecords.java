package dev.hira.wire;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The messages by which a session outlives its connection: Acknowledge, Resume and Resumed of
 * session.proto. They are encoded and decoded by hand, so that a guest need not load protobuf's
 * runtime.
 */
public final class ResumeRecords {
    /** The result of reading a frame that holds another message. */
    public static final long NONE = -1;

    /** The number in a Resumed with which both ends begin to count anew. */
    public static final long ANEW = -2;

    /**
     * The text with which a router refuses a session that it does not have, and says nothing else;
     * another router may have it.
     */
    public static final String UNKNOWN_SESSION =
            "this router has no such session of the guest; open a new session";

    private static final int ACKNOWLEDGE = 30;
    private static final int RESUME = 31;
    private static final int RESUMED = 32;
    private static final int RECEIVED = 1;
    private static final int RESUMED_ANEW = 150;
    private static final int WAITING_CALLS = 151;
    private static final int WAITING_LANES = 152;
    private static final int LATE_CALLS = 153;
    private static final int LANES = 154;
    private static final int LAST_CALL = 155;
    private static final int ACKNOWLEDGED_CALL = 156;

    private ResumeRecords() {}

    /** Returns the frame that tells the peer how many frames were received. */
    public static Frame acknowledge(long received) {
        return frame(counted(ACKNOWLEDGE, received));
    }

    /** Returns the router's answer to a Resume. */
    public static Frame resumed(long received) {
        return frame(counted(RESUMED, received));
    }

    /**
     * Returns the first frame of a connection that continues a session.
     *
     * @param request proves that the session is the guest's
     * @param received number of frames that the guest has received
     * @param waiting the lanes of the guest, and the calls for which they wait
     */
    public static Frame resume(Request request, long received, WaitState waiting) {
        ArgsWriter args =
                new ArgsWriter()
                        .beginMessage(RESUME)
                        .string(1, request.session())
                        .bytes(2, MemorySegment.ofArray(request.secret()))
                        .uint64(3, received)
                        .string(4, request.vm())
                        .string(5, request.token());
        waiting.lanes().forEach(lane -> args.uint64Always(LANES, lane));
        for (Waiting call : waiting.calls()) {
            if (call.late()) {
                args.uint64Always(LATE_CALLS, call.call());
            } else {
                args.uint64Always(WAITING_CALLS, call.call());
                args.uint64Always(WAITING_LANES, call.lane());
            }
        }
        args.uint64(LAST_CALL, waiting.lastCall());
        return frame(args.uint64(ACKNOWLEDGED_CALL, waiting.acknowledgedCall()).endMessage());
    }

    /**
     * The lanes of a guest's threads, and the calls for which they wait.
     *
     * @param lastCall no call so far has a higher number
     * @param acknowledgedCall no call with a lower number is sent again
     */
    public record WaitState(
            List<Integer> lanes, List<Waiting> calls, long lastCall, long acknowledgedCall) {
        /** The state of an end that has no threads. */
        public static final WaitState NONE = new WaitState(List.of(), List.of(), 0, 0);
    }

    /**
     * A call for which a guest waits.
     *
     * @param late whether it waits for late outputs, not for the answer
     */
    public record Waiting(long call, int lane, boolean late) {}

    /** Returns the number in an Acknowledge, or {@link #NONE} for any other frame. */
    public static long acknowledged(Frame frame) {
        return received(frame, ACKNOWLEDGE);
    }

    /**
     * Returns the number in a Resumed, {@link #ANEW} if both ends begin to count anew, or {@link
     * #NONE} for any other frame.
     */
    public static long resumedAt(Frame frame) {
        return received(frame, RESUMED);
    }

    private static long received(Frame frame, int message) {
        if (frame.audience() != FrameLayout.AUDIENCE_HOP || frame.records() != 1) {
            return NONE;
        }
        ByteBuffer head = frame.head();
        if (head.get(FrameLayout.RECORD_KIND) != RecordKinds.CONTROL) {
            return NONE;
        }
        int length = head.getInt(FrameLayout.RECORD_ARGS_LENGTH);
        ArgsReader control = new ArgsReader().wrap(head, FrameLayout.RECORD_BYTES, length);
        return control.next() && control.field() == message
                ? count(control.message(new ArgsReader()))
                : NONE;
    }

    private static long count(ArgsReader in) {
        long received = 0;
        boolean anew = false;
        while (in.next()) {
            switch (in.field()) {
                case RECEIVED -> received = in.uint64();
                case RESUMED_ANEW -> anew = in.bool();
                default -> in.skip();
            }
        }
        if (anew) {
            return ANEW;
        }
        if (received < 0) {
            throw new MalformedFrameException(
                    "a peer claims to have received "
                            + Long.toUnsignedString(received)
                            + " frames");
        }
        return received;
    }

    private static ArgsWriter counted(int message, long received) {
        return new ArgsWriter().beginMessage(message).uint64(RECEIVED, received).endMessage();
    }

    private static Frame frame(ArgsWriter control) {
        return new FrameWriter()
                .begin(RecordKinds.CONTROL, 0, 0, 0, 0)
                .args(control.array(), control.length())
                .end()
                .finish(FrameLayout.AUDIENCE_HOP);
    }

    /**
     * A guest's request to continue its session.
     *
     * @param session the session's id
     * @param secret the secret that came with the session
     * @param vm the VM that the guest claims to be in, as when it opened the session
     * @param token the secret that proves the claim; empty for none
     */
    @SuppressWarnings("ArrayRecordComponent") // a copy would only spread the secret
    public record Request(String session, byte[] secret, String vm, String token) {}
}
