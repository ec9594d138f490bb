package dev.hira.cli.log;

import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Loggers of Logback, which have levels that can be changed. */
public final class LogbackLoggers {
    private LogbackLoggers() {}

    /**
     * Returns a logger by its name. While a thread initializes SLF4J, it holds the lock of {@link
     * LoggerFactory}, and other threads get substitutes without levels; so wait for this lock.
     */
    @SuppressWarnings("LockOnNonEnclosingClassLiteral") // the lock of SLF4J's initialization
    public static Logger named(String name) {
        synchronized (LoggerFactory.class) {
            return (Logger) LoggerFactory.getLogger(name);
        }
    }
}
