package dev.hira.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The properties of the JVM are set back by each test. */
final class OwnUserTest {
    private static void with(String property, String value, Runnable test) {
        String before = System.setProperty(property, value);
        try {
            test.run();
        } finally {
            System.setProperty(property, before);
        }
    }

    @Test
    void shouldKeepCachesWhereTheEnvironmentSays() {
        Map<String, String> both = Map.of("XDG_CACHE_HOME", "/caches", "HOME", "/home/blue");
        assertThat(OwnUser.caches(both)).isEqualTo(Path.of("/caches"));
        assertThat(OwnUser.caches(Map.of("HOME", "/home/blue")))
                .isEqualTo(Path.of("/home/blue/.cache"));
        assertThat(OwnUser.caches(Map.of("XDG_CACHE_HOME", "relative", "HOME", "/h")))
                .isEqualTo(Path.of("/h/.cache"));
    }

    @Test
    void shouldKeepCachesInTheListedHomeAndNeverInTheWorkingFolder() {
        with(
                "user.home",
                "/home/listed",
                () -> {
                    assertThat(OwnUser.caches(Map.of())).isEqualTo(Path.of("/home/listed/.cache"));
                    assertThat(OwnUser.caches(Map.of("HOME", "relative")))
                            .isEqualTo(Path.of("/home/listed/.cache"));
                });
        with(
                "user.home",
                "?",
                () -> assertThat(OwnUser.caches(Map.of())).isEqualTo(Path.of("/.cache")));
    }

    @Test
    void shouldNameAUserWithoutANameByItsNumber() throws IOException {
        String owner = Files.getOwner(Path.of("/proc/self")).getName();
        with("user.name", "blue", () -> assertThat(OwnUser.name()).isEqualTo("blue"));
        with("user.name", "?", () -> assertThat(OwnUser.name()).isEqualTo(owner));
    }
}
