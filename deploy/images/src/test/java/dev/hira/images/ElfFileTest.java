package dev.hira.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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

    @Test
    void shouldTellTheProcessorTheLoaderAndTheLibrariesOfAProgram() throws Exception {
        Path java = LIB.resolveSibling("bin").resolve("java");
        assertThat(ElfFile.processor(java)).contains(Target.here().processor());
        ElfFile program = ElfFile.read(java).orElseThrow();
        assertThat(program.interpreter().orElseThrow()).contains("/ld-linux");
        assertThat(program.needed()).contains("libc.so.6", "libjli.so");
        ElfFile library = ElfFile.read(LIB.resolve("server/libjvm.so")).orElseThrow();
        assertThat(library.interpreter()).isEmpty();
        assertThat(library.needed()).contains("libc.so.6", "libm.so.6");
        Path text = Files.writeString(folder.resolve("text"), "#!/bin/sh\n".repeat(20));
        assertThat(ElfFile.processor(text)).isEmpty();
    }

    @Test
    void shouldFindTheSystemsLibrariesOfProgramsAndOfTheirLibraries() throws Exception {
        Path java = LIB.resolveSibling("bin").resolve("java");
        List<Path> files = List.of(java, LIB.resolve("libjli.so"));
        Set<String> found = SystemLibraries.of(Target.here(), files);
        assertThat(found)
                .allSatisfy(path -> assertThat(Path.of(path)).exists())
                .anyMatch(path -> path.endsWith("/libc.so.6"))
                .anyMatch(path -> path.contains("/ld-linux"))
                .noneMatch(path -> path.endsWith("/libjli.so"));
        assertThatThrownBy(() -> SystemLibraries.of(Target.here(), List.of(java)))
                .hasMessageContaining("the library libjli.so, which " + java + " needs");
    }
}
