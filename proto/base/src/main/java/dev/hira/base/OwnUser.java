package dev.hira.base;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The user of this process, who may be one that the system's list of users does not have, as in
 * containers; the JVM knows neither name nor home of such a user.
 */
public final class OwnUser {
    private static final String UNKNOWN = "?";

    private OwnUser() {}

    /** Returns the user's name; the number of a user without one. */
    public static String name() {
        String name = System.getProperty("user.name", UNKNOWN);
        if (!name.equals(UNKNOWN)) {
            return name;
        }
        try {
            return Files.getOwner(Path.of("/proc/self")).getName();
        } catch (IOException e) {
            throw new UncheckedIOException("the system does not tell this process's user", e);
        }
    }

    /**
     * Returns the folder in which programs keep what they can make again: that of the environment
     * variable XDG_CACHE_HOME, else {@code .cache} in the home folder that the variable HOME or
     * else the system's list of users names. Without any of them it is in the root folder, which
     * few users may write to.
     */
    public static Path caches(Map<String, String> environment) {
        Path named = Path.of(environment.getOrDefault("XDG_CACHE_HOME", ""));
        return named.isAbsolute() ? named : home(environment).resolve(".cache");
    }

    private static Path home(Map<String, String> environment) {
        Path named = Path.of(environment.getOrDefault("HOME", ""));
        Path listed = Path.of(System.getProperty("user.home", ""));
        Path known = named.isAbsolute() ? named : listed;
        return known.isAbsolute() ? known : Path.of("/");
    }
}
