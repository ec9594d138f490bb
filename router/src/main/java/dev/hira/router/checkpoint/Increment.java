package dev.hira.router.checkpoint;

import dev.hira.router.checkpoint.CheckpointLayout.Section;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file with what a checkpoint does not have in common with an earlier one, its base. Sections of
 * the base that occur in the checkpoint are replaced by their numbers. Joined with its base, an
 * increment is the checkpoint again, byte for byte.
 */
public final class Increment {
    /** A shorter section is written as it is. */
    private static final int SMALL_BYTES = 64;

    private Increment() {}

    /**
     * Writes an increment.
     *
     * @param checkpoint a whole checkpoint
     * @param base another whole checkpoint
     * @return the number of bytes written
     * @throws CheckpointException when one of them is damaged
     */
    public static long write(Path checkpoint, Path base, WritableByteChannel out)
            throws IOException {
        try (BaseFile from = BaseFile.open(base);
                InputStream in = open(checkpoint)) {
            SectionReader reader = new SectionReader(in, CheckpointLayout.CHECKPOINT);
            SectionWriter writer =
                    new SectionWriter(out, CheckpointLayout.INCREMENT, reader.file());
            writer.section(CheckpointLayout.BASE, number(from.file()));
            SectionReader.Section next;
            do {
                next = reader.next();
                int same = next.content().length < SMALL_BYTES ? -1 : from.find(next);
                if (same < 0) {
                    writer.section(next.kind(), ByteBuffer.wrap(next.content()));
                } else {
                    writer.section(CheckpointLayout.SAME, number(same));
                }
            } while (next.kind() != Section.END.number());
            reader.requireEnd();
            return writer.bytes();
        }
    }

    /**
     * Checks that increments can be made on a file.
     *
     * @throws IOException when it is no whole checkpoint, or damaged
     */
    public static void checkBase(Path file) throws IOException {
        BaseFile.open(file).close();
    }

    /** Returns whether a file claims to be an increment. */
    public static boolean is(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] begins = in.readNBytes(Long.BYTES);
            return begins.length == Long.BYTES
                    && little(begins).getLong() == CheckpointLayout.INCREMENT.magic();
        }
    }

    /**
     * Writes the checkpoint that an increment was made of.
     *
     * @throws CheckpointException when the increment is damaged, or belongs to another base
     */
    public static void join(Path increment, Path base, WritableByteChannel out) throws IOException {
        try (InputStream in = open(increment)) {
            SectionReader reader = new SectionReader(in, CheckpointLayout.INCREMENT);
            SectionReader.Section first = reader.next();
            if (first.kind() != CheckpointLayout.BASE || first.content().length != Long.BYTES) {
                throw reader.problem("the first section does not name the earlier checkpoint");
            }
            try (BaseFile from = BaseFile.open(base)) {
                long wanted = little(first.content()).getLong();
                if (wanted != from.file()) {
                    throw reader.problem(
                            "the increment was made on the checkpoint "
                                    + Long.toHexString(wanted)
                                    + ", and "
                                    + base
                                    + " is "
                                    + Long.toHexString(from.file()));
                }
                join(
                        reader,
                        from,
                        new SectionWriter(out, CheckpointLayout.CHECKPOINT, reader.file()));
            }
        }
    }

    private static void join(SectionReader reader, BaseFile base, SectionWriter writer)
            throws IOException {
        SectionReader.Section next;
        do {
            next = reader.next();
            if (next.kind() == CheckpointLayout.SAME) {
                SectionReader.Section same = same(reader, next, base);
                writer.section(same.kind(), ByteBuffer.wrap(same.content()));
            } else {
                writer.section(next.kind(), ByteBuffer.wrap(next.content()));
            }
        } while (next.kind() != Section.END.number());
        reader.requireEnd();
    }

    private static SectionReader.Section same(
            SectionReader reader, SectionReader.Section reference, BaseFile base)
            throws IOException {
        byte[] content = reference.content();
        long number = content.length == Long.BYTES ? little(content).getLong() : -1;
        if (number < 0 || number >= base.sections()) {
            throw reader.problem(
                    "a section refers to section "
                            + number
                            + " of the earlier checkpoint, which has "
                            + base.sections());
        }
        return base.read((int) number);
    }

    private static InputStream open(Path file) throws IOException {
        return new BufferedInputStream(Files.newInputStream(file), BaseFile.BUFFER_BYTES);
    }

    private static ByteBuffer number(long value) {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).flip();
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
