package dev.hira.sample.loopback;

import dev.hira.api.Names;
import dev.hira.guest.call.CallWriter;
import dev.hira.guest.call.CallbackInvoker;
import dev.hira.guest.call.StubSession;
import dev.hira.sample.loom.LoomDriver;
import dev.hira.sample.loom.dispatch.LoomDispatcher;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A session that dispatches its commands at once to a driver in this process. */
final class LoopSession implements StubSession {
    final LoomDispatcher dispatcher = new LoomDispatcher();
    final LoomDriver driver;

    /** The dispatcher's changes of the object table and the ends of calls, in order. */
    final List<String> events = new ArrayList<>();

    final Map<Long, CallbackInvoker> callbacks = new HashMap<>();
    final List<Long> releasedAddresses = new ArrayList<>();
    final List<Long> releasedParents = new ArrayList<>();
    long splitBytes = 1 << 20;
    long nextAddress = 0x10000;
    private long nextHandle = 1;
    private long nextCallback = 1;

    LoopSession(LoomDriver driver) {
        this.driver = driver;
    }

    @Override
    public CallWriter begin(int function, String name) {
        return new LoopCall(this, function, name, new ArgsWriter());
    }

    @Override
    public Names names() {
        return new Names() {
            @Override
            public long handle(int typeTag) {
                return (long) typeTag << 56 | nextHandle++;
            }

            @Override
            public long address(long parent, long size, long alignment) {
                return nextAddress;
            }

            @Override
            public void releaseAddress(long address) {
                releasedAddresses.add(address);
            }

            @Override
            public void releaseParent(long parent) {
                releasedParents.add(parent);
            }
        };
    }

    @Override
    public long register(CallbackInvoker callback, boolean once) {
        callbacks.put(nextCallback, callback);
        return nextCallback++;
    }

    @Override
    public void unregister(long callback) {
        callbacks.remove(callback);
    }

    @Override
    public long splitBytes() {
        return splitBytes;
    }

    @Override
    public void close() {
        events.add("close");
    }

    static ArgsReader reader(ArgsWriter written) {
        ByteBuffer bytes =
                ByteBuffer.wrap(written.array().clone()).order(ByteOrder.LITTLE_ENDIAN);
        return new ArgsReader().wrap(bytes, 0, written.length());
    }
}
