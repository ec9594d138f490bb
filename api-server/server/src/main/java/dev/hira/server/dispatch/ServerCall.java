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
     * @param extent for addresses, how many bytes the name stands for; else 0
     * @param parent the owner's name, or 0 when it has none
     */
    void created(HandleType type, long name, long extent, long parent);

    /**
     * Says that an object must outlive another: destroying {@code on} before {@code name} takes
     * {@code name} along.
     */
    void dependsOn(HandleType type, long name, HandleType onType, long on);

    /** Removes an object and all that it owns. */
    void destroyed(HandleType type, long name);

    /** Adds 1 to the count of an object, which was 1 when it was created. */
    void retained(HandleType type, long name);

    /**
     * Takes 1 away from the count of an object. At 0 its name is gone, and the object itself as
     * soon as it owns nothing and nothing depends on it.
     */
    void released(HandleType type, long name);

    // --- buffers
    // ----------------------------------------------------------------------------------------------------------

    /**
     * The payload of an input buffer, which must have exactly this many bytes; {@code bytes < 0}
     * takes whatever came.
     */
    MemorySegment input(int field, long bytes);

    /** Like {@link #input}, or null when the guest sent none. */
    @Nullable MemorySegment inputOrNull(int field, long bytes);

    /** Whether the guest wants an output buffer that it may leave out. */
    boolean wants(int field);

    /** Memory for an output buffer, which goes back with the reply. */
    MemorySegment output(int field, long bytes);

    /** Says how many bytes of an output buffer are valid, when fewer than its size. */
    void filled(int field, long bytes);

    /**
     * Memory for an output that is known later (a shadow of the guest's buffer). After the call was
     * made the dispatcher uses the API's late marker to have {@link LateOutput#complete} run when
     * the bytes are there.
     */
    LateOutput lateOutput(int field, long bytes);

    /** A shadow buffer on its way. */
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
        /** The arguments; field 1 is taken by the callback's number. */
        ArgsWriter args();

        /** Sends it and waits until the guest's code has returned, or the session is gone. */
        void invoke();
    }

    /** The session, for callbacks that outlive this call. */
    ServerCall detach();

    // --- the end
    // -----------------------------------------------------------------------------------------------------------

    /** The returned values; only for synchronous calls, else they are dropped. */
    ArgsWriter reply();

    /** Lets the reply carry an expected outcome. */
    void outcome(int code);

    /**
     * Makes a call that may take long. When {@code ready} says so it runs here and now, else on a
     * thread of the lane's own, while the session's other lanes go on; the reply is sent when it
     * ends. Nothing may follow it in {@link Dispatcher#dispatch}.
     */
    void blocking(BooleanSupplier ready, Runnable body);
}
