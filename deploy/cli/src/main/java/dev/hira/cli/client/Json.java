package dev.hira.cli.client;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.util.JsonFormat;
import java.math.BigDecimal;
import java.util.Map;

/**
 * Messages as JSON for scripts. Protobuf's mapping turns 64-bit numbers into texts, because
 * JavaScript has no such numbers; this one keeps them numbers, so that jq and Python can compare
 * and add them.
 */
final class Json {
    private static final Gson GSON =
            new GsonBuilder().disableHtmlEscaping().serializeNulls().create();

    private Json() {}

    static String of(MessageOrBuilder message) {
        try {
            String text =
                    JsonFormat.printer()
                            .preservingProtoFieldNames()
                            .alwaysPrintFieldsWithNoPresence()
                            .print(message);
            JsonElement tree = JsonParser.parseString(text);
            numbers(tree, message.getDescriptorForType());
            return GSON.toJson(tree);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the answer cannot be printed as JSON", e);
        }
    }

    private static void numbers(JsonElement tree, Descriptor type) {
        if (tree instanceof JsonObject object) {
            for (FieldDescriptor field : type.getFields()) {
                JsonElement value = object.get(field.getName());
                if (value != null) {
                    object.add(field.getName(), field(value, field));
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
        if (field.getJavaType() == JavaType.LONG) {
            return new JsonPrimitive(new BigDecimal(value.getAsString()));
        }
        if (field.getJavaType() == JavaType.MESSAGE) {
            numbers(value, field.getMessageType());
        }
        return value;
    }
}
