package dev.hira.cava.gen.dispatch;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Locals;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.Struct;
import java.util.List;
import java.util.Objects;

/** Emits the steps before a call: the names that each side computes, and the checks of names. */
final class DispatchChecks {
    private final DispatchContext context;
    private final ApiFunction function;
    private final Locals locals;
    private final DispatchBuffers buffers;
    private final String call;
    private final JavaWriter code;
    private final Shape shape;
    private String extent = "0";

    DispatchChecks(
            DispatchContext context,
            ApiFunction function,
            Locals locals,
            DispatchBuffers buffers,
            String call) {
        this.context = context;
        this.function = function;
        this.locals = locals;
        this.buffers = buffers;
        this.call = call;
        this.code = context.file.body();
        this.shape = context.shape;
    }

    /** Returns code for the bytes that the created name stands for. */
    String extent() {
        return extent;
    }

    void computedNames() {
        for (Param param : function.params()) {
            if (param.computed()) {
                buffers.number("long " + param.java(), Objects.requireNonNull(param.nameIs()));
            }
        }
    }

    void check(Param param) {
        if (param.creates() || param.computed()) {
            return;
        }
        check(param.field(), param.java());
    }

    private void check(Field field, String value) {
        if (field.repeated()) {
            checkAll(field, value);
            return;
        }
        if (field.handle() != null) {
            String method = field.nullable() ? ".requireOrNull" : ".require";
            code.line(call + method + "(" + field.handleConstant() + ", " + value + ");");
        }
        if (field.type() instanceof Struct struct && hasHandles(struct)) {
            if (field.nullable()) {
                code.open("if (" + value + " != null)");
            }
            struct.fields().forEach(f -> check(f, value + "." + f.java() + "()"));
            if (field.nullable()) {
                code.close();
            }
        }
    }

    private void checkAll(Field field, String value) {
        boolean structs = field.type() instanceof Struct struct && hasHandles(struct);
        if (field.handle() == null && !structs) {
            return;
        }
        String element = locals.fresh("element");
        String type = structs ? shape.api(((Struct) field.type()).name()) : "long";
        code.open("for (" + type + " " + element + " : " + value + ")");
        check(
                new Field(
                        field.name(),
                        field.number(),
                        field.type(),
                        false,
                        field.handle(),
                        field.nullable() && !structs,
                        field.invalid(),
                        "",
                        field.place()),
                element);
        code.close();
    }

    private static boolean hasHandles(Struct struct) {
        return struct.fields().stream()
                .anyMatch(f ->
                        f.handle() != null
                                || (f.type() instanceof Struct inner && hasHandles(inner)));
    }

    void claim(Param param) {
        Expr size = Objects.requireNonNull(param.creation()).extent();
        if (size != null) {
            extent = locals.fresh("extent");
            buffers.size("long " + extent, size, param.name());
        }
        HandleKind type = Objects.requireNonNull(param.field().handle());
        if (param.nameIs() != null && !param.hidden()) {
            checkName(param, param.nameIs());
        }
        code.list(call + ".claim", List.of(type.constant(), param.java(), extent), ";");
    }

    private void checkName(Param param, Expr nameIs) {
        String expected = locals.fresh("expected");
        buffers.number("long " + expected, nameIs);
        code.openIf(param.java() + " != " + expected);
        code.list(
                "throw new " + context.dispatch("CallRefused"),
                List.of(
                        "REFUSED",
                        "\""
                                + param.name()
                                + " is \" + "
                                + param.java()
                                + " + \" where only \" + "
                                + expected
                                + " + \" is possible\""),
                ";");
        code.close();
    }
}
