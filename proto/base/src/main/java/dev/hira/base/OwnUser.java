package dev.hira.base;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * This process's user, whom the system's list may lack, as in containers: the JVM then knows
 * neither the user's name nor home.
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
     * in the user's home. The home is HOME if that folder belongs to the user, so that a superuser
     * who keeps another user's HOME writes nothing there; else the home in the system's list. A
     * user for whom the list has no folder that exists gets HOME whoever owns it, and without HOME
     * the root folder, where few users can write.
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
