package dev.hira.cli.log;

import dev.hira.wire.PlainText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A line of text. Control characters are escaped, so nothing that a peer has sent begins a line.
 * Lines of a stack trace are indented.
 */
final class TextLine {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

    private TextLine() {}

    static String of(LogEntry entry, ZoneId zone) {
        StringBuilder line = new StringBuilder(200);
        line.append(TIME.format(Instant.ofEpochMilli(entry.millis()).atZone(zone)));
        line.append(' ').append(String.format("%-5s", entry.level()));
        line.append(' ').append(entry.logger()).append(' ');
        line.append(PlainText.escaped(entry.message()));
        entry.facts().forEach((name, value) -> fact(line, name, value.toString()));
        line.append('\n');
        entry.exception()
                .lines()
                .forEach(each -> line.append("    ").append(PlainText.escaped(each)).append('\n'));
        return line.toString();
    }

    private static void fact(StringBuilder line, String name, String value) {
        String safe = PlainText.escaped(value).replace("\\", "\\\\").replace("\"", "\\\"");
        line.append(' ').append(PlainText.escaped(name)).append("=\"").append(safe).append('"');
    }
}
