package dev.hira.sim.state;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/** Writes the fields of a record. */
final class RecordWriter {
    private ByteBuffer bytes = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

    RecordWriter u8(int value) {
        room(1).put((byte) value);
        return this;
    }

    RecordWriter u16(int value) {
        room(2).putShort((short) value);
        return this;
    }

    RecordWriter i32(int value) {
        room(4).putInt(value);
        return this;
    }

    RecordWriter i64(long value) {
        room(8).putLong(value);
        return this;
    }

    RecordWriter bytes(byte[] content) {
        i32(content.length);
        room(content.length).put(content);
        return this;
    }

    /** Writes a text as UTF-16, which keeps every text as it is. */
    RecordWriter text(String text) {
        i32(text.length());
        room(2 * text.length());
        text.chars().forEach(unit -> bytes.putShort((short) unit));
        return this;
    }

    <T> RecordWriter list(Collection<T> elements, Consumer<T> element) {
        i32(elements.size());
        elements.forEach(element);
        return this;
    }

    private ByteBuffer room(int more) {
        if (bytes.remaining() < more) {
            int size = Math.max(2 * bytes.capacity(), bytes.position() + more);
            bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN).put(bytes.flip());
        }
        return bytes;
    }

    /** Returns the record with its checksum. */
    byte[] finish() {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes.array(), 0, bytes.position());
        i32((int) checksum.getValue());
        byte[] record = new byte[bytes.position()];
        bytes.get(0, record);
        return record;
    }
}
