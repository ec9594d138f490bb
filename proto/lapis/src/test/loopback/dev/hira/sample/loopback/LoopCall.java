package dev.hira.sample.loopback;

import dev.hira.guest.call.CallWriter;
import dev.hira.guest.call.PitchedArea;
import dev.hira.guest.call.ReplyReader;
import dev.hira.sample.loom.LoomException;
import dev.hira.server.dispatch.CallRefused;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Writes a call and executes it when it ends. */
final class LoopCall implements CallWriter, ReplyReader {
    final LoopSession session;
    final int function;
    final String name;
    final ArgsWriter args;
    final ArgsWriter reply = new ArgsWriter();
    final Map<Integer, byte[]> inputs = new HashMap<>();
    final Map<Integer, MemorySegment> outputs = new HashMap<>();
    final Map<Integer, Runnable> whenFilled = new HashMap<>();
    final Map<Integer, Long> filled = new HashMap<>();
    final Set<Integer> expected = new HashSet<>();
    int outcome;

    LoopCall(LoopSession session, int function, String name, ArgsWriter args) {
        this.args = args;
        this.session = session;
        this.function = function;
        this.name = name;
    }

    @Override
    public CallWriter uint64(int field, long value) {
        args.uint64(field, value);
        return this;
    }

    @Override
    public CallWriter int64(int field, long value) {
        args.uint64(field, value);
        return this;
    }

    @Override
    public CallWriter float32(int field, float value) {
        args.float32(field, value);
        return this;
    }

    @Override
    public CallWriter float64(int field, double value) {
        args.float64(field, value);
        return this;
    }

    @Override
    public CallWriter string(int field, String value) {
        args.string(field, value);
        return this;
    }

    @Override
    public CallWriter bytes(int field, MemorySegment value) {
        args.bytes(field, value);
        return this;
    }

    @Override
    public CallWriter beginMessage(int field) {
        args.beginMessage(field);
        return this;
    }

    @Override
    public CallWriter endMessage() {
        args.endMessage();
        return this;
    }

    @Override
    public CallWriter input(int field, MemorySegment data, long bytes) {
        inputs.put(field, data.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE));
        return this;
    }

    @Override
    public CallWriter output(int field, MemorySegment into, long bytes) {
        outputs.put(field, into.asSlice(0, bytes));
        return this;
    }

    @Override
    public CallWriter lateOutput(int field, MemorySegment into, long bytes) {
        return output(field, into, bytes);
    }

    @Override
    public CallWriter lateOutput(int field, PitchedArea into) {
        whenFilled.put(field, into::scatter);
        return output(field, into.room(), into.bytes());
    }

    @Override
    public CallWriter inFrame() {
        return this;
    }

    @Override
    public void async() {
        session.events.add(name + " async");
        make();
    }

    @Override
    public ReplyReader sync() {
        session.events.add(name + " sync");
        make();
        return this;
    }

    @Override
    public PendingReply syncLater() {
        session.events.add(name + " later");
        make();
        return () -> session.events.add(name + " awaited");
    }

    @Override
    public CallWriter expect(int outcomeCode) {
        expected.add(outcomeCode);
        return this;
    }

    private void make() {
        try {
            session.dispatcher.dispatch(function, new LoopServerCall(this), session.driver);
        } catch (CallRefused e) {
            throw new LoomException(e.code(), e.getMessage());
        }
    }

    @Override
    public int outcome() {
        return outcome;
    }

    @Override
    public ArgsReader values() {
        return LoopSession.reader(reply);
    }

    @Override
    public long filled(int field) {
        return filled.getOrDefault(field, 0L);
    }
}
