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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the generated stub, dispatcher and catalog of the sample API together. The scenarios lie
 * under {@code src/test/loopback}, because they compile only with generated code.
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

    static Stream<Arguments> scenarios() throws IOException, ClassNotFoundException {
        List<Arguments> scenarios = new ArrayList<>();
        for (String name : scenarioClasses()) {
            Arrays.stream(loader.loadClass(name).getDeclaredMethods())
                    .filter(m -> Modifier.isPublic(m.getModifiers()))
                    .map(Method::getName)
                    .sorted()
                    .forEach(m -> scenarios.add(Arguments.of(name, m)));
        }
        return scenarios.stream();
    }

    private static List<String> scenarioClasses() throws IOException {
        try (Stream<Path> files = Files.list(SCENARIOS)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(f -> f.endsWith("Scenarios.java"))
                    .map(f -> "dev.hira.sample.loopback." + f.replace(".java", ""))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void shouldHold(String name, String scenario) throws Throwable {
        Class<?> scenarios = loader.loadClass(name);
        Object instance = scenarios.getConstructor().newInstance();
        try {
            scenarios.getMethod(scenario).invoke(instance);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
