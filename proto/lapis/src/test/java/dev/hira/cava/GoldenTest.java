package dev.hira.cava;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.compiler.PluginProtos.CodeGeneratorResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares cava's output for the sample API with reviewed files, so that a change of a generator is
 * reviewed by its effect. After an intended change run the test with {@code -Dgolden.update=true}
 * and read the diff.
 */
final class GoldenTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final String SAMPLE = "sample/loom.proto";

    @ParameterizedTest
    @EnumSource(Output.class)
    void shouldGenerateTheReviewedSources(Output output) throws IOException {
        SortedMap<String, String> generated = generate(output);
        Path folder = GOLDEN.resolve(output.word());
        if (Boolean.getBoolean("golden.update")) {
            update(folder, generated);
        }
        Set<String> expected = files(folder);
        assertThat(generated.keySet()).isEqualTo(expected);
        for (String path : expected) {
            assertThat(generated.get(path))
                    .as("%s; if the change is meant, run with -Dgolden.update=true", path)
                    .isEqualTo(Files.readString(folder.resolve(path)));
        }
    }

    static SortedMap<String, String> generate(Output output) {
        CodeGeneratorResponse response = Descriptions.compile(SAMPLE, "output=" + output.word());
        assertThat(response.getError()).isEmpty();
        SortedMap<String, String> files = new TreeMap<>();
        response.getFileList().forEach(f -> files.put(f.getName(), f.getContent()));
        return files;
    }

    private static Set<String> files(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile)
                    .map(p -> folder.relativize(p).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static void update(Path folder, SortedMap<String, String> generated)
            throws IOException {
        Files.createDirectories(folder);
        for (String old : files(folder)) {
            Files.delete(folder.resolve(old));
        }
        for (var file : generated.entrySet()) {
            Path target = folder.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, file.getValue());
        }
    }
}
