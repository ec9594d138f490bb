package dev.hira.guest.session;

import dev.hira.guest.call.Buffers;
import dev.hira.guest.call.CallArguments;
import dev.hira.guest.call.LateOutputs;
import dev.hira.guest.call.ReplyReader;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The arguments of a call that no session sends, and the entry of the calls under way for it. */
final class UnsentCall extends CallArguments {
    /** Returns the buffers that the arguments name. */
    Buffers taken() {
        return buffers;
    }

    /** Returns a call that waits for its answer, with the memory for one output. */
    static PendingCall waiting(int field, MemorySegment output) {
        UnsentCall arguments = new UnsentCall();
        arguments.output(field, output, output.byteSize());
        return arguments.prepared(true, null);
    }

    /** Returns an asynchronous call that will fill memory. */
    static PendingCall filling(MemorySegment... memory) {
        UnsentCall arguments = new UnsentCall();
        for (int i = 0; i < memory.length; i++) {
            arguments.lateOutput(1 + i, memory[i], memory[i].byteSize());
        }
        return arguments.prepared(
                false, new LateOutputs("f", arguments.taken(), null, Runnable::run));
    }

    @SuppressWarnings("NullAway") // the lane serves only PendingCall.await, which is not called
    private PendingCall prepared(boolean sync, @Nullable LateOutputs late) {
        PendingCall call = new PendingCall(null, Thread.currentThread(), sync);
        call.prepare("f", taken(), sync, late);
        return call;
    }

    @Override
    public void async() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ReplyReader sync() {
        throw new UnsupportedOperationException();
    }

    @Override
    public PendingReply syncLater() {
        throw new UnsupportedOperationException();
    }
}
