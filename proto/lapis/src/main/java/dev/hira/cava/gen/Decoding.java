package dev.hira.cava.gen;

import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.Scalar;
import dev.hira.cava.type.Struct;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Emits code that reads fields from an {@code ArgsReader} into local variables, and the methods
 * that read structs, once per class.
 */
public final class Decoding {
    private final JavaFile file;
    private final Shape shape;
    private final String unknownEnum;
    private final boolean copies;
    private final Map<String, Struct> structs = new LinkedHashMap<>();
    private boolean missing;
    private boolean known;
    private boolean copied;

    /**
     * @param copies whether bytes must outlive the reader's frame
     * @param unknownEnum the conversion of a number to an enum constant: a format with the enum's
     *     name and the number
     */
    public Decoding(JavaFile file, Shape shape, boolean copies, String unknownEnum) {
        this.file = file;
        this.shape = shape;
        this.copies = copies;
        this.unknownEnum = unknownEnum;
    }

    /** Declares a variable for each field and fills them from the reader. */
    public void locals(List<Field> fields, String reader) {
        JavaWriter code = file.body();
        for (Field field : fields) {
            code.line(shape.type(field) + " " + field.java() + " = " + initial(field) + ";");
        }
        code.open("while (" + reader + ".next())");
        code.open("switch (" + reader + ".field())");
        for (Field field : fields) {
            if (field.repeated() && field.type() instanceof EnumType type) {
                enums(field, type, reader);
            } else {
                code.line("case " + field.number() + " -> " + read(field, reader) + ";");
            }
        }
        code.line("default -> " + reader + ".skip();").close().close();
        for (Field field : fields) {
            if (field.type() instanceof Struct && !field.repeated() && !field.nullable()) {
                code.open("if (" + field.java() + " == null)");
                code.line("throw missing(\"" + field.name() + "\");").close();
                missing = true;
            }
        }
    }

    private void enums(Field field, EnumType type, String reader) {
        String packed = file.use("dev.hira.wire.Packed");
        JavaWriter code = file.body();
        code.open("case " + field.number() + " ->");
        code.open("for (int number : " + packed + ".ints(" + reader + ".bytes()))");
        code.line(field.java() + ".add(" + constant(type, "number") + ");").close().close();
    }

    /** Returns whether the class needs the method {@code missing(String)}. */
    public boolean needsMissing() {
        return missing;
    }

    /** Returns whether any field was an enum. */
    public boolean needsKnown() {
        return known;
    }

    /** Emits the methods that read the structs used so far. */
    public void structMethods() {
        List<Struct> pending = List.copyOf(structs.values());
        int written = 0;
        while (written < pending.size()) {
            for (Struct struct : pending.subList(written, pending.size())) {
                structMethod(struct);
            }
            written = pending.size();
            pending = List.copyOf(structs.values());
        }
    }

    private void structMethod(Struct struct) {
        JavaWriter code = file.body();
        Locals locals = new Locals(struct.fields().stream().map(Field::java).toList());
        String in = locals.fresh("in");
        String outer = locals.fresh("outer");
        String type = shape.api(struct.name());
        code.blank();
        code.open(
                "private static "
                        + type
                        + " read"
                        + struct.name()
                        + "("
                        + reader()
                        + " "
                        + in
                        + ")");
        code.line("int " + outer + " = " + in + ".enter();");
        locals(struct.fields(), in);
        code.line(in + ".leave(" + outer + ");");
        code.list("return new " + type, struct.fields().stream().map(Field::java).toList(), ";");
        code.close();
    }

    private String initial(Field field) {
        if (field.repeated()) {
            return field.type() instanceof Scalar scalar && scalar != Scalar.STRING
                    ? "new " + scalar.java() + "[0]"
                    : "new " + file.use("java.util.ArrayList") + "<>()";
        }
        return switch (field.type()) {
            case EnumType type -> shape.api(type.name()) + "." + zero(type);
            case Struct _ -> "null";
            case Scalar.BOOL -> "false";
            case Scalar.STRING -> "\"\"";
            case Scalar.BYTES -> file.segment() + ".NULL";
            case Scalar _ -> "0";
        };
    }

    private static String zero(EnumType type) {
        return type.constants().stream()
                .filter(c -> c.number() == 0)
                .findFirst()
                .orElse(type.constants().getFirst())
                .name();
    }

    private String read(Field field, String reader) {
        if (field.repeated() && !(field.type() instanceof Scalar)) {
            return field.java() + ".add(" + one(field, reader) + ")";
        }
        if (field.repeated() && field.type() == Scalar.STRING) {
            return field.java() + ".add(" + reader + ".string())";
        }
        if (field.repeated()) {
            return field.java() + " = " + packed(field) + "(" + reader + ".bytes())";
        }
        return field.java() + " = " + one(field, reader);
    }

    private String packed(Field field) {
        String packed = file.use("dev.hira.wire.Packed");
        return packed + "." + ((Scalar) field.type()).java() + "s";
    }

    private String one(Field field, String reader) {
        return switch (field.type()) {
            case EnumType type -> constant(type, reader + ".int32()");
            case Struct struct -> {
                structs.put(struct.name(), struct);
                yield "read" + struct.name() + "(" + reader + ")";
            }
            case Scalar.INT32, Scalar.UINT32 -> reader + ".int32()";
            case Scalar.INT64, Scalar.UINT64 -> reader + ".uint64()";
            case Scalar.BOOL -> reader + ".bool()";
            case Scalar.FLOAT -> reader + ".float32()";
            case Scalar.DOUBLE -> reader + ".float64()";
            case Scalar.STRING -> reader + ".string()";
            case Scalar.BYTES -> bytes(reader);
        };
    }

    private String constant(EnumType type, String number) {
        known = true;
        return unknownEnum.formatted(shape.api(type.name()), number);
    }

    private String bytes(String reader) {
        copied |= copies;
        String bytes = reader + ".bytes()";
        return copies ? "copyOf(" + bytes + ")" : file.segment() + ".ofBuffer(" + bytes + ")";
    }

    /** Emits the method that copies bytes, if it is needed. */
    public void copyMethod() {
        if (copied) {
            JavaWriter code = file.body();
            String buffer = file.use("java.nio.ByteBuffer");
            code.blank().javadoc("Copies bytes, so that they outlive the answer.");
            code.open("private static " + file.segment() + " copyOf(" + buffer + " bytes)");
            code.line("byte[] copy = new byte[bytes.remaining()];").line("bytes.get(copy);");
            code.line("return " + file.segment() + ".ofArray(copy);").close();
        }
    }

    private String reader() {
        return file.use("dev.hira.wire.ArgsReader");
    }
}
