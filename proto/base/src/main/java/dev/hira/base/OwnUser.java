package dev.hira.base;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The user of this process. In containers {@code /etc/passwd} often does not list this user, and
 * the JVM then knows neither the user's name nor the user's home.
 */
public final class OwnUser {
    private static final Path SELF = Path.of("/proc/self");
    private static final String UNKNOWN = "?";

    private OwnUser() {}

    /** Returns the user's name; the number of a user without one. */
    public static String name() {
        String name = System.getProperty("user.name", UNKNOWN);
        if (!name.equals(UNKNOWN)) {
            return name;
        }
        try {
            return Files.getOwner(SELF).getName();
        } catch (IOException e) {
            throw new UncheckedIOException("the system does not tell this process's user", e);
        }
    }

    /** Returns whether a file or folder belongs to this user. */
    public static boolean owns(Path file) {
        try {
            return Files.getAttribute(file, "unix:uid")
                    .equals(Files.getAttribute(SELF, "unix:uid"));
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns the folder for files that programs can make again: XDG_CACHE_HOME, or {@code .cache}
     * in the user's home. The home is the first of these folders that exists:
     *
     * <ol>
     *   <li>HOME, if the user owns it: a superuser who keeps another user's HOME writes nothing
     *       there
     *   <li>the home in {@code /etc/passwd}
     * </ol>
     *
     * If neither exists, the home is HOME, then the one in {@code /etc/passwd}, then the root
     * folder.
     */
    public static Path caches(Map<String, String> environment) {
        Path named = Path.of(environment.getOrDefault("XDG_CACHE_HOME", ""));
        return named.isAbsolute() ? named : home(environment).resolve(".cache");
    }

    private static Path home(Map<String, String> environment) {
        Path named = Path.of(environment.getOrDefault("HOME", ""));
        Path listed = Path.of(System.getProperty("user.home", ""));
        boolean isListed = listed.isAbsolute() && Files.isDirectory(listed);
        if (named.isAbsolute() && (owns(named) || !isListed)) {
            return named;
        }
        return listed.isAbsolute() ? listed : Path.of("/");
    }
}
