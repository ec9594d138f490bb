package dev.hira.guest.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.link.grpc.GrpcLinkServer;
import dev.hira.link.grpc.net.EventLoops;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the jar that guests link stands alone and clashes with no other. */
@Timeout(240)
class GuestJarTest {
    private static final String SHADED = "dev/hira/shaded/";

    private static final Path JAR =
            Path.of(Objects.requireNonNull(System.getProperty("hira.guest.jar")));

    @Test
    void shouldHoldNothingButItsOwnPackages() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            List<String> strangers =
                    jar.stream()
                            .filter(entry -> !entry.isDirectory())
                            .map(ZipEntry::getName)
                            .filter(name -> !name.startsWith("dev/hira/"))
                            .filter(name -> !name.startsWith("META-INF/"))
                            .toList();

            assertThat(strangers).isEmpty();
        }
    }

    @Test
    void shouldNameServicesAndNativeLibrariesByTheirRelocatedPackages() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            List<String> names = jar.stream().map(ZipEntry::getName).toList();

            assertThat(names)
                    .contains("META-INF/services/dev.hira.shaded.io.grpc.NameResolverProvider")
                    .anyMatch(n -> n.startsWith("META-INF/native/libdev_hira_shaded_netty"));
            assertThat(names)
                    .filteredOn(n -> n.startsWith("META-INF/services/") && !n.endsWith("/"))
                    .allMatch(n -> n.contains("dev.hira."));
        }
    }

    @Test
    void shouldHoldTheLicenceOfEachLibraryThatItRelocates() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            List<String[]> components =
                    text(jar, "META-INF/licenses/components.txt")
                            .lines()
                            .filter(line -> !line.startsWith("#"))
                            .map(line -> line.split(" "))
                            .toList();
            for (String[] component : components) {
                assertThat(text(jar, "META-INF/licenses/" + component[2]))
                        .as(component[1])
                        .containsIgnoringCase("copyright");
            }
            assertThat(
                            jar.stream()
                                    .map(ZipEntry::getName)
                                    .filter(name -> name.startsWith(SHADED))
                                    .filter(name -> name.endsWith(".class"))
                                    .map(name -> name.substring(SHADED.length()))
                                    .filter(name ->
                                            components.stream()
                                                    .noneMatch(
                                                            one -> name.startsWith(one[0] + "/")))
                                    .toList())
                    .as("classes of a library that META-INF/licenses/components.txt lacks")
                    .isEmpty();
        }
    }

    private static String text(JarFile jar, String name) throws IOException {
        ZipEntry entry = Objects.requireNonNull(jar.getEntry(name), name);
        return new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void shouldDateItsOwnEntriesByTheReleaseAndNotByTheBuild() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(
                            jar.stream()
                                    .filter(entry -> entry.getName().startsWith("dev/hira/guest/"))
                                    .map(ZipEntry::getTime)
                                    .distinct()
                                    .toList())
                    .hasSize(1);
        }
    }

    @Test
    void shouldConnectOverAUnixSocketWithNothingElseOnTheClassPath(@TempDir Path directory)
            throws IOException, ReflectiveOperationException {
        URI uri = URI.create("hira+unix://" + directory.resolve("router.sock"));
        try (EventLoops loops = EventLoops.create(1, "router");
                GrpcLinkServer server =
                        GrpcLinkServer.builder()
                                .listen(uri)
                                .eventLoops(loops)
                                .onLink((link, peer) -> link.start(new EchoRouter(link)))
                                .start();
                URLClassLoader alone =
                        new URLClassLoader(
                                new URL[] {JAR.toUri().toURL()},
                                ClassLoader.getPlatformClassLoader())) {
            Class<?> hira = alone.loadClass("dev.hira.guest.Hira");
            Method connect = hira.getMethod("connect", String.class);
            try (AutoCloseable driver =
                    (AutoCloseable)
                            Objects.requireNonNull(
                                    connect.invoke(null, server.uri() + "?vm=blue"))) {
                Class<?> api = alone.loadClass("dev.hira.api.cuda.CudaDriver");
                Object initialized = api.getMethod("cuInit", int.class).invoke(driver, 0);
                assertThat(initialized).isNull();
                assertThat(server.links()).isEqualTo(1);
            } catch (ReflectiveOperationException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError("the session could not be closed", e);
            }
        }
    }

    @Test
    void shouldNameTheJarThatOpensASimulatedGpuWhenItIsMissing() throws Exception {
        try (URLClassLoader alone =
                new URLClassLoader(
                        new URL[] {JAR.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            Method connect =
                    alone.loadClass("dev.hira.guest.Hira").getMethod("connect", String.class);
            assertThatThrownBy(() -> connect.invoke(null, "sim:"))
                    .rootCause()
                    .hasMessageContaining("add hira-sim.jar to the class path")
                    .hasMessageContaining("the artifact is dev.hira:hira-sim)");
        }
    }

    @Test
    void shouldNotChangeTheSourceTree() {
        assertThat(Path.of("dependency-reduced-pom.xml")).doesNotExist();
    }
}
