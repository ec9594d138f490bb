package dev.hira.sim.state;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;

/** The CRC-32C of all pieces of memory: of the 8 bytes of each address and of the content. */
final class MemoryChecksum {
    private final CRC32C crc = new CRC32C();
    private long pieces;

    void add(long address, MemorySegment content) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            crc.update((int) (address >>> shift));
        }
        crc.update(content.asByteBuffer());
        pieces++;
    }

    long pieces() {
        return pieces;
    }

    int value() {
        return (int) crc.getValue();
    }
}
