package dev.hira.cava.gen.entry;

import dev.hira.cava.gen.entry.Prototype.Parameter;
import dev.hira.cava.gen.entry.Prototype.Treatment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a file of prototypes, each behind a comment with its place in the table of functions:
 * {@code /* 46 *}{@code / cl_int clFlush(cl_command_queue command_queue);}.
 */
final class PrototypeReader {
    private static final Pattern PROTOTYPE =
            Pattern.compile("/\\* (\\d+)([a-z ]*) \\*/ (\\w+ \\*?)(\\w+)\\(([^()]*)\\);");
    private static final Pattern PARAMETER = Pattern.compile("(.*?)\\s*(\\**)(\\w+)");

    private PrototypeReader() {}

    static List<Prototype> read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException("the prototypes cannot be read", e);
        }
    }

    static List<Prototype> parse(String text) {
        List<Prototype> prototypes = new ArrayList<>();
        Matcher found = PROTOTYPE.matcher(text.replaceAll("\\s+", " "));
        while (found.find()) {
            prototypes.add(
                    new Prototype(
                            Integer.parseInt(found.group(1)),
                            treatment(found.group(2).strip()),
                            found.group(3).strip(),
                            found.group(4),
                            params(found.group(5))));
        }
        return prototypes;
    }

    private static Treatment treatment(String words) {
        return words.isEmpty()
                ? Treatment.GENERATED
                : Treatment.valueOf(words.replace(' ', '_').toUpperCase(Locale.ROOT));
    }

    private static List<Parameter> params(String text) {
        List<Parameter> params = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            Matcher parts = PARAMETER.matcher(each.strip());
            if (!each.strip().equals("void") && parts.matches()) {
                params.add(new Parameter(parts.group(1) + parts.group(2), parts.group(3)));
            }
        }
        return params;
    }
}
