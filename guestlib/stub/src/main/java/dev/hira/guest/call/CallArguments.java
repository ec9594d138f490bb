package dev.hira.guest.call;

import dev.hira.wire.ArgsWriter;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** The arguments, buffers and expected outcomes of a call. Reused for one call after another. */
public abstract class CallArguments implements CallWriter {
    public final ArgsWriter args = new ArgsWriter();
    public final Buffers buffers = new Buffers();
    public String name = "";
    private int[] expected = new int[2];
    private int expectedCount;

    /** Resets for a call of this name. */
    public final void reset(String function) {
        name = function;
        args.reset();
        buffers.clear();
        expectedCount = 0;
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
        return buffer(Buffers.INPUT, field, data, bytes);
    }

    @Override
    public CallWriter output(int field, MemorySegment into, long bytes) {
        return buffer(Buffers.OUTPUT, field, into, bytes);
    }

    @Override
    public CallWriter lateOutput(int field, MemorySegment into, long bytes) {
        return buffer(Buffers.LATE, field, into, bytes);
    }

    @Override
    public CallWriter lateOutput(int field, PitchedArea into) {
        buffer(Buffers.LATE, field, into.room(), into.bytes());
        buffers.scatterInto(into);
        return this;
    }

    @Override
    public CallWriter inFrame() {
        buffers.keepInFrame();
        return this;
    }

    private CallWriter buffer(int role, int field, MemorySegment memory, long bytes) {
        if (bytes < 0 || bytes > memory.byteSize()) {
            throw new IndexOutOfBoundsException(
                    name
                            + " is to use "
                            + Long.toUnsignedString(bytes)
                            + " bytes of a buffer that has "
                            + memory.byteSize());
        }
        if (role != Buffers.INPUT && memory.isReadOnly()) {
            throw new IllegalArgumentException(name + " is to fill a buffer that is read-only");
        }
        buffers.add(role, field, memory, bytes);
        return this;
    }

    @Override
    public CallWriter expect(int outcomeCode) {
        if (expectedCount == expected.length) {
            expected = Arrays.copyOf(expected, expectedCount * 2);
        }
        expected[expectedCount++] = outcomeCode;
        return this;
    }

    /** Returns whether a code is an expected outcome rather than a failure of this call. */
    public boolean isExpected(int code) {
        for (int i = 0; i < expectedCount; i++) {
            if (expected[i] == code) {
                return true;
            }
        }
        return false;
    }
}
