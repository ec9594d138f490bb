package dev.hira.guest.session;

import dev.hira.api.ProgramMemory;
import dev.hira.guest.call.Buffers;
import dev.hira.guest.call.Staging;
import java.lang.foreign.MemorySegment;

/**
 * Decides where the buffers of a call travel: memory of the arena by reference, large payloads in a
 * range of the arena, all others in the frame.
 */
final class BufferPlacement {
    private BufferPlacement() {}

    /**
     * Places all buffers of a call.
     *
     * @return the number that travel in the frame for lack of room in the arena
     */
    static int place(GuestSession session, String name, Buffers buffers) {
        int fellBack = 0;
        for (int i = 0; i < buffers.count(); i++) {
            ProgramMemory.requireUsable(buffers.memory(i), name);
            if (!place(session, buffers, i)) {
                fellBack++;
            }
        }
        try {
            requireTransportable(session, name, buffers);
            return fellBack;
        } catch (RuntimeException e) {
            giveBack(session, buffers);
            throw e;
        }
    }

    /** Tries again to place the buffers for which the arena had no room. */
    static int retry(GuestSession session, Buffers buffers) {
        int fellBack = 0;
        for (int i = 0; i < buffers.count(); i++) {
            if (buffers.place(i) == Buffers.INLINE && !place(session, buffers, i)) {
                fellBack++;
            }
        }
        return fellBack;
    }

    /** Retires the ranges of an asynchronous call's inputs until the server has read them. */
    static void retire(GuestSession session, Buffers buffers, long callId) {
        Staging staging = session.staging();
        if (staging == null) {
            return;
        }
        for (int i = 0; i < buffers.count(); i++) {
            if (buffers.place(i) == Buffers.STAGED && buffers.role(i) == Buffers.INPUT) {
                staging.retire(callId, buffers.offset(i));
            }
        }
    }

    /** Frees the ranges of a call that is not made. */
    static void giveBack(GuestSession session, Buffers buffers) {
        Staging staging = session.staging();
        if (staging == null) {
            return;
        }
        for (int i = 0; i < buffers.count(); i++) {
            if (buffers.place(i) == Buffers.STAGED) {
                staging.give(buffers.offset(i));
                buffers.place(i, Buffers.INLINE, 0);
            }
        }
    }

    /** Whether an input lies in a range taken for the call. */
    static boolean hasStagedInput(Buffers buffers) {
        for (int i = 0; i < buffers.count(); i++) {
            if (buffers.place(i) == Buffers.STAGED && buffers.role(i) == Buffers.INPUT) {
                return true;
            }
        }
        return false;
    }

    /** Places one buffer; false when only lack of room keeps it out of the arena. */
    private static boolean place(GuestSession session, Buffers buffers, int i) {
        Staging staging = session.staging();
        long bytes = buffers.bytes(i);
        if (staging == null || bytes == 0 || buffers.mustBeInFrame()) {
            return true;
        }
        long offset = staging.arena().offsetOf(buffers.memory(i), bytes);
        if (offset >= 0) {
            buffers.place(i, Buffers.PINNED, offset);
            session.counters().add(SessionCounters.PINNED_BYTES, bytes);
            return true;
        }
        if (bytes < session.settings().arenaThreshold()) {
            return true;
        }
        return stage(session, staging, buffers, i);
    }

    private static boolean stage(GuestSession session, Staging staging, Buffers buffers, int i) {
        long bytes = buffers.bytes(i);
        long offset = staging.take(bytes);
        if (offset < 0) {
            return false;
        }
        buffers.place(i, Buffers.STAGED, offset);
        if (buffers.role(i) == Buffers.INPUT) {
            MemorySegment.copy(buffers.memory(i), 0, staging.arena().memory(), offset, bytes);
        }
        session.counters().add(SessionCounters.ARENA_BYTES, bytes);
        return true;
    }

    private static void requireTransportable(GuestSession session, String name, Buffers buffers) {
        long limit = buffers.mustBeInFrame() ? session.recordedLimit() : session.payloadLimit();
        for (int i = 0; i < buffers.count(); i++) {
            if (buffers.place(i) == Buffers.INLINE && buffers.bytes(i) > limit) {
                throw new IllegalArgumentException(
                        name
                                + " has a buffer of "
                                + buffers.bytes(i)
                                + " bytes where the router accepts "
                                + limit
                                + " in one frame; pass less data per call, or ask the operator to"
                                + " raise the router's limit on payloads");
            }
        }
    }
}
