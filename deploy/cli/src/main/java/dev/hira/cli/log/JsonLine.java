package dev.hira.cli.log;

import dev.hira.wire.PlainText;
import java.time.Instant;
import java.util.Collection;

/**
 * A line with a JSON object: time, level, logger, message, the facts by their names, exception. All
 * characters that could command a terminal are escaped, besides those that JSON demands.
 */
final class JsonLine {
    private JsonLine() {}

    static String of(LogEntry entry) {
        StringBuilder line = new StringBuilder(300).append('{');
        field(line, "time", Instant.ofEpochMilli(entry.millis()).toString());
        field(line, "level", entry.level());
        field(line, "logger", entry.logger());
        field(line, "message", entry.message());
        entry.facts()
                .forEach((name, value) -> {
                    name(line, name);
                    value(line, value);
                });
        if (!entry.exception().isEmpty()) {
            field(line, "exception", entry.exception());
        }
        return line.append("}\n").toString();
    }

    private static void field(StringBuilder line, String name, String value) {
        name(line, name);
        text(line, value);
    }

    private static void name(StringBuilder line, String name) {
        if (line.length() > 1) {
            line.append(',');
        }
        text(line, name);
        line.append(':');
    }

    private static void value(StringBuilder line, Object value) {
        switch (value) {
            case Integer _, Long _, Boolean _ -> line.append(value);
            case Collection<?> all -> {
                line.append('[');
                String between = "";
                for (Object each : all) {
                    line.append(between);
                    value(line, each);
                    between = ",";
                }
                line.append(']');
            }
            default -> text(line, value.toString());
        }
    }

    private static void text(StringBuilder line, String text) {
        line.append('"');
        text.codePoints().forEach(point -> character(line, point));
        line.append('"');
    }

    private static void character(StringBuilder line, int point) {
        if (point == '"' || point == '\\') {
            line.append('\\').append((char) point);
        } else if (PlainText.isPlain(point)) {
            line.appendCodePoint(point);
        } else {
            for (char unit : Character.toChars(point)) {
                line.append("\\u").append(Integer.toHexString(0x10000 + unit).substring(1));
            }
        }
    }
}
