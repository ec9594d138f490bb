package dev.hira.cli.top;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Colours for the lines of {@link TopView}: headings are bold, bars green, states that keep a VM
 * from working yellow, and refusals red.
 */
final class TopColors {
    private static final String RESET = "\u001b[0m";
    private static final Pattern HEADING = Pattern.compile("^(?:DEVICE|VM) .*$");
    private static final Pattern BAR = Pattern.compile("█+");
    private static final Pattern STOPPED = Pattern.compile("\\b(?:paused|evicted|gone|stopping)$");
    private static final Pattern DENIED = Pattern.compile("\\b\\d+ denied$");

    private final boolean on;

    TopColors(boolean on) {
        this.on = on;
    }

    /** Returns the colours for a terminal with this environment: none with {@code NO_COLOR}. */
    static TopColors of(Map<String, String> environment) {
        return new TopColors(environment.getOrDefault("NO_COLOR", "").isEmpty());
    }

    /**
     * Returns the line of the marked VM: with an arrow in place of its last blank, if it has one.
     */
    static String mark(String line) {
        return line.replaceFirst("^(\\S+) ", "$1◂");
    }

    List<String> paint(List<String> lines) {
        return on ? lines.stream().map(TopColors::paint).toList() : lines;
    }

    private static String paint(String line) {
        String painted = color(HEADING, "1", line);
        painted = color(BAR, "32", painted);
        painted = color(STOPPED, "33", painted);
        return color(DENIED, "31", painted);
    }

    private static String color(Pattern what, String code, String line) {
        return what.matcher(line).replaceAll("\u001b[" + code + "m$0" + RESET);
    }
}
