package dev.hira.cava.gen;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.expr.JavaEmitter;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.Scalar;
import dev.hira.cava.type.Type;
import java.util.List;

/** Reads the values of expressions from variables with the interface's types. */
public final class ApiValues implements JavaEmitter.Values {
    private final Shape shape;

    public ApiValues(Shape shape) {
        this.shape = shape;
    }

    @Override
    public String read(Expr.Ref ref) {
        return widened(ref.leaf().type(), path(ref.path()));
    }

    /** Returns the value itself, with its own type. */
    static String path(List<Field> path) {
        StringBuilder out = new StringBuilder(path.getFirst().java());
        path.subList(1, path.size()).forEach(f -> out.append('.').append(f.java()).append("()"));
        return out.toString();
    }

    static String widened(Type type, String value) {
        return switch (type) {
            case EnumType _ -> value + ".value()";
            case Scalar.UINT32 -> "Integer.toUnsignedLong(" + value + ")";
            case Scalar.INT32 -> "(long) " + value;
            default -> value;
        };
    }

    @Override
    public String constant(Expr.Const constant) {
        return shape.api(constant.type().name()) + "." + constant.constant().name() + ".value()";
    }

    @Override
    public String enumComparison(Expr.Ref ref, String operator, Expr.Const constant) {
        boolean identity = operator.equals("==") || operator.equals("!=");
        if (!identity || !ref.leaf().type().equals(constant.type())) {
            return read(ref) + " " + operator + " " + constant(constant);
        }
        String type = shape.api(constant.type().name());
        return path(ref.path()) + " " + operator + " " + type + "." + constant.constant().name();
    }

    @Override
    public String length(Field buffer) {
        return buffer.java() + ".byteSize()";
    }

    @Override
    public String present(Field field) {
        return field.java() + " != null";
    }
}
