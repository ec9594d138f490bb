package dev.hira.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each test sets the properties of the JVM back. */
final class OwnUserTest {
    @TempDir private Path folder;

    private static void with(String property, String value, Runnable test) {
        String before = System.setProperty(property, value);
        try {
            test.run();
        } finally {
            System.setProperty(property, before);
        }
    }

    private void shouldKeepCaches(String listed, Map<String, String> environment, String expected) {
        with(
                "user.home",
                listed,
                () ->
                        assertThat(OwnUser.caches(environment))
                                .as("%s, listed home %s", environment, listed)
                                .isEqualTo(Path.of(expected)));
    }

    @Test
    void shouldKeepCachesInTheHomeOfTheEnvironmentIfItIsTheUsers() {
        String own = folder.toString();
        shouldKeepCaches("/", Map.of("HOME", own), own + "/.cache");
        shouldKeepCaches("/", Map.of("HOME", own, "XDG_CACHE_HOME", "/caches"), "/caches");
        shouldKeepCaches("/", Map.of("HOME", own, "XDG_CACHE_HOME", "here"), own + "/.cache");
    }

    @Test
    void shouldKeepCachesInTheListedHomeWhenHomeIsNotTheUsers() {
        String listed = folder.toString();
        for (String home : new String[] {folder + "/missing", "relative", ""}) {
            shouldKeepCaches(listed, Map.of("HOME", home), listed + "/.cache");
        }
        assertThat(OwnUser.owns(folder)).isTrue();
        assertThat(OwnUser.owns(folder.resolve("missing"))).isFalse();
    }

    @Test
    void shouldKeepNothingInTheWorkingFolderOfAUserWithoutAHome() {
        shouldKeepCaches("?", Map.of(), "/.cache");
        shouldKeepCaches("?", Map.of("HOME", "/some/folder"), "/some/folder/.cache");
        String missing = folder + "/missing";
        shouldKeepCaches(missing, Map.of("HOME", "/some/folder"), "/some/folder/.cache");
        shouldKeepCaches(missing, Map.of(), missing + "/.cache");
    }

    @Test
    void shouldNameAUserWithoutANameByItsNumber() throws IOException {
        String owner = Files.getOwner(Path.of("/proc/self")).getName();
        with("user.name", "blue", () -> assertThat(OwnUser.name()).isEqualTo("blue"));
        with("user.name", "?", () -> assertThat(OwnUser.name()).isEqualTo(owner));
    }
}
