package dev.hira.images;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A program or library in the format ELF, for 64 bits. The system loads what the program headers
 * name; the tables of symbols for debuggers lie behind that.
 */
final class ElfFile {
    private static final byte[] MAGIC = {0x7f, 'E', 'L', 'F', 2, 1};

    /** Places in the file's header, by the names of the standard. */
    private static final int PHOFF = 0x20;

    private static final int SHOFF = 0x28;
    private static final int PHENTSIZE = 0x36;
    private static final int PHNUM = 0x38;
    private static final int SHNUM = 0x3c;
    private static final int SHSTRNDX = 0x3e;

    /** Places in a program header. */
    private static final int OFFSET = 0x08;

    private static final int FILESZ = 0x20;

    private ElfFile() {}

    /** Removes what a debugger alone reads; leaves a file of another format as it is. */
    static void strip(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        if (content.length < MAGIC.length
                || !Arrays.equals(MAGIC, Arrays.copyOf(content, MAGIC.length))) {
            return;
        }
        ByteBuffer elf = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        int end = loadedEnd(elf);
        elf.putLong(SHOFF, 0);
        elf.putShort(SHNUM, (short) 0);
        elf.putShort(SHSTRNDX, (short) 0);
        Files.write(file, Arrays.copyOf(content, end));
    }

    /** Returns the end of the last byte that a program header names. */
    private static int loadedEnd(ByteBuffer elf) throws IOException {
        int headers = elf.getShort(PHNUM);
        int size = elf.getShort(PHENTSIZE);
        long first = elf.getLong(PHOFF);
        long end = first + (long) headers * size;
        for (int i = 0; i < headers; i++) {
            int header = Math.toIntExact(first + (long) i * size);
            end = Math.max(end, elf.getLong(header + OFFSET) + elf.getLong(header + FILESZ));
        }
        if (end > elf.capacity()) {
            throw new IOException(
                    "a program header ends at " + end + " in a file of " + elf.capacity());
        }
        return Math.toIntExact(end);
    }
}
