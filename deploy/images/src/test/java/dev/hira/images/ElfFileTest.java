package dev.hira.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Libraries without what debuggers alone read. */
final class ElfFileTest {
    private static final Path LIB = Path.of(System.getProperty("java.home"), "lib");

    @TempDir private Path folder;

    @Test
    void shouldLeaveALibraryThatStillLoads() throws Exception {
        Path library = Files.copy(LIB.resolve("libzip.so"), folder.resolve("copy.so"));
        long before = Files.size(library);

        ElfFile.strip(library);

        assertThat(Files.size(library)).isLessThan(before);
        try (Arena arena = Arena.ofConfined()) {
            assertThat(SymbolLookup.libraryLookup(library, arena).find("ZIP_CRC32")).isPresent();
        }
    }

    @Test
    void shouldDoNothingTheSecondTime() throws Exception {
        Path library = Files.copy(LIB.resolve("server/libjvm.so"), folder.resolve("copy.so"));
        ElfFile.strip(library);
        byte[] once = Files.readAllBytes(library);
        ElfFile.strip(library);
        assertThat(library).hasBinaryContent(once);
    }

    @Test
    void shouldLeaveOtherFilesAsTheyAre() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), "#!/bin/sh\nelf\n");
        ElfFile.strip(text);
        assertThat(text).hasContent("#!/bin/sh\nelf\n");
    }
}
