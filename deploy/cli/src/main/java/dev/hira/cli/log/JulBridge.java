package dev.hira.cli.log;

import dev.hira.link.grpc.net.LogThrottle;
import io.grpc.StatusRuntimeException;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Passes what libraries log by java.util.logging, such as gRPC, to the one log of the process.
 * Peers can cause such warnings, by messages that gRPC cannot read for example, so their number is
 * limited.
 */
public final class JulBridge extends Handler {
    private final SimpleFormatter formatter = new SimpleFormatter();
    private final LogThrottle warnings = throttle();
    private final LogThrottle errors = throttle();

    private JulBridge() {}

    private static LogThrottle throttle() {
        return new LogThrottle(LoggerFactory.getLogger(JulBridge.class), System::nanoTime);
    }

    /** Replaces the console of java.util.logging. */
    public static void install() {
        Logger root = LogManager.getLogManager().getLogger("");
        for (Handler console : root.getHandlers()) {
            root.removeHandler(console);
        }
        root.addHandler(new JulBridge());
    }

    @Override
    public void publish(LogRecord line) {
        String name = line.getLoggerName() == null ? "java" : line.getLoggerName();
        org.slf4j.Logger log = LoggerFactory.getLogger(name);
        org.slf4j.event.Level level = level(line.getLevel());
        if (!log.isEnabledForLevel(level) || !passes(level)) {
            return;
        }
        LoggingEventBuilder event = log.atLevel(level);
        if (line.getThrown() instanceof StatusRuntimeException refused) {
            // How a call of a peer ended, not a defect that its stack trace would explain.
            event.log("{}: {}", formatter.formatMessage(line), refused.getMessage());
        } else {
            event.setCause(line.getThrown()).log("{}", formatter.formatMessage(line));
        }
    }

    private boolean passes(org.slf4j.event.Level level) {
        return switch (level) {
            case ERROR -> errors.passes();
            case WARN -> warnings.passes();
            default -> true;
        };
    }

    private static org.slf4j.event.Level level(Level level) {
        int value = level.intValue();
        if (value >= Level.SEVERE.intValue()) {
            return org.slf4j.event.Level.ERROR;
        }
        if (value >= Level.WARNING.intValue()) {
            return org.slf4j.event.Level.WARN;
        }
        return value >= Level.INFO.intValue()
                ? org.slf4j.event.Level.INFO
                : org.slf4j.event.Level.DEBUG;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
