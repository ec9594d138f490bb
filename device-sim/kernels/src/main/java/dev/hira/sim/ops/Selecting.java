package dev.hira.sim.ops;

import dev.hira.sim.ptx.model.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * The naming rules for instructions that select one of two values; only the width of the values
 * matters.
 */
final class Selecting {
    private Selecting() {}

    static @Nullable Operation byPredicate(Spelling spelling) {
        if (spelling.types().size() != 1) {
            return null;
        }
        ScalarType type = spelling.type(0);
        return Methods.operation(
                spelling.stem() + carried(type),
                Signature.of(type, type, type, ScalarType.PRED),
                false,
                false);
    }

    static @Nullable Operation bySign(Spelling spelling) {
        if (spelling.types().size() != 2) {
            return null;
        }
        ScalarType type = spelling.type(0);
        ScalarType control = spelling.type(1);
        return Methods.operation(
                spelling.stem() + carried(type) + control,
                Signature.of(type, type, type, control),
                false,
                false);
    }

    private static String carried(ScalarType type) {
        return switch (type) {
            case F32, F64 -> type.name();
            default -> type.bits() == 64 ? "B64" : "B32";
        };
    }
}
