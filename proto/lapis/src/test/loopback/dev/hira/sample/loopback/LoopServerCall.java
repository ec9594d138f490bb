package dev.hira.sample.loopback;

import dev.hira.server.dispatch.CallRefused;
import dev.hira.server.dispatch.HandleType;
import dev.hira.server.dispatch.ServerCall;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The server's view of a call; records the dispatcher's requests. */
final class LoopServerCall implements ServerCall {
    private final LoopCall call;

    LoopServerCall(LoopCall call) {
        this.call = call;
    }

    private void note(String what, HandleType type, long name, String rest) {
        call.session.events.add(what + " " + type.name() + " 0x" + Long.toHexString(name) + rest);
    }

    @Override
    public ArgsReader args() {
        return LoopSession.reader(call.args);
    }

    @Override
    public boolean sync() {
        return true;
    }

    @Override
    public void require(HandleType type, long name) {
        note("require", type, name, "");
    }

    @Override
    public void requireOrNull(HandleType type, long name) {
        note("requireOrNull", type, name, "");
    }

    @Override
    public void claim(HandleType type, long name, long extent) {
        note("claim", type, name, " of " + extent);
    }

    @Override
    public void created(HandleType type, long name, long extent, long parent) {
        note("created", type, name, " of " + extent + " in 0x" + Long.toHexString(parent));
    }

    @Override
    public void dependsOn(HandleType type, long name, HandleType onType, long on) {
        note("dependsOn", type, name, " on " + onType.name() + " 0x" + Long.toHexString(on));
    }

    @Override
    public void destroyed(HandleType type, long name) {
        note("destroyed", type, name, "");
    }

    @Override
    public void retained(HandleType type, long name) {
        note("retained", type, name, "");
    }

    @Override
    public void released(HandleType type, long name) {
        note("released", type, name, "");
    }

    @Override
    public MemorySegment input(int field, long bytes) {
        byte[] data = call.inputs.get(field);
        if (data == null || bytes >= 0 && data.length != bytes) {
            throw new CallRefused(99, "buffer " + field + " is not of " + bytes + " bytes");
        }
        return MemorySegment.ofArray(data);
    }

    @Override
    public @Nullable MemorySegment inputOrNull(int field, long bytes) {
        return call.inputs.containsKey(field) ? input(field, bytes) : null;
    }

    @Override
    public boolean wants(int field) {
        return call.outputs.containsKey(field);
    }

    @Override
    public MemorySegment output(int field, long bytes) {
        MemorySegment into = call.outputs.get(field);
        if (into == null || into.byteSize() != bytes) {
            throw new CallRefused(99, "output " + field + " is not of " + bytes + " bytes");
        }
        return into;
    }

    @Override
    public void filled(int field, long bytes) {
        call.filled.put(field, bytes);
    }

    @Override
    public LateOutput lateOutput(int field, long bytes) {
        MemorySegment into = output(field, bytes);
        MemorySegment shadow = MemorySegment.ofArray(new byte[(int) bytes]);
        return new LateOutput() {
            @Override
            public MemorySegment memory() {
                return shadow;
            }

            @Override
            public void complete() {
                into.copyFrom(shadow);
                call.whenFilled.getOrDefault(field, () -> {}).run();
            }
        };
    }

    @Override
    public CallbackCall callback(int callbackType, long callbackId) {
        ArgsWriter args = new ArgsWriter().uint64(1, callbackId);
        return new CallbackCall() {
            @Override
            public ArgsWriter args() {
                return args;
            }

            @Override
            public void invoke() {
                call.session.callbacks.get(callbackId).invoke(LoopSession.reader(args));
            }
        };
    }

    @Override
    public ServerCall detach() {
        return this;
    }

    @Override
    public ArgsWriter reply() {
        return call.reply;
    }

    @Override
    public void outcome(int code) {
        call.outcome = code;
    }

    @Override
    public void blocking(BooleanSupplier ready, Runnable body) {
        call.session.events.add(ready.getAsBoolean() ? "quick" : "blocking");
        body.run();
    }
}
