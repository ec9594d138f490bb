package dev.hira.sim.builtin;

import dev.hira.sim.code.Space;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.ThreadMemory;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Reads strings and numbers in the memory of a thread. */
record GuestStrings(BlockState block, int thread) {
    /** The most bytes of a text that are read. */
    static final int LONGEST = 1 << 16;

    /**
     * Reads the text from a generic address to its zero byte, but at most {@link #LONGEST} bytes.
     */
    String text(long address) {
        return text(address, LONGEST);
    }

    /** Reads the text from a generic address to its zero byte, but at most so many bytes. */
    String text(long address, int most) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (long at = address; bytes.size() < most; at++) {
            int next = (int) load(at, 1);
            if (next == 0) {
                break;
            }
            bytes.write(next);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Reads a number at a generic address, zero-extended. */
    long load(long address, int bytes) {
        return ThreadMemory.load(block, thread, Space.GENERIC, address, bytes);
    }
}
