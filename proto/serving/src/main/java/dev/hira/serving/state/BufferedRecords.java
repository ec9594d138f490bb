package dev.hira.serving.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** The records of a new file on their way to the disk, behind the place of its header. */
final class BufferedRecords implements RecordSink {
    private static final int BUFFER_BYTES = 1 << 16;

    private final FileChannel channel;
    private ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private long written = RecordLayout.HEADER_BYTES;

    BufferedRecords(FileChannel channel) {
        this.channel = channel;
    }

    @Override
    public void add(int kind, int version, byte[] content) throws IOException {
        ByteBuffer record = RecordLayout.record(kind, version, content);
        if (record.remaining() > buffer.remaining()) {
            flush();
        }
        if (record.remaining() > buffer.capacity()) {
            buffer = ByteBuffer.allocate(record.remaining());
        }
        buffer.put(record);
    }

    void flush() throws IOException {
        buffer.flip();
        int length = buffer.limit();
        RecordLog.write(channel, buffer, written);
        written += length;
        buffer.clear();
    }

    /** Returns the length of the file once everything is flushed. */
    long end() {
        return written + buffer.position();
    }
}
