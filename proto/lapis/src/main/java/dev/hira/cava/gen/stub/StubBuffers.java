package dev.hira.cava.gen.stub;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Locals;
import dev.hira.cava.gen.stub.StubContext.Need;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Buffer;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Emits a stub method's handling of its function's buffers. */
final class StubBuffers {
    private final StubContext context;
    private final ApiFunction function;
    private final Locals locals;
    private final JavaWriter code;
    private final Map<String, String> sizes = new HashMap<>();
    private final StubDense dense;

    StubBuffers(StubContext context, ApiFunction function, Locals locals) {
        this.context = context;
        this.function = function;
        this.locals = locals;
        this.code = context.file.body();
        this.dense = new StubDense(context, function, locals);
    }

    /** Computes and checks sizes before the call is begun. */
    void prepare() {
        for (Param param : function.params()) {
            if (StubDense.isDense(param)) {
                Buffer buffer = Objects.requireNonNull(param.buffer());
                dense.declare(param, buffer.mayBeNull() ? condition(param, buffer) : "");
            } else if (param.buffer() != null) {
                prepare(param, param.buffer());
            }
        }
        if (isDense()) {
            dense.split();
            dense.rewrite();
        }
    }

    /** Returns whether a buffer is a pitched area. */
    boolean isDense() {
        return function.params().stream().anyMatch(StubDense::isDense);
    }

    private void prepare(Param param, Buffer buffer) {
        Expr size = buffer.size();
        if (size == null) {
            return;
        }
        if (buffer.mayBeNull()) {
            code.line("long " + sizeName(param) + " = 0;");
            code.openIf(condition(param, buffer));
            compute(param, size, "");
            check(param);
            code.close();
            return;
        }
        if (!isPlain(param)) {
            compute(param, size, "long ");
        }
        check(param);
    }

    private void compute(Param param, Expr size, String declaration) {
        String value = context.expressions.number(size);
        if (!value.contains("Exact(") && !value.contains("alignUp(")) {
            code.assign(declaration + sizeName(param), value);
            return;
        }
        context.needs.add(Need.OUT_OF_RANGE);
        if (!declaration.isEmpty()) {
            code.line(declaration + sizeName(param) + ";");
        }
        code.open("try").assign(sizeName(param), value);
        code.reopen("catch (ArithmeticException e)");
        code.line("throw outOfRange(\"" + function.name() + "\", e);").close();
    }

    private void check(Param param) {
        context.needs.add(Need.CHECK_BUFFER);
        code.list(
                "check",
                List.of(
                        param.java(),
                        sizeName(param),
                        "\"" + function.name() + ": " + param.name() + "\""),
                ";");
    }

    private String sizeName(Param param) {
        Expr size = Objects.requireNonNull(param.buffer()).size();
        if (size == null) {
            return param.java() + ".byteSize()";
        }
        return isPlain(param)
                ? ((Expr.Ref) size).root().java()
                : sizes.computeIfAbsent(param.name(), _ -> locals.fresh(param.java() + "Bytes"));
    }

    /** Returns whether the size is just the value of a parameter. */
    private boolean isPlain(Param param) {
        Buffer buffer = Objects.requireNonNull(param.buffer());
        return buffer.size() instanceof Expr.Ref ref
                && !buffer.mayBeNull()
                && context.expressions.number(ref).equals(ref.root().java());
    }

    private String condition(Param param, Buffer buffer) {
        return buffer.when() != null
                ? context.expressions.condition(buffer.when())
                : param.java() + " != null";
    }

    /** Adds a buffer to the call. */
    void write(Param param, String call) {
        Buffer buffer = Objects.requireNonNull(param.buffer());
        if (buffer.dense() != null) {
            writeArea(param, buffer, call);
            return;
        }
        if (buffer.mayBeNull()) {
            code.openIf(condition(param, buffer));
        }
        List<String> arguments =
                List.of(param.field().number() + "", param.java(), sizeName(param));
        if (buffer.direction().in()) {
            code.list(call + ".input", arguments, ";");
        }
        if (buffer.direction().out()) {
            code.list(call + (buffer.late() != null ? ".lateOutput" : ".output"), arguments, ";");
        }
        if (buffer.mayBeNull()) {
            code.close();
        }
    }

    /** Returns code for the value sent for a parameter. */
    String sent(Field field) {
        return dense.sent(field);
    }

    private void writeArea(Param param, Buffer buffer, String call) {
        String area = dense.area(param);
        String field = param.field().number() + "";
        if (buffer.mayBeNull()) {
            code.openIf(area + " != null");
        }
        String bytes = area + ".bytes()";
        if (buffer.direction().in()) {
            code.list(call + ".input", List.of(field, area + ".gather()", bytes), ";");
        }
        if (buffer.direction().out() && buffer.late() != null) {
            code.list(call + ".lateOutput", List.of(field, area), ";");
        } else if (buffer.direction().out()) {
            code.list(call + ".output", List.of(field, area + ".room()", bytes), ";");
        }
        if (buffer.mayBeNull()) {
            code.close();
        }
    }

    /** Scatters the rows of pitched outputs to their places. */
    void scatter() {
        for (Param param : function.params()) {
            Buffer buffer = param.buffer();
            if (buffer == null
                    || buffer.dense() == null
                    || !buffer.direction().out()
                    || buffer.late() != null) {
                continue;
            }
            String area = dense.area(param);
            if (buffer.mayBeNull()) {
                code.openIf(area + " != null").line(area + ".scatter();").close();
            } else {
                code.line(area + ".scatter();");
            }
        }
    }
}
