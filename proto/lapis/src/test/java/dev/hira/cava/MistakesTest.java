package dev.hira.cava;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.compiler.PluginProtos.CodeGeneratorResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compiles descriptions with deliberate mistakes. In them, a comment {@code mistake: …} gives the
 * beginning of the error that cava must report for the next line of the description. Exactly these
 * errors must be reported, all at once, and nothing may be generated.
 */
final class MistakesTest {
    private static final String MARK = "// mistake: ";

    static List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(Descriptions.SOURCES.resolve("mistakes"))) {
            return files.map(f -> "mistakes/" + f.getFileName()).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void shouldReportEveryMistakeWithItsLine(String file) throws IOException {
        CodeGeneratorResponse response = Descriptions.compile(file, "output=interface");
        List<String> reported = response.getError().lines().toList();
        List<String> expected = expected(file);
        List<String> unexpected =
                reported.stream().filter(r -> expected.stream().noneMatch(r::startsWith)).toList();
        List<String> missing =
                expected.stream()
                        .filter(e -> reported.stream().noneMatch(r -> r.startsWith(e)))
                        .toList();
        assertThat(unexpected).as("unexpected errors").isEmpty();
        assertThat(missing).as("missing errors").isEmpty();
        assertThat(response.getFileCount()).isZero();
        assertThat(expected).isNotEmpty();
    }

    private static List<String> expected(String file) throws IOException {
        List<String> expected = new ArrayList<>();
        List<String> pending = new ArrayList<>();
        List<String> lines = Files.readAllLines(Descriptions.SOURCES.resolve(file));
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith(MARK)) {
                pending.add(line.substring(MARK.length()));
            } else if (!line.startsWith("//")) {
                for (String mistake : pending) {
                    expected.add(file + ":" + (i + 1) + ": " + mistake);
                }
                pending.clear();
            }
        }
        return expected;
    }
}
