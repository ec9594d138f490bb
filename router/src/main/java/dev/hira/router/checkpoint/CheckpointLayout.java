package dev.hira.router.checkpoint;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The bytes of a checkpoint. All numbers are little-endian.
 *
 * <pre>
 *   header
 *    0               8         12        16              24        28
 *   ┌───────────────┬─────────┬─────────┬───────────────┬─────────┐
 *   │ "HIRACKPT"    │ version │ 0       │ file id       │ CRC-32C │  the checksum of bytes 0 to 23
 *   └───────────────┴─────────┴─────────┴───────────────┴─────────┘
 *
 *   section, any number of them
 *    0         4         8             8+n       12+n
 *   ┌─────────┬─────────┬─────────────┬─────────┐
 *   │ kind    │ n       │ n bytes     │ CRC-32C │
 *   └─────────┴─────────┴─────────────┴─────────┘
 * </pre>
 *
 * <p>A section's checksum is that of the file id (8 bytes), the number of sections before it (8
 * bytes), and its own bytes before the checksum. So sections that are missing, repeated, in another
 * order or from another file are found.
 *
 * <p>An {@link Increment} has the same form, begins with "HIRAINCR" and the id of the whole
 * checkpoint, and has further kinds of sections.
 */
final class CheckpointLayout {
    /** A checkpoint; "HIRACKPT". */
    static final Form CHECKPOINT = new Form("checkpoint", 0x5450_4B43_4152_4948L, 1);

    /** What differs from an earlier checkpoint; "HIRAINCR". */
    static final Form INCREMENT = new Form("increment", 0x5243_4E49_4152_4948L, 1);

    /** The kind of an increment's first section: the id of the checkpoint that it builds on. */
    static final int BASE = 16;

    /**
     * The kind of a section of an increment: the number of a section of the base, which is equal.
     */
    static final int SAME = 17;

    static final int HEADER_BYTES = 28;
    static final int HEADER_CHECKED = 24;
    static final int SECTION_HEAD = 8;
    static final int CRC_BYTES = 4;

    /** The most bytes in a section: a frame of the largest size that a router can be set to. */
    static final int MOST_BYTES = (1 << 30) + (1 << 20);

    /** The kinds of sections. */
    enum Section {
        /** A CheckpointVm. */
        VM(1),
        /** A CheckpointSession. */
        SESSION(2),
        /** A frame of recorded calls. */
        CALLS(3),
        /** A StatePiece. */
        STATE(4),
        /** A CheckpointSessionEnd. */
        SESSION_END(5),
        /** Nothing; the last section. */
        END(6),
        /** A CheckpointKept. */
        KEPT(7);

        private final int number;

        Section(int number) {
            this.number = number;
        }

        /** Returns the kind's number in files. */
        int number() {
            return number;
        }

        /** Returns the kind with a number; empty when there is none. */
        static Optional<Section> numbered(int number) {
            return Arrays.stream(values()).filter(kind -> kind.number == number).findFirst();
        }
    }

    /**
     * A kind of file.
     *
     * @param version the highest version that this program reads, and the one that it writes
     */
    record Form(String name, long magic, int version) {
        /** Returns why a file that begins with another number is none of these. */
        String otherThan(long found) {
            if (found == INCREMENT.magic) {
                return "the file holds only what differs from an earlier checkpoint; name that one"
                        + " with --on";
            }
            if (found == CHECKPOINT.magic) {
                return "the file is a whole checkpoint and needs no other one; leave out --on";
            }
            ByteBuffer begins = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            begins.putLong(magic);
            return "the file is no "
                    + name
                    + ": it does not begin with "
                    + new String(begins.array(), US_ASCII);
        }
    }

    private CheckpointLayout() {}

    /** Returns a checksum that has seen the place of a section. */
    static CRC32C checksum(long file, long section) {
        ByteBuffer place = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        place.putLong(file).putLong(section).flip();
        CRC32C crc = new CRC32C();
        crc.update(place);
        return crc;
    }
}
