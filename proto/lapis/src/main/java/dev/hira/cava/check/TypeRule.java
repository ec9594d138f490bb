package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.Scalar;
import dev.hira.cava.type.Struct;
import java.util.stream.Stream;

/** Checks that the generators know all types, and that names are 64 bits wide. */
final class TypeRule implements Rule {
    @Override
    public void check(Api api, ApiFunction function, CheckReport report) {
        Stream.concat(function.params().stream(), function.results().stream())
                .map(Param::field)
                .forEach(f -> check(f, report));
    }

    private static void check(Field field, CheckReport report) {
        if (field.repeated() && (field.type() == Scalar.BOOL || field.type() == Scalar.BYTES)) {
            report.add(field, "repeats a bool or bytes; repeat a number, or use a buffer");
        }
        if (field.handle() != null && field.type() != Scalar.UINT64) {
            report.add(field, "names an object, so its type must be uint64");
        }
        if (field.nullable() && field.handle() == null && !canBeAbsent(field)) {
            report.add(
                    field,
                    "is nullable, which only handles, structs, callbacks and buffers (there as"
                            + " buffer.nullable) can be");
        }
        if (field.type() instanceof Struct struct) {
            struct.fields().forEach(f -> check(f, report));
        }
    }

    private static boolean canBeAbsent(Field field) {
        return (field.type() instanceof Struct && !field.repeated())
                || field.type() == Scalar.UINT64;
    }
}
