package dev.hira.guest.call;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Writes one call: its arguments by field number, its buffers, and at the end one of {@link
 * #async}, {@link #sync} and {@link #syncLater}. Belongs to one thread.
 */
public interface CallWriter {
    /** A varint: bool, enum, uint32, uint64. Zero is not written, as protobuf has it. */
    CallWriter uint64(int field, long value);

    /**
     * A varint of a signed value that is int32 or int64 in the description (negative numbers take
     * ten bytes).
     */
    CallWriter int64(int field, long value);

    CallWriter float32(int field, float value);

    CallWriter float64(int field, double value);

    CallWriter string(int field, String value);

    /** A bytes field that stays among the arguments (not a buffer). */
    CallWriter bytes(int field, MemorySegment value);

    /** Starts a nested message; what is written until {@link #endMessage} belongs to it. */
    CallWriter beginMessage(int field);

    CallWriter endMessage();

    /**
     * The first {@code bytes} of {@code data} travel with the call. They are read before the ending
     * method returns.
     */
    CallWriter input(int field, MemorySegment data, long bytes);

    /** The reply brings up to {@code bytes} into {@code into}, before the ending method returns. */
    CallWriter output(int field, MemorySegment into, long bytes);

    /**
     * {@code into} is filled some time after this call, before any later synchronization returns;
     * it must stay alive until then.
     */
    CallWriter lateOutput(int field, MemorySegment into, long bytes);

    /** Like the other {@link #lateOutput}, for an area of which only the rows travel. */
    CallWriter lateOutput(int field, PitchedArea into);

    /**
     * Ends the call without waiting. Its failure is thrown by this thread's next synchronous call.
     * In strict mode it waits.
     */
    void async();

    /**
     * Ends the call, flushes what is unsent, and waits for the answer.
     *
     * @return the returned values, valid until this thread's next call
     * @throws dev.hira.api.ApiException of the stub's API: this call's failure, or that of an
     *     earlier asynchronous call of this thread
     */
    ReplyReader sync();

    /**
     * Ends the call and flushes, but waits only when the result is asked for; used for the parts of
     * a split call.
     */
    PendingReply syncLater();

    /**
     * The status code of an answer that is an expected outcome rather than a failure makes {@link
     * #sync} return instead of throw.
     */
    CallWriter expect(int outcomeCode);

    /** A reply that is to come. */
    interface PendingReply {
        /** Waits; throws as {@link CallWriter#sync} does. */
        void await();
    }

    /** For a buffer parameter that is null. */
    default CallWriter input(int field, @Nullable MemorySegment data) {
        return data == null ? this : input(field, data, data.byteSize());
    }
}
