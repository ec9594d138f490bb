package dev.hira.images;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archives of images, with small files in place of a runtime and of jars. */
final class ImageTarTest {
    @TempDir private Path folder;

    private static Image router() {
        return Image.all().getFirst();
    }

    private ImageRoot root(String name) throws IOException {
        ImageRoot root = new ImageRoot(folder.resolve(name));
        root.write(ImageRoot.JAVA + "/bin/java", "launcher");
        assertThat(root.at(ImageRoot.JAVA + "/bin/java").toFile().setExecutable(true)).isTrue();
        for (String writable : JavaRuntime.WRITABLE) {
            Files.createDirectories(root.at(writable));
        }
        root.write(ProgramFiles.LIB + "/hira-router.jar", "ours");
        root.write(ProgramFiles.DEPENDENCIES + "/grpc.jar", "of others");
        root.write(ProgramFiles.cache(false), "cache");
        return root;
    }

    private Path write(String name) throws Exception {
        return write(name, "amd64");
    }

    private Path write(String name, String processor) throws Exception {
        Path tar = folder.resolve(name + ".tar");
        ImageTar.of(root(name), folder.resolve(name + "-work"), target(processor))
                .write(router(), List.of("latest"), tar);
        return tar;
    }

    private static Target target(String processor) {
        return new Target(processor, Path.of("/"), Path.of("/"));
    }

    private static Map<String, byte[]> entries(InputStream in) throws IOException {
        Map<String, byte[]> entries = new HashMap<>();
        try (TarArchiveInputStream tar = new TarArchiveInputStream(in)) {
            TarArchiveEntry entry;
            while ((entry = tar.getNextEntry()) != null) {
                entries.put(
                        entry.getName() + " " + Integer.toOctalString(entry.getMode() & 0777),
                        tar.readAllBytes());
            }
        }
        return entries;
    }

    private static Map<String, byte[]> files(Path tar) throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        entries(Files.newInputStream(tar))
                .forEach((name, bytes) -> files.put(name.substring(0, name.indexOf(' ')), bytes));
        return files;
    }

    @Test
    void shouldGiveTheSameBytesForTheSameFiles() throws Exception {
        assertThat(write("first")).hasSameBinaryContentAs(write("second"));
    }

    @Test
    void shouldNoticeAChangedFileOfTheSameTimeAndSize() throws Exception {
        ImageRoot root = root("changing");
        String jar = ProgramFiles.LIB + "/hira-router.jar";
        Path work = folder.resolve("changing-work");
        root.finish(ImageRoot.HIRA);
        Path before = folder.resolve("before.tar");
        ImageTar.of(root, work, target("amd64")).write(router(), List.of("latest"), before);
        root.write(jar, "mine");
        root.finish(ImageRoot.HIRA);
        Path after = folder.resolve("after.tar");
        ImageTar.of(root, work, target("amd64")).write(router(), List.of("latest"), after);
        assertThat(files(after).keySet()).isNotEqualTo(files(before).keySet());
    }

    @Test
    void shouldNameTheProcessorAsEnginesDo() throws Exception {
        assertThat(config(write("arm", "aarch64")).get("architecture").getAsString())
                .isEqualTo("arm64");
        assertThat(config(write("intel", "amd64")).get("architecture").getAsString())
                .isEqualTo("amd64");
    }

    @Test
    void shouldRefuseLibrariesForAnotherProcessor() throws Exception {
        ImageRoot root = root("mixed");
        Path library = Path.of(System.getProperty("java.home"), "lib", "libzip.so");
        root.copy(library, ProgramFiles.NATIVE + "/libzip.so");
        String here = Target.here().processor();
        String other = here.equals("amd64") ? "aarch64" : "amd64";
        Path tar = folder.resolve("mixed.tar");
        ImageTar.of(root, folder.resolve("here"), target(here))
                .write(router(), List.of("latest"), tar);
        assertThat(tar).exists();
        ImageTar images = ImageTar.of(root, folder.resolve("other"), target(other));
        assertThatThrownBy(() -> images.write(router(), List.of("latest"), tar))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith(
                        "libzip.so is for " + here + ", and the image is for " + other);
    }

    private static JsonObject config(Path tar) throws IOException {
        return JsonParser.parseString(new String(files(tar).get("config.json"), UTF_8))
                .getAsJsonObject();
    }

    @Test
    void shouldDescribeAProcessWithoutRightsAndItsHealthCheck() throws Exception {
        JsonObject image = config(write("one"));
        JsonObject process = image.getAsJsonObject("config");
        assertThat(process.get("User").getAsString()).isEqualTo("65532:65532");
        assertThat(process.getAsJsonArray("Entrypoint").toString())
                .isEqualTo(
                        "[\"/opt/java/bin/java\",\"@/opt/hira/options/hira\",\"dev.hira.cli.Main\",\"router\"]");
        assertThat(process.getAsJsonObject("Healthcheck").getAsJsonArray("Test").toString())
                .isEqualTo(
                        "[\"CMD\",\"/opt/java/bin/java\",\"@/opt/hira/options/hira\",\"dev.hira.cli.Main\",\"health\"]");
    }

    @Test
    void shouldPutRuntimeAndDependenciesBelowOurOwnFiles() throws Exception {
        Map<String, byte[]> files = files(write("one"));
        JsonObject manifest =
                JsonParser.parseString(new String(files.get("manifest.json"), UTF_8))
                        .getAsJsonArray()
                        .get(0)
                        .getAsJsonObject();
        List<String> expected =
                List.of(
                        "opt/java/bin/java 755",
                        "opt/hira/dependencies/grpc.jar 644",
                        "opt/hira/lib/hira-router.jar 644",
                        "opt/hira/hira.aot 644");
        assertThat(manifest.getAsJsonArray("Layers")).hasSize(expected.size());
        for (int i = 0; i < expected.size(); i++) {
            byte[] layer = files.get(manifest.getAsJsonArray("Layers").get(i).getAsString());
            Map<String, byte[]> inside =
                    entries(new GZIPInputStream(new ByteArrayInputStream(layer)));
            assertThat(inside).containsKey(expected.get(i));
            if (i == 0) {
                assertThat(inside).containsKeys("tmp/ 777", "run/hira/ 777", "var/lib/hira/ 777");
            }
        }
    }
}
