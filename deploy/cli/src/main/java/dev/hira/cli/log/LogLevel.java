package dev.hira.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which lines the log of a process has: those of this level and above. */
public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE;

    private static final String KEY = ".log.level";
    private static final Logger ROOT = LogbackLoggers.named(Logger.ROOT_LOGGER_NAME);

    /** The level that the environment chose. */
    private static final Level USUAL = ROOT.getLevel();

    /**
     * Checks the level in the configuration of a process.
     *
     * @param root for example {@code hira.router}
     * @throws ConfigException naming the setting, when there is no such level
     */
    public static void check(Config config, String root) {
        Level ignored = level(config, root);
    }

    /**
     * Returns what is wrong with a value of the variable {@code HIRA_LOG}; empty: nothing.
     *
     * @param word the value; empty or null: the usual level
     */
    public static String problem(@Nullable String word) {
        if (word == null || word.isEmpty()) {
            return "";
        }
        boolean known =
                Arrays.stream(values()).anyMatch(each -> each.word().equalsIgnoreCase(word));
        return known ? "" : noLevel(word);
    }

    private static String noLevel(String word) {
        return "'"
                + word
                + "' is no level; levels are "
                + Arrays.stream(values()).map(LogLevel::word).toList();
    }

    /** Logs from now on with the level of a checked configuration, or else of the environment. */
    public static void use(Config config, String root) {
        ROOT.setLevel(level(config, root));
    }

    private static Level level(Config config, String root) {
        String path = root + KEY;
        String word = config.hasPath(path) ? config.getString(path) : "";
        if (word.isEmpty()) {
            return USUAL;
        }
        return Arrays.stream(values())
                .filter(level -> level.word().equals(word))
                .map(level -> Level.toLevel(level.name()))
                .findFirst()
                .orElseThrow(() ->
                        new ConfigException.BadValue(
                                config.getValue(path).origin(), path, noLevel(word)));
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
