package dev.hira.cava.gen.dispatch;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Locals;
import dev.hira.cava.gen.ResultValues;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Buffer;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Emits the steps after decoding: the checks, the call, the object table and the reply. */
final class DispatchCallEmitter {
    private final DispatchContext context;
    private final ApiFunction function;
    private final Locals locals;
    private final DispatchBuffers buffers;
    private final DispatchChecks checks;
    private final String call;
    private final String driver;
    private final JavaWriter code;
    private final Shape shape;

    DispatchCallEmitter(
            DispatchContext context,
            ApiFunction function,
            Locals locals,
            DispatchBuffers buffers,
            String call,
            String driver) {
        this.context = context;
        this.function = function;
        this.locals = locals;
        this.buffers = buffers;
        this.checks = new DispatchChecks(context, function, locals, buffers, call);
        this.call = call;
        this.driver = driver;
        this.code = context.file.body();
        this.shape = context.shape;
    }

    void emit() {
        checks.computedNames();
        function.params().forEach(checks::check);
        function.created().ifPresent(checks::claim);
        buffers.prepare(call);
        if (function.blocking() == null) {
            make();
            return;
        }
        if (function.mode().asyncIf() == null) {
            blocking(null);
            return;
        }
        String body = locals.fresh("body");
        code.open("Runnable " + body + " = () ->");
        make();
        code.close(";");
        code.openIf(context.expressions.condition(function.mode().asyncIf()));
        code.line(body + ".run();").reopen("else");
        blocking(body);
        code.close();
    }

    private void blocking(@Nullable String body) {
        String ready = ready();
        if (body != null) {
            code.line(call + ".blocking(");
            code.indented(() -> {
                readyLine(ready);
                code.line(body + ");");
            });
            return;
        }
        code.line(call + ".blocking(");
        code.indented(() -> {
            readyLine(ready);
            code.open("() ->");
            make();
            code.close(");");
        });
    }

    private void readyLine(String ready) {
        int operator = ready.lastIndexOf(" && ");
        if (operator < 0 || ready.length() < 60) {
            code.line("() -> " + ready + ",");
        } else {
            code.line("() ->").line("        " + ready.substring(0, operator));
            code.line("                " + ready.substring(operator + 1) + ",");
        }
    }

    private String ready() {
        ApiFunction.Blocking blocking = Objects.requireNonNull(function.blocking());
        List<String> conditions = new ArrayList<>();
        if (blocking.quickIf() != null) {
            conditions.add(context.expressions.conjunct(blocking.quickIf()));
        }
        if (blocking.ready() != null) {
            ApiFunction ready = context.api.function(blocking.ready()).orElseThrow();
            List<String> arguments = new ArrayList<>();
            for (Param param : Shape.params(ready)) {
                arguments.add(function.param(param.name()).map(Param::java).orElse("0"));
            }
            conditions.add(
                    driver
                            + "."
                            + ready.name()
                            + "("
                            + String.join(", ", arguments)
                            + ") == "
                            + success());
        }
        return conditions.isEmpty() || blocking.ready() == null
                ? "false"
                : String.join(" && ", conditions);
    }

    private String success() {
        EnumType.Constant zero =
                context.api.errors().constants().stream()
                        .filter(c -> c.number() == 0)
                        .findFirst()
                        .orElseThrow();
        return shape.error(zero);
    }

    // --- the call

    private void make() {
        List<String> arguments = new ArrayList<>();
        for (Param param : Shape.params(function)) {
            arguments.add(argument(param));
        }
        String made = driver + "." + Shape.method(function);
        boolean drops =
                function.local() || (function.results().isEmpty() && !function.hasOutcomes());
        if (drops) {
            code.list(made, arguments, ";");
            books(null);
            buffers.late(driver);
            return;
        }
        String result = locals.fresh("result");
        code.list(shape.returned(function) + " " + result + " = " + made, arguments, ";");
        books(result);
        buffers.late(driver);
        if (function.hasOutcomes()) {
            code.openIf(result + " != " + success());
            code.line(call + ".outcome(" + result + ".value());").close();
        } else {
            reply(result);
        }
    }

    private String argument(Param param) {
        if (param.buffer() != null) {
            return buffers.argument(param);
        }
        if (param.callback() == null) {
            return param.java();
        }
        context.callbacks.add(param.callback().type());
        String guest =
                "new "
                        + DispatchHelpers.record(param.callback().type())
                        + "("
                        + call
                        + ".detach(), "
                        + param.java()
                        + ")";
        return param.field().nullable() ? param.java() + " == 0 ? null : " + guest : guest;
    }

    // --- after the call

    private void books(@Nullable String result) {
        function.created().ifPresent(p -> created(p, p.java(), checks.extent()));
        if (result != null) {
            for (Param param : function.results()) {
                if (param.creates()) {
                    returned(param, result);
                }
            }
        }
        for (Param param : function.params()) {
            if (param.effect() != Param.Effect.NONE) {
                life(param);
            }
        }
    }

    /** Registers an object whose name the device has chosen. */
    private void returned(Param param, String result) {
        Expr size = Objects.requireNonNull(param.creation()).extent();
        String bytes = "0";
        if (size != null) {
            ResultValues values = new ResultValues(shape, function, result);
            bytes = new dev.hira.cava.expr.JavaEmitter(values).number(size);
        }
        created(param, value(param, result), bytes);
    }

    private void created(Param param, String name, String bytes) {
        HandleKind type = Objects.requireNonNull(param.field().handle());
        Param.Creation creation = Objects.requireNonNull(param.creation());
        String parent = "0";
        if (creation.parent() != null) {
            parent = creation.parent().java();
        } else if (type.parentFrom() != null) {
            parent = driver + "." + type.parentFrom() + "()";
        }
        code.list(call + ".created", List.of(type.constant(), name, bytes, parent), ";");
        for (Field on : creation.dependsOn()) {
            String each = on.repeated() ? locals.fresh("each") : on.java();
            if (on.repeated()) {
                code.open("for (long " + each + " : " + on.java() + ")");
            }
            HandleKind onType = Objects.requireNonNull(on.handle());
            code.list(
                    call + ".dependsOn",
                    List.of(type.constant(), name, onType.constant(), each),
                    ";");
            if (on.repeated()) {
                code.close();
            }
        }
    }

    private void life(Param param) {
        HandleKind type = Objects.requireNonNull(param.field().handle());
        String method =
                switch (param.effect()) {
                    case RETAINS -> "retained";
                    case RELEASES -> "released";
                    case DESTROYS, NONE -> "destroyed";
                };
        String line = call + "." + method + "(" + type.constant() + ", " + param.java() + ");";
        if (param.field().nullable()) {
            code.open("if (" + param.java() + " != 0)").line(line).close();
        } else {
            code.line(line);
        }
    }

    private void reply(String result) {
        for (Param param : function.params()) {
            Buffer buffer = param.buffer();
            if (buffer != null && buffer.actual() != null) {
                buffers.filled(param, call, result);
            }
        }
        String reply = locals.fresh("reply");
        code.line(
                context.file.use("dev.hira.wire.ArgsWriter")
                        + " "
                        + reply
                        + " = "
                        + call
                        + ".reply();");
        for (Param param : function.results()) {
            context.encoding.value(param.field(), value(param, result), reply);
        }
    }

    private String value(Param param, String result) {
        return function.results().size() == 1 ? result : result + "." + param.java() + "()";
    }
}
