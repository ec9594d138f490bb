package dev.hira.cava.read;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.GenericDescriptor;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.ObjectPlace;
import dev.hira.cava.type.Scalar;
import dev.hira.cava.type.Struct;
import dev.hira.cava.type.Type;
import dev.hira.lapis.v1.Lapis;
import dev.hira.lapis.v1.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads messages, fields and enums; each enum and struct once. */
final class TypeReader {
    private final Sources sources;
    private final Problems problems;
    private final List<HandleKind> handles;
    private final Map<String, EnumType> enums = new LinkedHashMap<>();
    private final Map<String, Struct> structs = new LinkedHashMap<>();
    private final List<Descriptor> open = new ArrayList<>();

    TypeReader(Sources sources, Problems problems, List<HandleKind> handles) {
        this.sources = sources;
        this.problems = problems;
        this.handles = handles;
    }

    /** Returns the enums read so far. */
    List<EnumType> enums() {
        return List.copyOf(enums.values());
    }

    /** Returns the structs read so far. */
    List<Struct> structs() {
        return List.copyOf(structs.values());
    }

    List<Field> fields(Descriptor message) {
        List<Field> fields = new ArrayList<>();
        for (FieldDescriptor field : message.getFields()) {
            fields.add(field(field));
        }
        return fields;
    }

    EnumType enumType(EnumDescriptor type) {
        return enums.computeIfAbsent(type.getFullName(), _ -> newEnum(type));
    }

    private EnumType newEnum(EnumDescriptor type) {
        List<EnumType.Constant> constants = new ArrayList<>();
        for (EnumValueDescriptor value : type.getValues()) {
            constants.add(
                    new EnumType.Constant(
                            value.getName(), value.getNumber(), sources.comment(value)));
        }
        return new EnumType(
                type.getName(),
                type.getOptions().getExtension(Lapis.errorCodes),
                constants,
                sources.comment(type),
                place(type));
    }

    private Field field(FieldDescriptor field) {
        Value value = field.getOptions().getExtension(Lapis.value);
        if (field.toProto().getProto3Optional()) {
            report(
                    field,
                    "the field '"
                            + field.getName()
                            + "' is optional, but only buffers and structs can be; remove the"
                            + " word, or set nullable");
        }
        if (field.getRealContainingOneof() != null) {
            report(
                    field,
                    "the field '"
                            + field.getName()
                            + "' is part of a oneof, which has no counterpart in an interface;"
                            + " use separate fields");
        }
        return new Field(
                field.getName(),
                field.getNumber(),
                type(field),
                field.isRepeated(),
                handle(field, value),
                value.getNullable(),
                value.getInvalid().isEmpty() ? null : value.getInvalid(),
                sources.comment(field),
                place(field));
    }

    /** Returns the handle type of a name, or null when the API does not declare it. */
    @Nullable HandleKind handleType(String name) {
        return handles.stream().filter(h -> h.name().equals(name)).findFirst().orElse(null);
    }

    private @Nullable HandleKind handle(FieldDescriptor field, Value value) {
        if (value.getHandle().isEmpty()) {
            return null;
        }
        HandleKind found = handleType(value.getHandle());
        if (found == null) {
            report(
                    field,
                    "the field '"
                            + field.getName()
                            + "' names the handle type '"
                            + value.getHandle()
                            + "', which the API does not declare; declared are "
                            + String.join(", ", handles.stream().map(HandleKind::name).toList()));
        }
        return found;
    }

    private Type type(FieldDescriptor field) {
        return switch (field.getType()) {
            case INT32 -> Scalar.INT32;
            case UINT32 -> Scalar.UINT32;
            case INT64 -> Scalar.INT64;
            case UINT64 -> Scalar.UINT64;
            case BOOL -> Scalar.BOOL;
            case FLOAT -> Scalar.FLOAT;
            case DOUBLE -> Scalar.DOUBLE;
            case STRING -> Scalar.STRING;
            case BYTES -> Scalar.BYTES;
            case ENUM -> enumType(field.getEnumType());
            case MESSAGE -> struct(field);
            case SINT32, SINT64, FIXED32, FIXED64, SFIXED32, SFIXED64, GROUP -> {
                report(
                        field,
                        "the field '"
                                + field.getName()
                                + "' has a type that LAPIS does not use; use int32, uint32, int64 or"
                                + " uint64");
                yield Scalar.UINT64;
            }
        };
    }

    private Type struct(FieldDescriptor field) {
        Descriptor message = field.getMessageType();
        if (open.contains(message) || field.isMapField()) {
            report(
                    field,
                    "the field '"
                            + field.getName()
                            + "' is a map or makes a struct contain itself; use flat structs");
            return Scalar.UINT64;
        }
        Struct known = structs.get(message.getFullName());
        if (known != null) {
            return known;
        }
        open.add(message);
        Struct struct =
                new Struct(
                        message.getName(),
                        fields(message),
                        sources.comment(message),
                        place(message));
        open.removeLast();
        checkStruct(message);
        structs.put(message.getFullName(), struct);
        return struct;
    }

    private void checkStruct(Descriptor message) {
        for (FieldDescriptor field : message.getFields()) {
            Value value = field.getOptions().getExtension(Lapis.value);
            if (value.hasBuffer()
                    || value.hasCallback()
                    || value.getCreates()
                    || value.getDestroys()
                    || value.getRetains()
                    || value.getReleases()) {
                report(
                        field,
                        "the field '"
                                + field.getName()
                                + "' lies in a struct, where buffers, callbacks and names of created"
                                + " or destroyed objects cannot be; make it a parameter of the"
                                + " function");
            }
        }
    }

    private ObjectPlace place(GenericDescriptor element) {
        return sources.place(element);
    }

    private void report(GenericDescriptor element, String sentence) {
        problems.report(place(element), sentence);
    }
}
