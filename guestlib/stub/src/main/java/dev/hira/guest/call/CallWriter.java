package dev.hira.guest.call;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Writes one call: its arguments by field number, its buffers, and finally one of {@link #async},
 * {@link #sync} and {@link #syncLater}. Belongs to one thread.
 */
public interface CallWriter {
    /** Writes a varint: bool, enum, uint32, uint64. Skips zero, as protobuf does. */
    CallWriter uint64(int field, long value);

    /**
     * Writes a varint of a signed value that the description declares as int32 or int64 (negative
     * numbers take ten bytes).
     */
    CallWriter int64(int field, long value);

    CallWriter float32(int field, float value);

    CallWriter float64(int field, double value);

    CallWriter string(int field, String value);

    /** Writes a bytes field that stays among the arguments (not a buffer). */
    CallWriter bytes(int field, MemorySegment value);

    /** Starts a nested message, which lasts until {@link #endMessage}. */
    CallWriter beginMessage(int field);

    CallWriter endMessage();

    /**
     * Sends the first {@code bytes} of {@code data} with the call. The ending method reads them
     * before it returns.
     */
    CallWriter input(int field, MemorySegment data, long bytes);

    /** Requests up to {@code bytes} into {@code into}, filled before the ending method returns. */
    CallWriter output(int field, MemorySegment into, long bytes);

    /**
     * Requests bytes into {@code into} that arrive some time after this call, before any later
     * synchronization returns; the memory must stay alive until then.
     */
    CallWriter lateOutput(int field, MemorySegment into, long bytes);

    /** Like the other {@link #lateOutput}, for an area whose rows alone travel. */
    CallWriter lateOutput(int field, PitchedArea into);

    /**
     * Makes all buffers of this call travel in its frame, even those in shared memory: routers keep
     * a copy of the call, which must be what the server executes.
     */
    CallWriter inFrame();

    /**
     * Ends the call without waiting for an answer. This thread's next synchronous call throws its
     * failure. In strict mode, and when only an answer can free room in the arena, it waits for the
     * answer.
     */
    void async();

    /**
     * Ends the call, flushes unsent records, and waits for the answer.
     *
     * @return the returned values, valid until this thread's next call
     * @throws dev.hira.api.ApiException of the stub's API: this call's failure, or that of an
     *     earlier asynchronous call of this thread
     */
    ReplyReader sync();

    /**
     * Ends the call and flushes, but waits only when the result is requested; used for the parts of
     * a split call.
     */
    PendingReply syncLater();

    /**
     * Declares a status code of the answer an expected outcome, for which {@link #sync} returns
     * instead of throwing.
     */
    CallWriter expect(int outcomeCode);

    /** A reply that is still to come. */
    interface PendingReply {
        /** Waits for the reply; throws as {@link CallWriter#sync} does. */
        void await();
    }

    /** Represents null for a buffer parameter. */
    default CallWriter input(int field, @Nullable MemorySegment data) {
        return data == null ? this : input(field, data, data.byteSize());
    }
}
