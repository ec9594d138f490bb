package dev.hira.router.checkpoint;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import dev.hira.router.checkpoint.CheckpointLayout.Section;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The checkpoint that an increment builds on, whose sections are found by content or by number. */
final class BaseFile implements AutoCloseable {
    static final int BUFFER_BYTES = 256 << 10;

    private final long file;
    private final FileChannel channel;
    private final List<SectionRange> ranges;
    private final Map<HashCode, Integer> numbers;

    /** Where a section lies in the file. */
    private record SectionRange(int kind, long at, int bytes) {}

    private BaseFile(
            long file,
            FileChannel channel,
            List<SectionRange> ranges,
            Map<HashCode, Integer> numbers) {
        this.file = file;
        this.channel = channel;
        this.ranges = ranges;
        this.numbers = numbers;
    }

    /**
     * Opens and checks a whole checkpoint.
     *
     * @throws CheckpointException when it is damaged
     */
    static BaseFile open(Path path) throws IOException {
        if (Increment.is(path)) {
            throw new IOException(
                    path
                            + " is an increment; another one can only be made on a whole"
                            + " checkpoint");
        }
        List<SectionRange> ranges = new ArrayList<>();
        Map<HashCode, Integer> numbers = new HashMap<>();
        long file;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path), BUFFER_BYTES)) {
            SectionReader reader = new SectionReader(in, CheckpointLayout.CHECKPOINT);
            file = reader.file();
            SectionReader.Section next;
            do {
                next = reader.next();
                numbers.putIfAbsent(hash(next), ranges.size());
                ranges.add(new SectionRange(next.kind(), next.at(), next.content().length));
            } while (next.kind() != Section.END.number());
            reader.requireEnd();
        } catch (CheckpointException e) {
            throw new CheckpointException(path, e);
        }
        return new BaseFile(file, FileChannel.open(path), ranges, numbers);
    }

    private static HashCode hash(SectionReader.Section section) {
        return Hashing.sha256()
                .newHasher()
                .putInt(section.kind())
                .putBytes(section.content())
                .hash();
    }

    /** Returns the number that identifies the file. */
    long file() {
        return file;
    }

    int sections() {
        return ranges.size();
    }

    /** Returns the number of an equal section, or -1. */
    int find(SectionReader.Section section) {
        return numbers.getOrDefault(hash(section), -1);
    }

    /** Reads a section, which was checked. */
    SectionReader.Section read(int number) throws IOException {
        SectionRange range = ranges.get(number);
        ByteBuffer content = ByteBuffer.allocate(range.bytes());
        while (content.hasRemaining()) {
            if (channel.read(content, range.at() + content.position()) < 0) {
                throw new IOException("the earlier checkpoint was changed while it was read");
            }
        }
        return new SectionReader.Section(range.kind(), content.array(), range.at());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
