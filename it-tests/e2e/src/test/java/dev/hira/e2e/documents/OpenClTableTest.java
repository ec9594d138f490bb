package dev.hira.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The table of functions in docs/opencl.md has the functions of the description, in their order.
 */
final class OpenClTableTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Path DESCRIPTION =
            ROOT.resolve("proto/api/src/main/proto/hira/api/opencl/opencl.proto");
    private static final Pattern RPC = Pattern.compile("(?m)^ *rpc (cl\\w+)\\(");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(cl\\w+)` \\|");

    @Test
    void shouldListTheFunctionsOfTheDescription() throws IOException {
        assertThat(names(ROW, ROOT.resolve("docs/opencl.md")))
                .hasSizeGreaterThan(50)
                .isEqualTo(names(RPC, DESCRIPTION));
    }

    @Test
    void shouldNameTheNumbersInExamples() throws IOException {
        List<String> examples =
                Pattern.compile("(?s)```java\n(.*?)```")
                        .matcher(Files.readString(ROOT.resolve("docs/opencl.md")))
                        .results()
                        .map(found -> found.group(1))
                        .toList();

        assertThat(examples).isNotEmpty().noneMatch(example -> example.contains("0x"));
        assertThat(String.join("", examples)).contains("CL_RGBA", "CL_ADDRESS_REPEAT");
    }

    private static List<String> names(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
