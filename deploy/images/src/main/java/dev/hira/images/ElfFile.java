package dev.hira.images;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A program or library in the format ELF, for 64 bits. The system loads what the program headers
 * name; the tables of symbols for debuggers lie behind that.
 */
final class ElfFile {
    private static final byte[] MAGIC = {0x7f, 'E', 'L', 'F', 2, 1};

    /** Places in the file's header, by the names of the standard. */
    private static final int MACHINE = 0x12;

    private static final int PHOFF = 0x20;
    private static final int SHOFF = 0x28;
    private static final int PHENTSIZE = 0x36;
    private static final int PHNUM = 0x38;
    private static final int SHNUM = 0x3c;
    private static final int SHSTRNDX = 0x3e;
    private static final int HEADER_BYTES = 0x40;

    /** Places in a program header. */
    private static final int OFFSET = 0x08;

    private static final int VADDR = 0x10;
    private static final int FILESZ = 0x20;

    /** Types of program headers. */
    private static final int LOAD = 1;

    private static final int DYNAMIC = 2;
    private static final int INTERP = 3;

    /** Tags of the dynamic section, whose entries are a tag and a value. */
    private static final int NEEDED = 1;

    private static final int STRTAB = 5;
    private static final int ENTRY_BYTES = 16;

    /** Processors by their numbers. */
    private static final int X86_64 = 62;

    private static final int AARCH64 = 183;

    private final byte[] bytes;
    private final ByteBuffer content;

    private ElfFile(byte[] bytes) {
        this.bytes = bytes;
        this.content = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the file's content; empty for a file of another format. */
    static Optional<ElfFile> read(Path file) throws IOException {
        return isElf(head(file))
                ? Optional.of(new ElfFile(Files.readAllBytes(file)))
                : Optional.empty();
    }

    /** Returns the processor of a file, as Java names it; empty for a file of another format. */
    static Optional<String> processor(Path file) throws IOException {
        byte[] head = head(file);
        if (!isElf(head)) {
            return Optional.empty();
        }
        int machine = new ElfFile(head).content.getShort(MACHINE);
        return Optional.of(
                switch (machine) {
                    case X86_64 -> "amd64";
                    case AARCH64 -> "aarch64";
                    default -> "processor " + machine;
                });
    }

    private static byte[] head(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(HEADER_BYTES);
        }
    }

    private static boolean isElf(byte[] head) {
        return head.length == HEADER_BYTES
                && Arrays.equals(MAGIC, Arrays.copyOf(head, MAGIC.length));
    }

    /** Returns the system's loader for a program; libraries have none. */
    Optional<String> interpreter() {
        List<Integer> found = headers(INTERP);
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(text(content.getLong(found.getFirst() + OFFSET)));
    }

    /** Returns the names of the libraries that this file needs. */
    List<String> needed() throws IOException {
        List<Long> names = new ArrayList<>();
        long table = 0;
        for (int header : headers(DYNAMIC)) {
            long begin = content.getLong(header + OFFSET);
            long end = begin + content.getLong(header + FILESZ);
            for (long at = begin; at + ENTRY_BYTES <= end; at += ENTRY_BYTES) {
                long tag = content.getLong(Math.toIntExact(at));
                long value = content.getLong(Math.toIntExact(at) + Long.BYTES);
                if (tag == NEEDED) {
                    names.add(value);
                } else if (tag == STRTAB) {
                    table = offset(value);
                }
            }
        }
        long strings = table;
        return names.stream().map(name -> text(strings + name)).toList();
    }

    /** Returns where in the file a loaded address lies. */
    private long offset(long address) throws IOException {
        for (int header : headers(LOAD)) {
            long into = address - content.getLong(header + VADDR);
            if (into >= 0 && into < content.getLong(header + FILESZ)) {
                return content.getLong(header + OFFSET) + into;
            }
        }
        throw new IOException("the address " + address + " is in no part that is loaded");
    }

    private String text(long offset) {
        int begin = Math.toIntExact(offset);
        int end = begin;
        while (content.get(end) != 0) {
            end++;
        }
        return new String(bytes, begin, end - begin, UTF_8);
    }

    /** Returns the places of the program headers of a type. */
    private List<Integer> headers(int type) {
        return headers().stream().filter(header -> content.getInt(header) == type).toList();
    }

    private List<Integer> headers() {
        List<Integer> places = new ArrayList<>();
        int size = content.getShort(PHENTSIZE);
        for (int i = 0; i < content.getShort(PHNUM); i++) {
            places.add(Math.toIntExact(content.getLong(PHOFF) + (long) i * size));
        }
        return places;
    }

    /** Removes what a debugger alone reads; leaves a file of another format as it is. */
    static void strip(Path file) throws IOException {
        Optional<ElfFile> elf = read(file);
        if (elf.isPresent()) {
            Files.write(file, elf.get().stripped());
        }
    }

    private byte[] stripped() throws IOException {
        int end = loadedEnd();
        content.putLong(SHOFF, 0);
        content.putShort(SHNUM, (short) 0);
        content.putShort(SHSTRNDX, (short) 0);
        return Arrays.copyOf(bytes, end);
    }

    /** Returns the end of the last byte that a program header names. */
    private int loadedEnd() throws IOException {
        int size = content.getShort(PHENTSIZE);
        long end = content.getLong(PHOFF) + (long) content.getShort(PHNUM) * size;
        for (int header : headers()) {
            end =
                    Math.max(
                            end,
                            content.getLong(header + OFFSET) + content.getLong(header + FILESZ));
        }
        if (end > content.capacity()) {
            throw new IOException(
                    "a program header ends at " + end + " in a file of " + content.capacity());
        }
        return Math.toIntExact(end);
    }
}
