package dev.hira.guest.cuda;

import dev.hira.api.CallbackThread;
import dev.hira.api.Names;
import dev.hira.api.cuda.CUresult;
import dev.hira.guest.call.CallWriter;
import dev.hira.guest.call.CallbackInvoker;
import dev.hira.guest.call.StubSession;
import java.lang.foreign.MemorySegment;

/**
 * A session with CUDA's rules that host functions and callbacks make no calls, and that a call may
 * report the failure of earlier asynchronous work.
 *
 * @param session the session without the rules
 * @param uploads the failure of an upload that the session itself has made
 */
record CudaSession(StubSession session, EarlierFailure uploads) implements StubSession {
    /** Refuses a call in a host function or callback. */
    static void requireNoCallback() {
        if (CallbackThread.isCurrent()) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_NOT_PERMITTED,
                    "a host function or callback must not call CUDA; let another thread make the call");
        }
    }

    @Override
    public CallWriter begin(int function, String name) {
        requireNoCallback();
        uploads.report();
        return session.begin(function, name);
    }

    @Override
    public Names names() {
        return session.names();
    }

    @Override
    public long register(CallbackInvoker callback, boolean once) {
        return session.register(callback, once);
    }

    @Override
    public void unregister(long callback) {
        session.unregister(callback);
    }

    @Override
    public long splitBytes() {
        return session.splitBytes();
    }

    @Override
    public long splitBytes(MemorySegment buffer) {
        return session.splitBytes(buffer);
    }

    @Override
    public void close() {
        session.close();
    }
}
