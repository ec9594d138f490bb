package dev.hira.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Javadoc of the published artifacts has no error and no warning. */
@Tag("thorough")
final class JavadocTest {
    @TempDir private Path repository;

    @Test
    void shouldDocumentEachArtifactWithoutAMistake() throws Exception {
        Published.to(repository);
        Map<Artifact, String> expected =
                Map.of(
                        Artifact.GUEST, "dev/hira/guest/gpu/Gpu.html",
                        Artifact.SIM, "dev/hira/sim/SimHost.html",
                        Artifact.COMPILER, "dev/hira/sim/compiler/ClangCompiler.html");
        for (Artifact artifact : Artifact.ALL) {
            Path jar = Published.file(repository, artifact, "-javadoc.jar");
            try (JarFile pages = new JarFile(jar.toFile())) {
                assertThat(pages.getEntry("index.html")).isNotNull();
                assertThat(pages.getEntry(expected.get(artifact))).isNotNull();
            }
        }
    }
}
