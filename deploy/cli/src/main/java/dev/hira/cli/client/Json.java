package dev.hira.cli.client;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.util.JsonFormat;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;

/**
 * Answers as JSON for scripts. Protobuf's mapping turns 64-bit numbers into texts, because
 * JavaScript has no such numbers; this one keeps them numbers, so that jq and Python can compare
 * and add them.
 */
final class Json {
    private static final Gson GSON =
            new GsonBuilder()
                    .disableHtmlEscaping()
                    .serializeNulls()
                    .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
                    .create();

    private static final int NANO_DIGITS = 9;

    private Json() {}

    /** Returns a message, a record or a map as a tree. */
    static JsonObject tree(Object item) {
        return item instanceof MessageOrBuilder message
                ? message(message)
                : GSON.toJsonTree(item).getAsJsonObject();
    }

    /** Returns a tree as one line. */
    static String line(JsonObject tree) {
        return GSON.toJson(tree);
    }

    private static JsonObject message(MessageOrBuilder message) {
        try {
            String text =
                    JsonFormat.printer()
                            .preservingProtoFieldNames()
                            .alwaysPrintFieldsWithNoPresence()
                            .print(message);
            JsonObject tree = JsonParser.parseString(text).getAsJsonObject();
            numbers(tree, message.getDescriptorForType());
            return tree;
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the answer cannot be printed as JSON", e);
        }
    }

    /** Writes fields as docs/cli.md says: numbers, nanoseconds, plain words; null: not set. */
    private static void numbers(JsonElement tree, Descriptor type) {
        if (tree instanceof JsonObject object) {
            for (FieldDescriptor field : type.getFields()) {
                JsonElement value = object.get(field.getName());
                if (value != null) {
                    object.add(field.getName(), field(value, field));
                } else if (field.hasPresence() && field.getRealContainingOneof() == null) {
                    object.add(field.getName(), JsonNull.INSTANCE);
                }
            }
        }
    }

    private static JsonElement field(JsonElement value, FieldDescriptor field) {
        if (field.isMapField() && value instanceof JsonObject map) {
            FieldDescriptor entry = field.getMessageType().findFieldByName("value");
            for (Map.Entry<String, JsonElement> each : map.entrySet()) {
                each.setValue(single(each.getValue(), entry));
            }
            return map;
        }
        if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, single(array.get(i), field));
            }
            return array;
        }
        return single(value, field);
    }

    private static JsonElement single(JsonElement value, FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case LONG -> new JsonPrimitive(new BigDecimal(value.getAsString()));
            case ENUM -> new JsonPrimitive(word(value.getAsString(), field.getEnumType()));
            case MESSAGE -> embedded(value, field.getMessageType());
            default -> value;
        };
    }

    private static JsonElement embedded(JsonElement value, Descriptor type) {
        if (type.equals(Duration.getDescriptor())) {
            return nanos(value.getAsString());
        }
        numbers(value, type);
        return value;
    }

    /** Returns a duration such as {@code 1.5s} in nanoseconds. */
    private static JsonPrimitive nanos(String duration) {
        String seconds = duration.substring(0, duration.length() - 1);
        return new JsonPrimitive(
                new BigDecimal(seconds).movePointRight(NANO_DIGITS).toBigIntegerExact());
    }

    /** Returns a constant as operators read and write it: {@code running}, not VM_STATE_RUNNING. */
    private static String word(String constant, EnumDescriptor type) {
        String prefix = type.getName().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_") + "_";
        String plain = constant.toLowerCase(Locale.ROOT);
        return plain.startsWith(prefix.toLowerCase(Locale.ROOT))
                ? plain.substring(prefix.length()).replace('_', '-')
                : plain;
    }
}
