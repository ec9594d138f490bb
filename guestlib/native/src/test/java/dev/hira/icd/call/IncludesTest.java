package dev.hira.icd.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IncludesTest {
    @TempDir Path folder;

    private void file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String expand(String source, String... given) {
        return new Includes("-DN=3 -I " + folder + " -cl-mad-enable", List.of(given))
                .expand(source);
    }

    @Test
    void shouldPutTheTextInPlaceOfTheDirectiveAndKeepLines() throws IOException {
        file("sub/a.h", "int a;\n");
        assertThat(expand("int before;\n  # include <sub/a.h> // first\nint after;\n"))
                .isEqualTo(
                        """
                        int before;
                        #line 1 "sub/a.h"
                        int a;

                        #line 3 "program.cl"
                        int after;
                        """);
    }

    @Test
    void shouldFindAFileBesideTheOneThatIncludesIt() throws IOException {
        file("sub/a.h", "#include \"b.h\"\n");
        file("sub/b.h", "int b;\n");
        assertThat(expand("#include <sub/a.h>\n")).contains("#line 1 \"b.h\"\nint b;");
    }

    @Test
    void shouldIncludeAFileWithPragmaOnceBehindAGuard() throws IOException {
        file("a.h", "#pragma once\nint a;\n");
        assertThat(expand("#include <a.h>\n#include <a.h>\n"))
                .contains("#ifndef HIRA_ONCE_0\n#define HIRA_ONCE_0\n")
                .doesNotContain("HIRA_ONCE_1", "pragma");
    }

    @Test
    void shouldLeaveDirectivesThatTheCompilerAnswers() throws IOException {
        file("given.h", "int given;\n");
        file("self.h", "#include <self.h>\n");
        assertThat(expand("#include <absent.h>\n#include <given.h>\n", "given.h"))
                .isEqualTo("#include <absent.h>\n#include <given.h>\n");
        assertThat(expand("#include <self.h>\n"))
                .isEqualTo("#line 1 \"self.h\"\n#include <self.h>\n\n#line 2 \"program.cl\"\n");
    }

    @Test
    void shouldLookForFoldersInAllFormsOfTheOption() throws IOException {
        file("a b/c.h", "int c;\n");
        for (String option : List.of("-I", "-I ")) {
            assertThat(
                            new Includes(option + '"' + folder.resolve("a b") + '"', List.of())
                                    .expand("#include <c.h>\n"))
                    .contains("int c;");
        }
        assertThat(new Includes("-DI=" + folder, List.of()).expand("#include <a b/c.h>\n"))
                .isEqualTo("#include <a b/c.h>\n");
    }

    @Test
    void shouldComputeNamesByMacrosOfTheOptions() throws IOException {
        file("sub/a.h", "int a;\n");
        String options =
                "-D PLACE=" + folder + "/sub -D TEXT(x)=#x -D \"NAME( x )=TEXT(x)\" -DFLAG -w";
        assertThat(
                        new Includes(options, List.of())
                                .expand("#include NAME(PLACE/a.h) // computed\nint b;\n"))
                .contains("a.h\"\nint a;\n")
                .endsWith("#line 2 \"program.cl\"\nint b;\n");
    }

    @Test
    void shouldComputeNamesByMacrosOfTheSourceAndOfIncludedFiles() throws IOException {
        file("config.h", "#define KIND(first, second) <second.h>\n");
        file("a.h", "int a;\n");
        assertThat(expand("#include <config.h>\n#define  ALL KIND ((1, 2), a)\n#include ALL\n"))
                .contains("int a;");
    }

    @Test
    void shouldLeaveNamesThatCannotBeComputed() {
        String source = "#define A B\n#define B A\n#define F(x) x\n";
        for (String name : List.of("A", "F", "F(1", "F(1, 2)", "UNKNOWN(x)")) {
            String text = source + "#include " + name + "\n";
            assertThat(expand(text)).isEqualTo(text);
        }
    }
}
