package dev.hira.cava;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the generated stub, dispatcher and catalog of the sample API together. The scenarios lie
 * under {@code src/test/loopback}, because they can be compiled only with what cava generates.
 */
final class LoopbackTest {
    private static final Path SCENARIOS = Path.of("src/test/loopback/dev/hira/sample/loopback");

    @TempDir static Path classes;

    private static URLClassLoader loader;

    @BeforeAll
    static void compile() throws IOException {
        List<JavaFileObject> sources = new ArrayList<>(GeneratedCode.sources());
        try (Stream<Path> files = Files.list(SCENARIOS)) {
            for (Path file : files.sorted().toList()) {
                sources.add(GeneratedCode.source(file.toString(), Files.readString(file)));
            }
        }
        assertThat(GeneratedCode.compile(sources, classes)).isEmpty();
        loader = new URLClassLoader(new URL[] {url(classes)}, LoopbackTest.class.getClassLoader());
    }

    private static URL url(Path folder) throws MalformedURLException {
        return folder.toUri().toURL();
    }

    @AfterAll
    static void unload() throws IOException {
        loader.close();
    }

    static Stream<String> scenarios() throws ClassNotFoundException {
        return Arrays.stream(scenarioClass().getDeclaredMethods())
                .filter(m -> Modifier.isPublic(m.getModifiers()))
                .map(Method::getName)
                .sorted();
    }

    private static Class<?> scenarioClass() throws ClassNotFoundException {
        return loader.loadClass("dev.hira.sample.loopback.LoopbackScenarios");
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void shouldHold(String scenario) throws Throwable {
        Class<?> scenarios = scenarioClass();
        Object instance = scenarios.getConstructor().newInstance();
        try {
            scenarios.getMethod(scenario).invoke(instance);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
