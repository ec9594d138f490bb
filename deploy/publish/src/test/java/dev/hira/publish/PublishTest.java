package dev.hira.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a publication. */
final class PublishTest {
    @TempDir private static Path repository;

    @BeforeAll
    static void publish() {
        assertThat(Published.to(repository, "--no-javadoc"))
                .startsWith("repository: " + repository.toUri())
                .contains(
                        "dev.hira:hira-guest:",
                        "dev.hira:hira-sim:",
                        "dev.hira:hira-sim-compiler:");
    }

    private static Set<String> names(Path jar) throws IOException {
        try (JarFile entries = new JarFile(jar.toFile())) {
            return entries.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(entry -> entry.getName())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Set<String> classes(Artifact artifact) throws Exception {
        return names(Published.file(repository, artifact, ".jar")).stream()
                .filter(name -> name.endsWith(".class") && !name.contains("/shaded/"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void shouldPutChecksumsBesideEachFile() throws Exception {
        Map<String, Path> files = Jars.below(repository);
        assertThat(files.keySet())
                .contains(
                        "dev/hira/hira-guest/maven-metadata.xml",
                        "dev/hira/hira-sim/maven-metadata.xml")
                .noneMatch(name -> name.contains(".part"));
        int checked = 0;
        for (Map.Entry<String, Path> file : files.entrySet()) {
            for (Map.Entry<String, String> each : MavenRepository.CHECKSUMS.entrySet()) {
                Path checksum = files.get(file.getKey() + "." + each.getKey());
                if (checksum != null) {
                    byte[] digest =
                            MessageDigest.getInstance(each.getValue())
                                    .digest(Files.readAllBytes(file.getValue()));
                    assertThat(checksum).hasContent(HexFormat.of().formatHex(digest));
                    checked++;
                }
            }
        }
        int algorithms = MavenRepository.CHECKSUMS.size();
        assertThat(checked).isEqualTo(files.size() / (algorithms + 1) * algorithms);
    }

    @Test
    void shouldGiveTheSameBytesForTheSameTree(@TempDir Path again) throws Exception {
        Published.to(again, "--no-javadoc");
        assertThat(digests(again)).isEqualTo(digests(repository));
    }

    private static Map<String, String> digests(Path folder) throws IOException {
        return Jars.below(folder).entrySet().stream()
                .filter(file -> file.getKey().endsWith(".sha256"))
                .collect(
                        toMap(
                                Map.Entry::getKey,
                                file -> read(file.getValue()),
                                (first, _) -> first,
                                TreeMap::new));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldKeepOtherVersionsInTheListOfVersions(@TempDir Path folder) throws Exception {
        Files.createDirectories(folder.resolve("dev/hira/hira-guest/0.0.9"));
        Published.to(folder, "--no-javadoc");
        assertThat(folder.resolve("dev/hira/hira-guest/maven-metadata.xml"))
                .content()
                .contains("<version>0.0.9</version>")
                .contains("<version>" + Published.version() + "</version>");
    }

    @Test
    void shouldPublishPomsThatNeedNoOtherThanEachOther() throws Exception {
        assertThat(Published.file(repository, Artifact.GUEST, ".pom"))
                .content()
                .doesNotContain("<parent>", "<dependency>", "${")
                .contains("<name>Apache-2.0</name>");
        assertThat(Published.file(repository, Artifact.SIM, ".pom"))
                .content()
                .doesNotContain("<parent>", "${")
                .containsOnlyOnce("<dependency>")
                .contains("<artifactId>hira-guest</artifactId>");
        assertThat(Published.file(repository, Artifact.COMPILER, ".pom"))
                .content()
                .doesNotContain("<parent>", "${", "hira-api", "<scope>test</scope>")
                .contains("<artifactId>hira-guest</artifactId>")
                .contains("<artifactId>llvm</artifactId>")
                .contains("<classifier>linux-x86_64</classifier>", "<scope>runtime</scope>");
    }

    @Test
    void shouldHoldTheSourceOfEachClass() throws Exception {
        for (Artifact artifact : Artifact.ALL) {
            Set<String> sources = names(Published.file(repository, artifact, "-sources.jar"));
            assertThat(classes(artifact))
                    .isNotEmpty()
                    .allSatisfy(name -> {
                        String top = name.replaceAll("(\\$.*)?\\.class$", "");
                        assertThat(sources)
                                .as("the source of " + name + ", in one of " + artifact.contents())
                                .contains(top + ".java");
                    });
        }
    }

    @Test
    void shouldSayWhyAFolderCannotBeWritten(@TempDir Path folder) throws Exception {
        Path taken = Files.createFile(folder.resolve("file")).resolve("x");
        for (String wrong : List.of("/proc/nope", taken.toString())) {
            assertThat(refusal(1, "--to", wrong))
                    .startsWith("hira publish: " + wrong.replaceFirst("/x$", ""))
                    .matches("[^:]+: \\S+( cannot be written: .* may not write there|: \\D+)\\n");
        }
    }

    @Test
    void shouldRefuseAWrongUseInTheWordsOfTheOtherCommands() {
        String hint = "\n'hira publish --help' tells its options and shows an example\n";
        assertThat(refusal(2))
                .isEqualTo("hira publish: missing required option: '--to=FOLDER'" + hint);
        assertThat(refusal(2, "--to", "x", "--bogus"))
                .isEqualTo("hira publish: unknown option: '--bogus'" + hint);
    }

    private static String refusal(int status, String... arguments) {
        StringWriter err = new StringWriter();
        assertThat(Publish.commandLine().setErr(new PrintWriter(err)).execute(arguments))
                .as(err.toString())
                .isEqualTo(status);
        return err.toString();
    }

    @Test
    void shouldPutNoClassIntoBothJars() throws Exception {
        Set<String> both = classes(Artifact.GUEST);
        both.retainAll(classes(Artifact.SIM));
        assertThat(both).isEmpty();
    }

    @Test
    void shouldOpenASimulatedGpuWithBothJarsAndNothingElse() throws Exception {
        URL[] path = {
            Published.file(repository, Artifact.GUEST, ".jar").toUri().toURL(),
            Published.file(repository, Artifact.SIM, ".jar").toUri().toURL()
        };
        try (URLClassLoader alone =
                new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            Method connect =
                    alone.loadClass("dev.hira.guest.Hira").getMethod("connect", String.class);
            try (AutoCloseable driver =
                    (AutoCloseable) Objects.requireNonNull(connect.invoke(null, "sim:"))) {
                Class<?> api = alone.loadClass("dev.hira.api.cuda.CudaDriver");
                api.getMethod("cuInit", int.class).invoke(driver, 0);
                assertThat(api.getMethod("cuDeviceGetCount").invoke(driver)).isEqualTo(1);
            }
        }
    }

    @Test
    void shouldFindTheCompilerBesideTheGuestLibrary() throws Exception {
        URL[] path = {
            Published.file(repository, Artifact.GUEST, ".jar").toUri().toURL(),
            Published.file(repository, Artifact.COMPILER, ".jar").toUri().toURL()
        };
        try (URLClassLoader alone =
                new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            Class<?> compiler = alone.loadClass("dev.hira.api.source.SourceCompiler");
            assertThat(ServiceLoader.load(compiler, alone).findFirst()).isPresent();
        }
    }

    @Test
    void shouldNameTheModulesOfAllJars() throws Exception {
        Map<String, Artifact> modules = new TreeMap<>();
        for (Artifact artifact : Artifact.ALL) {
            Path jar = Published.file(repository, artifact, ".jar");
            ModuleFinder.of(jar)
                    .findAll()
                    .forEach(module -> modules.put(module.descriptor().name(), artifact));
        }
        assertThat(modules)
                .containsExactly(
                        Map.entry("dev.hira.guest", Artifact.GUEST),
                        Map.entry("dev.hira.sim", Artifact.SIM),
                        Map.entry("dev.hira.sim.compiler", Artifact.COMPILER));
        assertThat(Published.TREE.resolve("docs/artifacts.md"))
                .content()
                .contains(modules.keySet().stream().map(name -> '`' + name + '`').toList());
    }

    @Test
    void shouldDocumentThePackagesThatProgramsUse() throws Exception {
        List<String> documented =
                Artifact.GUEST.documentedSources(Published.TREE).stream()
                        .map(file -> file.getFileName().toString())
                        .toList();
        assertThat(documented)
                .contains("Gpu.java", "Hira.java", "CudaDriver.java", "CudaException.java")
                .doesNotContain("GuestSession.java", "CallWriter.java");
    }
}
