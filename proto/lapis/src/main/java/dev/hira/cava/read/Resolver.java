package dev.hira.cava.read;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.hira.cava.expr.Expr;
import dev.hira.cava.expr.ExprException;
import dev.hira.cava.expr.ExprScope;
import dev.hira.cava.expr.Parser;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.ObjectPlace;
import dev.hira.lapis.v1.Lapis;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Resolves the names and expressions of one function, and reports unresolved ones. */
final class Resolver {
    private final String function;
    private final ObjectPlace place;
    private final Problems problems;
    private final List<EnumType> enums;
    private ExprScope scope = new ExprScope(List.of(), List.of(), List.of());

    Resolver(String function, ObjectPlace place, Problems problems, List<EnumType> enums) {
        this.function = function;
        this.place = place;
        this.problems = problems;
        this.enums = enums;
    }

    /** Resolves names among the fields of this message from now on. */
    void enter(List<Field> fields, Descriptor... messages) {
        List<String> buffers = new ArrayList<>();
        for (Descriptor message : messages) {
            for (FieldDescriptor field : message.getFields()) {
                if (field.getOptions().getExtension(Lapis.value).hasBuffer()) {
                    buffers.add(field.getName());
                }
            }
        }
        scope = new ExprScope(fields, enums, buffers);
    }

    void report(String sentence) {
        problems.report(place, function + ": " + sentence);
    }

    void report(Field field, String sentence) {
        problems.report(field.place(), function + ": " + sentence);
    }

    @Nullable Expr number(String text, String what) {
        return read(what, place, () -> Parser.number(text, scope));
    }

    @Nullable Expr number(String text, String what, Field at) {
        return read(what, at.place(), () -> Parser.number(text, scope));
    }

    @Nullable Expr condition(String text, String what) {
        return read(what, place, () -> Parser.condition(text, scope));
    }

    @Nullable Expr condition(String text, String what, Field at) {
        return read(what, at.place(), () -> Parser.condition(text, scope));
    }

    Expr.@Nullable Ref reference(String text, String what) {
        return read(what, place, () -> Parser.reference(text, scope));
    }

    Expr.@Nullable Ref reference(String text, String what, Field at) {
        return read(what, at.place(), () -> Parser.reference(text, scope));
    }

    List<Field> fields(List<String> names, String what) {
        List<Field> fields = new ArrayList<>();
        for (String name : names) {
            Field field = field(name, what);
            if (field != null) {
                fields.add(field);
            }
        }
        return fields;
    }

    @Nullable Field field(String name, String what) {
        for (Field field : scope.fields()) {
            if (field.name().equals(name)) {
                return field;
            }
        }
        report(
                what
                        + " names '"
                        + name
                        + "', which is not a parameter; known are "
                        + String.join(", ", scope.fields().stream().map(Field::name).toList()));
        return null;
    }

    @Nullable Param param(String name, List<Param> params, String what) {
        for (Param param : params) {
            if (param.name().equals(name)) {
                return param;
            }
        }
        report(
                what
                        + " names '"
                        + name
                        + "', which is not a parameter; known are "
                        + String.join(", ", params.stream().map(Param::name).toList()));
        return null;
    }

    private <T extends Expr> @Nullable T read(String what, ObjectPlace at, Reading<T> reading) {
        try {
            return reading.read();
        } catch (ExprException e) {
            problems.report(at, function + ": " + what + ": " + e.getMessage());
            return null;
        }
    }

    private interface Reading<T> {
        T read() throws ExprException;
    }
}
