package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.Struct;
import java.util.Objects;

/** Checks that every object that a call creates or ends has a type and a known owner. */
final class HandleRule implements Rule {
    @Override
    public void check(Api api, ApiFunction function, CheckReport report) {
        for (Param param : function.params()) {
            check(param, report);
            refusal(api, param.field(), report);
            if (param.hidden() && param.nameIs() == null) {
                report.add(param, "is hidden, so no caller could know its value; give it name_is");
            }
            if (param.nameIs() != null && !param.creates() && !param.hidden()) {
                report.add(
                        param,
                        "has name_is, which only created or hidden names have; remove it or add"
                                + " creates");
            }
        }
        if (function.params().stream().filter(Param::creates).count() > 1) {
            report.add("creates several objects; split it into functions that create one each");
        }
        for (Param result : function.results()) {
            check(result, report);
            if (result.effect() != Param.Effect.NONE
                    || result.hidden()
                    || result.nameIs() != null) {
                report.add(result, "is returned, so it cannot be hidden, destroyed or computed");
            }
        }
    }

    private static void check(Param param, CheckReport report) {
        HandleKind type = param.field().handle();
        if (type == null) {
            if (param.creates() || param.effect() != Param.Effect.NONE) {
                report.add(param, "is created or destroyed but has no handle type; give it handle");
            }
            return;
        }
        if (param.creates() && param.effect() != Param.Effect.NONE) {
            report.add(param, "is created and destroyed by the same call; remove one");
        }
        counted(param, type, report);
        if (param.creates()) {
            created(param, type, report);
        }
    }

    private static void refusal(Api api, Field field, CheckReport report) {
        String invalid = field.invalid();
        if (invalid != null && field.handle() == null) {
            report.add(
                    field, "has an error for unknown names, but is not a handle; give it handle");
        }
        if (invalid != null && api.errors().constant(invalid).isEmpty()) {
            report.add(
                    field,
                    "has the error '" + invalid + "', which " + api.errors().name() + " lacks");
        }
        if (field.type() instanceof Struct struct) {
            struct.fields().forEach(inner -> refusal(api, inner, report));
        }
    }

    private static void counted(Param param, HandleKind type, CheckReport report) {
        if (type.counted() && param.destroys()) {
            report.add(param, "is counted, so a call only releases it; use releases");
        }
        boolean counts =
                param.effect() == Param.Effect.RETAINS || param.effect() == Param.Effect.RELEASES;
        if (counts && !type.counted()) {
            report.add(param, "is retained or released, but " + type.name() + " is not counted");
        }
        if (counts && (param.field().repeated() || param.computed())) {
            report.add(param, "is retained or released, so it must be one name that travels");
        }
    }

    private static void created(Param param, HandleKind type, CheckReport report) {
        Param.Creation creation = Objects.requireNonNull(param.creation());
        if (type.address() != (creation.extent() != null)) {
            report.add(
                    param,
                    type.address()
                            ? "stands for a range of bytes; say with extent how many"
                            : "is not an address, so it has no extent; remove it");
        }
        if (param.field().nullable()) {
            report.add(param, "is created, so it cannot be nullable; remove nullable");
        }
        boolean needsOwner = type.parent() != null || type.address();
        if (needsOwner && creation.parent() == null && type.parentFrom() == null) {
            report.add(
                    param,
                    "has no known owner; name it with parent, or give the handle type "
                            + type.name()
                            + " a parent_from");
        }
        if (creation.parent() != null) {
            handle(creation.parent(), "parent", report);
        }
        creation.dependsOn().forEach(f -> handle(f, "depends_on", report));
    }

    private static void handle(Field field, String what, CheckReport report) {
        if (field.handle() == null) {
            report.add(
                    field, "is named by " + what + " but is not a handle; give it a handle type");
        }
    }
}
