package dev.hira.cava.gen;

import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.Scalar;
import dev.hira.cava.type.Struct;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Emits code that writes values by field number to a writer of calls or arguments, and the methods
 * that write structs, once per class.
 */
public final class Encoding {
    private final JavaFile file;
    private final Shape shape;
    private final String writerType;
    private final Map<String, Struct> structs = new LinkedHashMap<>();

    /**
     * @param writerType the class of the writer
     */
    public Encoding(JavaFile file, Shape shape, String writerType) {
        this.file = file;
        this.shape = shape;
        this.writerType = writerType;
    }

    /** Emits the code for one value. */
    public void value(Field field, String value, String writer) {
        if (field.repeated()) {
            repeated(field, value, writer);
        } else if (field.nullable() && field.type() instanceof Struct) {
            file.body().open("if (" + value + " != null)");
            file.body().line(one(field, value, writer) + ";").close();
        } else {
            file.body().line(one(field, value, writer) + ";");
        }
    }

    private void repeated(Field field, String value, String writer) {
        JavaWriter code = file.body();
        if (field.type() instanceof Scalar scalar && scalar != Scalar.STRING) {
            code.line(writer + ".bytes(" + field.number() + ", " + packed(scalar, value) + ");");
            return;
        }
        if (field.type() instanceof EnumType type) {
            String numbers =
                    value + ".stream().mapToInt(" + shape.api(type.name()) + "::value).toArray()";
            code.line(
                    writer
                            + ".bytes("
                            + field.number()
                            + ", "
                            + packed(Scalar.INT32, numbers)
                            + ");");
            return;
        }
        String element = value.equals("element") ? "element_" : "element";
        String type = field.type() instanceof Struct struct ? shape.api(struct.name()) : "String";
        code.open("for (" + type + " " + element + " : " + value + ")");
        if (field.type() == Scalar.STRING) {
            code.open("if (" + element + ".isEmpty())");
            code.line(writer + ".beginMessage(" + field.number() + ").endMessage();");
            code.reopen("else").line(one(field, element, writer) + ";").close();
        } else {
            code.line(one(field, element, writer) + ";");
        }
        code.close();
    }

    private String packed(Scalar scalar, String value) {
        String method = scalar == Scalar.UINT32 ? "unsignedInts" : scalar.java() + "s";
        return file.use("dev.hira.wire.Packed") + "." + method + "(" + value + ")";
    }

    private String one(Field field, String value, String writer) {
        String place = "(" + field.number() + ", ";
        return switch (field.type()) {
            case EnumType _ -> writer + ".uint64" + place + value + ".value())";
            case Struct struct -> {
                structs.put(struct.name(), struct);
                yield "write"
                        + struct.name()
                        + "("
                        + writer
                        + ", "
                        + field.number()
                        + ", "
                        + value
                        + ")";
            }
            case Scalar.UINT32 ->
                    writer + ".uint64" + place + "Integer.toUnsignedLong(" + value + "))";
            case Scalar.INT32, Scalar.INT64, Scalar.UINT64 ->
                    writer + ".uint64" + place + value + ")";
            case Scalar.BOOL -> writer + ".uint64" + place + value + " ? 1 : 0)";
            case Scalar.FLOAT -> writer + ".float32" + place + value + ")";
            case Scalar.DOUBLE -> writer + ".float64" + place + value + ")";
            case Scalar.STRING -> writer + ".string" + place + value + ")";
            case Scalar.BYTES -> writer + ".bytes" + place + value + ")";
        };
    }

    /** Emits the methods that write the structs used so far. */
    public void structMethods() {
        List<Struct> pending = List.copyOf(structs.values());
        int written = 0;
        while (written < pending.size()) {
            pending.subList(written, pending.size()).forEach(this::structMethod);
            written = pending.size();
            pending = List.copyOf(structs.values());
        }
    }

    private void structMethod(Struct struct) {
        JavaWriter code = file.body();
        code.blank();
        code.openList(
                "private static void write" + struct.name(),
                List.of(
                        file.use(writerType) + " out",
                        "int field",
                        shape.api(struct.name()) + " value"),
                "");
        code.line("out.beginMessage(field);");
        for (Field field : struct.fields()) {
            value(field, "value." + field.java() + "()", "out");
        }
        code.line("out.endMessage();").close();
    }
}
