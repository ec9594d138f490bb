package dev.hira.sim.compiler;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sources that belong to the compiler: headers and libraries of built-in functions. */
final class Resources {
    private Resources() {}

    static String text(String name) {
        try (InputStream in = Resources.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar of the compiler lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the resource " + name + " cannot be read", e);
        }
    }

    /** Returns texts of a folder by their names. */
    static Map<String, String> texts(String folder, String... names) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name : names) {
            texts.put(name, text(folder + "/" + name));
        }
        return texts;
    }
}
