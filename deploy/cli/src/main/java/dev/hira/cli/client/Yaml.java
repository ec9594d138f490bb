package dev.hira.cli.client;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Writes YAML. The answers of commands are trees of objects, lists, texts and numbers, so a small
 * part of YAML suffices: blocks, and texts that are quoted as in JSON unless they are plain words.
 */
final class Yaml {
    /** Words with spaces inside. Colons and hashes stay out, since YAML gives them a meaning. */
    private static final Pattern PLAIN =
            Pattern.compile("[A-Za-z_/][\\w./+%()-]*(?: [\\w./+%()-]+)*");

    /**
     * Plain words that are no texts: some readers take all of these for truth values or nothing.
     */
    private static final Pattern TAKEN =
            Pattern.compile("(?i)null|true|false|yes|no|on|off|y|n|inf|nan");

    private static final String NEW_LINE = System.lineSeparator();

    private Yaml() {}

    /** Returns a document, with the line that separates it from the one before. */
    static String document(JsonObject thing) {
        StringBuilder text = new StringBuilder("---").append(NEW_LINE);
        if (thing.isEmpty()) {
            return text.append("{}").append(NEW_LINE).toString();
        }
        object(thing, "", text);
        return text.toString();
    }

    private static void object(JsonObject object, String indent, StringBuilder text) {
        for (Map.Entry<String, JsonElement> field : object.entrySet()) {
            text.append(indent).append(plain(field.getKey())).append(':');
            value(field.getValue(), indent, text);
        }
    }

    /** Writes a value behind its key or its dash, and ends the line. */
    private static void value(JsonElement value, String indent, StringBuilder text) {
        switch (value) {
            case JsonObject object when !object.isEmpty() -> {
                text.append(NEW_LINE);
                object(object, indent + "  ", text);
            }
            case JsonArray array when !array.isEmpty() -> {
                text.append(NEW_LINE);
                for (JsonElement each : array) {
                    item(each, indent + "  ", text);
                }
            }
            case JsonPrimitive primitive when primitive.isString() ->
                    text.append(' ').append(plain(primitive.getAsString())).append(NEW_LINE);
            default -> text.append(' ').append(value).append(NEW_LINE);
        }
    }

    private static void item(JsonElement item, String indent, StringBuilder text) {
        text.append(indent).append('-');
        if (item instanceof JsonObject object && !object.isEmpty()) {
            StringBuilder fields = new StringBuilder();
            object(object, indent + "  ", fields);
            text.append(' ').append(fields.substring(indent.length() + 2));
        } else {
            value(item, indent, text);
        }
    }

    private static String plain(String word) {
        return PLAIN.matcher(word).matches() && !TAKEN.matcher(word).matches()
                ? word
                : new JsonPrimitive(word).toString();
    }
}
