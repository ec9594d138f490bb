package dev.hira.server.dispatch;

import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One call at the server, as a generated dispatcher sees it. Valid during {@link
 * Dispatcher#dispatch} only, unless it is {@link #blocking}.
 */
public interface ServerCall {
    /** The arguments, positioned at the first field. */
    ArgsReader args();

    /** Whether the guest waits for the reply. */
    boolean sync();

    // --- names
    // -----------------------------------------------------------------------------------------------------------

    /**
     * Checks that this session has an object of this type under this name (for an address: that it
     * lies inside one).
     *
     * @throws CallRefused with the type's own error
     */
    void require(HandleType type, long name);

    /** Like {@link #require}, but 0 is allowed. */
    void requireOrNull(HandleType type, long name);

    /**
     * Checks that a name for a new object is acceptable: not 0, not in use, for addresses
     * overlapping nothing. Called before the call is made; {@link #created} after it.
     */
    void claim(HandleType type, long name, long extent);

    /**
     * Enters a new object into the session's table.
     *
     * @param extent for addresses, the number of bytes that the name stands for; otherwise 0
     * @param parent the owner's name, or 0 when it has none
     */
    void created(HandleType type, long name, long extent, long parent);

    /**
     * Declares that an object must not outlive another: destroying {@code on} destroys {@code name}
     * as well.
     */
    void dependsOn(HandleType type, long name, HandleType onType, long on);

    /** Removes an object and all objects that it owns. */
    void destroyed(HandleType type, long name);

    /** Adds 1 to the reference count of an object, which was 1 on creation. */
    void retained(HandleType type, long name);

    /**
     * Subtracts 1 from the reference count of an object. At 0 its name is gone; the object itself
     * dies as soon as it owns nothing and nothing depends on it.
     */
    void released(HandleType type, long name);

    // --- buffers
    // ----------------------------------------------------------------------------------------------------------

    /**
     * Returns the payload of an input buffer, which must have exactly this many bytes; {@code bytes
     * < 0} accepts any number.
     */
    MemorySegment input(int field, long bytes);

    /** Returns an input like {@link #input}, or null when the guest sent none. */
    @Nullable MemorySegment inputOrNull(int field, long bytes);

    /** Whether the guest wants an optional output buffer. */
    boolean wants(int field);

    /** Returns memory for an output buffer, which goes back with the reply. */
    MemorySegment output(int field, long bytes);

    /** Sets the number of valid bytes of an output buffer that is not full. */
    void filled(int field, long bytes);

    /**
     * Returns memory for an output that is known later, in place of the guest's buffer. After the
     * call was made the dispatcher uses the API's late marker to run {@link LateOutput#complete}
     * when the bytes have arrived.
     */
    LateOutput lateOutput(int field, long bytes);

    /** The memory of an output that is not complete yet. */
    interface LateOutput {
        MemorySegment memory();

        /** Sends the bytes to the guest, before any reply that is sent later. Any thread. */
        void complete();
    }

    // --- callbacks
    // ---------------------------------------------------------------------------------------------------------

    /**
     * Starts an invocation of one of the guest's callbacks, from any thread, also after the call
     * has ended.
     */
    CallbackCall callback(int callbackType, long callbackId);

    /** An invocation of a guest's callback. */
    interface CallbackCall {
        /** The arguments; field 1 is reserved for the callback's number. */
        ArgsWriter args();

        /**
         * Sends the invocation and waits until the guest's code has returned or the session has
         * ended.
         */
        void invoke();
    }

    /** Returns the session, for callbacks that outlive this call. */
    ServerCall detach();

    // --- the end
    // -----------------------------------------------------------------------------------------------------------

    /** The returned values; dropped unless the call is synchronous. */
    ArgsWriter reply();

    /** Makes the reply carry an expected outcome. */
    void outcome(int code);

    /**
     * Runs the part of a call that may take long: here and now when {@code ready} returns true,
     * otherwise on a thread of the lane while the session's other lanes continue. The reply is sent
     * when it ends. Must be the last step in {@link Dispatcher#dispatch}.
     */
    void blocking(BooleanSupplier ready, Runnable body);
}
