package dev.hira.cava.expr;

import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import java.util.List;
import java.util.Optional;

/** The names that an expression may use. */
public record ExprScope(List<Field> fields, List<EnumType> enums, List<String> buffers) {
    Optional<Field> field(String name) {
        return fields.stream().filter(f -> f.name().equals(name)).findFirst();
    }

    boolean isBuffer(Field field) {
        return buffers.contains(field.name());
    }

    Optional<Expr.Const> constant(String name) {
        return enums.stream()
                .flatMap(e -> e.constant(name).map(c -> new Expr.Const(e, c)).stream())
                .findFirst();
    }
}
