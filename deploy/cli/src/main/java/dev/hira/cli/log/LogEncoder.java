package dev.hira.cli.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.time.ZoneId;

/**
 * Makes lines of the log's events: one for each, with its date, session, VM and reason. Nothing
 * that a guest sends can forge a line, and no guest can fill the log ({@link LogLimits}).
 */
public final class LogEncoder extends EncoderBase<ILoggingEvent> {
    private static volatile LogFormat format = LogFormat.TEXT;

    private static final byte[] NOTHING = {};

    private final LogLimits limits = new LogLimits(System::currentTimeMillis);

    /** Sets the format of all lines from now on. */
    public static void use(LogFormat chosen) {
        format = chosen;
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder lines = new StringBuilder();
        LogEntry entry = LogEntry.of(event);
        synchronized (limits) {
            limits.over().forEach(told -> lines.append(line(told)));
            if (limits.takes(entry)) {
                lines.append(line(entry));
            }
        }
        return lines.isEmpty() ? NOTHING : lines.toString().getBytes(UTF_8);
    }

    private static String line(LogEntry entry) {
        return format == LogFormat.JSON
                ? JsonLine.of(entry)
                : TextLine.of(entry, ZoneId.systemDefault());
    }
}
