package dev.hira.api.cuda;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of the description in the jar. */
final class Description {
    private static final Pattern RPC =
            Pattern.compile(
                    "((?:^ *//.*\\n)*)^ *rpc (\\w+)\\(\\w+\\)\\s+returns \\(\\w+\\) \\{\\s+option"
                            + " \\(lapis\\.v1\\.fn\\) = \\{\\s*id: (\\d+)",
                    Pattern.MULTILINE);
    private static final Pattern VALUE =
            Pattern.compile("^  (CU\\w+) = (\\d+);", Pattern.MULTILINE);

    /** A function of the API. */
    record Function(int id, String name, String comment) {}

    private Description() {}

    /** Returns the functions, in the order of the text. */
    static List<Function> functions() {
        String text = text("cuda.proto");
        String service = text.substring(0, text.indexOf("service CudaCallbacks"));
        List<Function> functions = new ArrayList<>();
        Matcher matcher = RPC.matcher(service);
        while (matcher.find()) {
            functions.add(
                    new Function(
                            Integer.parseInt(matcher.group(3)),
                            matcher.group(2),
                            matcher.group(1)));
        }
        return functions;
    }

    /** Returns the constants of the error enum. */
    static Map<String, Integer> errors() {
        Map<String, Integer> errors = new TreeMap<>();
        Matcher matcher = VALUE.matcher(text("errors.proto"));
        while (matcher.find()) {
            errors.put(matcher.group(1), Integer.parseInt(matcher.group(2)));
        }
        return errors;
    }

    static String text(String file) {
        return resource("/hira/api/cuda/" + file);
    }

    static String resource(String path) {
        try (InputStream in = Description.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("There is no " + path + " on the class path.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
