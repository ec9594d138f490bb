package dev.hira.cava.gen.dispatch;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Locals;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.gen.dispatch.DispatchContext.Need;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Buffer;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** Emits a dispatcher method's handling of sizes and buffers. */
final class DispatchBuffers {
    private final DispatchContext context;
    private final ApiFunction function;
    private final Locals locals;
    private final JavaWriter code;

    DispatchBuffers(DispatchContext context, ApiFunction function, Locals locals) {
        this.context = context;
        this.function = function;
        this.locals = locals;
        this.code = context.file.body();
    }

    // --- numbers

    /** Declares an exactly computed number. */
    void number(String target, Expr expr) {
        exactly(target, context.expressions.number(expr), !expr.parts().isEmpty());
    }

    /** Declares a size, which must not be negative. */
    void size(String target, Expr expr, String what) {
        exactly(target, checked(expr, what), !expr.parts().isEmpty());
    }

    private String checked(Expr expr, String what) {
        context.needs.add(Need.SIZE);
        return "size(" + context.expressions.number(expr) + ", \"" + what + "\")";
    }

    private void exactly(String target, String value, boolean mayOverflow) {
        if (!mayOverflow) {
            code.assign(target, value);
            return;
        }
        context.needs.add(Need.OUT_OF_RANGE);
        code.line(target + ";").open("try");
        code.assign(target.substring(target.lastIndexOf(' ') + 1), value);
        code.reopen("catch (ArithmeticException e)");
        code.line("throw outOfRange(e);").close();
    }

    // --- buffers

    /** Obtains the memory of all buffers. */
    void prepare(String call) {
        for (Param param : function.params()) {
            if (param.buffer() != null) {
                prepare(param, param.buffer(), call);
            }
        }
    }

    private void prepare(Param param, Buffer buffer, String call) {
        String bytes = bytes(param, buffer);
        String memory = context.file.segment();
        if (buffer.late() != null) {
            memory = context.dispatch("ServerCall") + ".LateOutput";
        }
        String value = memory(param, buffer, call, bytes);
        boolean conditional =
                buffer.when() != null || (buffer.nullable() && buffer.direction().out());
        if (conditional) {
            String condition =
                    buffer.when() == null
                            ? call + ".wants(" + param.field().number() + ")"
                            : context.expressions.conjunct(buffer.when());
            code.assignChoice(memory + " " + param.java(), condition, value, "null");
        } else {
            code.assign(memory + " " + param.java(), value);
        }
        if (buffer.direction() == Buffer.Direction.INOUT) {
            fill(param, buffer, call, bytes, conditional);
        }
    }

    private String bytes(Param param, Buffer buffer) {
        Expr size = buffer.size();
        if (size == null) {
            return "-1";
        }
        if (size.parts().isEmpty()) {
            return checked(size, param.name());
        }
        String name = locals.fresh(param.java() + "Bytes");
        size("long " + name, size, param.name());
        return name;
    }

    private String memory(Param param, Buffer buffer, String call, String bytes) {
        String method =
                switch (buffer.direction()) {
                    case IN -> buffer.nullable() && buffer.when() == null ? "inputOrNull" : "input";
                    case OUT, INOUT -> buffer.late() != null ? "lateOutput" : "output";
                };
        return call + "." + method + "(" + param.field().number() + ", " + bytes + ")";
    }

    private void fill(Param param, Buffer buffer, String call, String bytes, boolean conditional) {
        String target = param.java() + (buffer.late() != null ? ".memory()" : "");
        if (conditional) {
            code.open("if (" + param.java() + " != null)");
        }
        code.line(
                target
                        + ".copyFrom("
                        + call
                        + ".input("
                        + param.field().number()
                        + ", "
                        + bytes
                        + "));");
        if (conditional) {
            code.close();
        }
    }

    /** Returns the driver's argument for a buffer. */
    String argument(Param param) {
        Buffer buffer = Objects.requireNonNull(param.buffer());
        if (buffer.late() == null) {
            return param.java();
        }
        String memory = param.java() + ".memory()";
        return buffer.mayBeNull() ? param.java() + " == null ? null : " + memory : memory;
    }

    /** Reports how much of an output is valid. */
    void filled(Param param, String call, String result) {
        Field actual = Objects.requireNonNull(Objects.requireNonNull(param.buffer()).actual());
        String value =
                function.results().size() == 1 ? result : result + "." + actual.java() + "()";
        String line = call + ".filled(" + param.field().number() + ", " + value + ");";
        if (param.buffer().mayBeNull()) {
            code.open("if (" + param.java() + " != null)").line(line).close();
        } else {
            code.line(line);
        }
    }

    /** Sends late outputs when the stream reaches them. */
    void late(String driver) {
        for (Param param : function.params()) {
            Buffer buffer = param.buffer();
            if (buffer != null && buffer.late() != null) {
                if (buffer.mayBeNull()) {
                    code.open("if (" + param.java() + " != null)");
                }
                marker(param, buffer.late(), driver);
                if (buffer.mayBeNull()) {
                    code.close();
                }
            }
        }
    }

    private void marker(Param param, Field stream, String driver) {
        ApiFunction marker =
                context.api.function(Objects.requireNonNull(function.lateMarker())).orElseThrow();
        List<String> arguments = new ArrayList<>();
        for (Param parameter : Shape.params(marker)) {
            if (parameter.callback() != null) {
                int count = parameter.callback().type().arguments().size();
                String ignored = String.join(", ", Collections.nCopies(count, "_"));
                String head = count == 1 ? "_" : "(" + ignored + ")";
                arguments.add(head + " -> " + param.java() + ".complete()");
            } else if (Objects.equals(parameter.field().handle(), stream.handle())) {
                arguments.add(stream.java());
            } else {
                arguments.add("0");
            }
        }
        code.list(driver + "." + Shape.method(marker), arguments, ";");
    }
}
