package dev.hira.serving.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The settings of one process: the user's configuration under the process's root, over the defaults
 * of {@code reference.conf}. Every error names the setting, the allowed values, and the place where
 * it was set.
 */
public final class Settings {
    /** All processes that read settings. */
    private static final int MOST_PORT = 65_535;

    private static final Set<String> ROOTS = Set.of("hira.router", "hira.server");

    private static final Duration LONGEST = Duration.ofDays(365);
    private static final Set<String> LINKS = Set.of("hira", "hira+tls", "hira+unix");

    private final String root;
    private final Config at;

    private Settings(String root, Config at) {
        this.root = root;
        this.at = at;
    }

    /**
     * Reads the settings under a root.
     *
     * @param root for example {@code hira.router}; settings elsewhere are ignored
     * @param loader finds {@code reference.conf}
     * @param open paths of settings that are the user's own, or are checked by the caller
     * @throws ConfigException when a setting has no default and so is unknown
     */
    public static Settings read(String root, Config given, ClassLoader loader, Set<String> open) {
        Config reference = ConfigFactory.defaultReference(loader);
        if (given.hasPath(root)) {
            KnownKeys.check(root, given.getObject(root), reference.getObject(root), open);
        }
        return new Settings(root, given.withFallback(reference).resolve());
    }

    /**
     * Reads a file of settings for one process or several.
     *
     * @throws ConfigException when it is not a readable file, or has settings outside of the roots
     */
    public static Config file(Path file) {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            String is =
                    Files.isDirectory(file)
                            ? "is a folder, not a file"
                            : Files.exists(file) ? "cannot be read" : "does not exist";
            throw new ConfigException.Generic("the configuration file '" + file + "' " + is);
        }
        Config given = ConfigFactory.parseFile(file.toFile());
        KnownKeys.checkRoots(given.root(), ROOTS);
        return given;
    }

    public String text(String key) {
        return at.getString(path(key));
    }

    public boolean flag(String key) {
        return at.getBoolean(path(key));
    }

    /** Returns a whole number within bounds, both included. */
    public int between(String key, int least, int most) {
        return between(key, at.getValue(path(key)), least, most);
    }

    /** Returns such a number inside an entry of a list, found under a key. */
    public int between(String key, ConfigValue given, int least, int most) {
        String typed = typed(given);
        try {
            int value = new BigDecimal(typed).intValueExact();
            if (value >= least && value <= most) {
                return value;
            }
        } catch (ArithmeticException | NumberFormatException e) {
            // Refused below: not whole, or too large.
        }
        throw bad(key, "must be a whole number from " + least + " to " + most + ", not " + typed);
    }

    /** Returns a number within bounds, both included. */
    public double number(String key, double least, double most) {
        String typed = typed(at.getValue(path(key)));
        try {
            double value = new BigDecimal(typed).doubleValue();
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Refused below: not a number.
        }
        throw bad(key, "must be a number from " + least + " to " + most + ", not " + typed);
    }

    /** Returns a list of numbers of users. */
    public List<Long> users(String key) {
        return at.getList(path(key)).stream().map(one -> user(key, typed(one))).toList();
    }

    /** Returns the number of a user, found under a key. */
    public long user(String key, String typed) {
        if (!typed.matches("[0-9]{1,10}")) {
            throw bad(key, "'" + typed + "' is not the number of a user; see id -u NAME");
        }
        return Long.parseLong(typed);
    }

    /** Returns a size in bytes within bounds, both included. */
    public long bytes(String key, long least, long most) {
        String typed = typed(at.getValue(path(key)));
        try {
            long value = at.getBytes(path(key));
            if (value >= least && value <= most) {
                return value;
            }
        } catch (ConfigException.BadValue | ConfigException.WrongType e) {
            // Refused below.
        }
        throw bad(key, "must be a size from " + least + " to " + most + " bytes, not " + typed);
    }

    /** Returns a size of at least this many bytes; 0: a quarter of the JVM's maximum heap. */
    public long bytesOfHeap(String key, long least) {
        long value = at.getBytes(path(key));
        if (value == 0) {
            return Math.max(least, Runtime.getRuntime().maxMemory() / 4);
        }
        return bytes(key, least, 1L << 46);
    }

    /** Returns a positive time of at most a year. */
    public Duration duration(String key) {
        String typed = typed(at.getValue(path(key)));
        try {
            Duration value = at.getDuration(path(key));
            if (value.isPositive() && value.compareTo(LONGEST) <= 0) {
                return value;
            }
        } catch (ConfigException.BadValue | ConfigException.WrongType e) {
            // Refused below.
        }
        throw bad(key, "must be a time such as 500 ms or 5 s, at most 365 days, not " + typed);
    }

    /** Returns a time that may be 0. */
    public Duration durationOrZero(String key) {
        try {
            if (at.getDuration(path(key)).isZero()) {
                return Duration.ZERO;
            }
        } catch (ConfigException.BadValue | ConfigException.WrongType e) {
            // Refused below.
        }
        return duration(key);
    }

    /** Returns a value as the user typed it; the library would show 1e3 as 1000.0. */
    public static String typed(ConfigValue value) {
        return value.valueType() == ConfigValueType.NUMBER
                ? value.atKey("typed").getString("typed")
                : String.valueOf(value.unwrapped());
    }

    /** Returns a list of URIs of links. */
    public List<URI> uris(String key) {
        requireList(key);
        return at.getStringList(path(key)).stream().map(text -> uri(key, text)).toList();
    }

    /**
     * Returns a list of URIs of another kind.
     *
     * @param problem returns a URI's defect; empty for none
     */
    public List<URI> uris(String key, Function<URI, String> problem) {
        requireList(key);
        return at.getStringList(path(key)).stream()
                .map(text -> checked(key, parsed(key, text), problem))
                .toList();
    }

    /** Returns the URI of a link, found under a key. */
    public URI uri(String key, String text) {
        return checked(key, parsed(key, text), Settings::defectOfLink);
    }

    private static String defectOfLink(URI uri) {
        if (!LINKS.contains(String.valueOf(uri.getScheme()))) {
            return "'"
                    + uri
                    + "' is none of hira+tls://host:port, hira://host:port and hira+unix:///path";
        }
        return uri.getPort() > MOST_PORT
                ? "'" + uri + "' has the port " + uri.getPort() + "; ports are 0 to " + MOST_PORT
                : "";
    }

    private URI checked(String key, URI uri, Function<URI, String> problem) {
        String wrong = problem.apply(uri);
        if (!wrong.isEmpty()) {
            throw bad(key, wrong);
        }
        return uri;
    }

    private URI parsed(String key, String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw bad(key, "'" + text + "' is not a URI: " + e.getReason());
        }
    }

    /**
     * Returns all settings, including those of other roots, for callers that read a section
     * themselves.
     */
    public Config all() {
        return at;
    }

    /** Returns a list whose entries the caller reads. */
    public List<? extends ConfigValue> list(String key) {
        requireList(key);
        return at.getList(path(key));
    }

    private void requireList(String key) {
        ConfigValue given = at.getValue(path(key));
        if (given.valueType() == ConfigValueType.STRING) {
            String typed = typed(given);
            throw bad(key, "must be a list, not '" + typed + "'; write [ \"" + typed + "\" ]");
        }
    }

    /** Returns a section whose keys are the user's own. */
    public ConfigObject section(String key) {
        return at.getObject(path(key));
    }

    /** Refuses unknown keys of an entry of a list. */
    public void onlyKeys(String key, ConfigObject entry, Set<String> known) {
        for (Map.Entry<String, ConfigValue> inside : entry.entrySet()) {
            if (!known.contains(inside.getKey())) {
                throw KnownKeys.unknown(
                        path(key) + "." + inside.getKey(), inside.getValue(), known);
            }
        }
    }

    /** Returns the error for a setting with an invalid value. */
    public ConfigException bad(String key, String problem) {
        String path = path(key);
        return at.hasPath(path)
                ? new ConfigException.BadValue(at.getValue(path).origin(), path, problem)
                : new ConfigException.BadValue(path, problem);
    }

    private String path(String key) {
        return root + "." + key;
    }
}
