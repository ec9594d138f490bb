package dev.hira.cava.gen.dispatch;

import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Locals;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.JavaNames;
import java.util.ArrayList;
import java.util.List;

/**
 * Emits the dispatcher's methods for one function: one that decodes its arguments and, if lambdas
 * capture them, a second that receives them as parameters.
 */
final class DispatchMethodEmitter {
    private final DispatchContext context;
    private final ApiFunction function;
    private final JavaWriter code;
    private final Shape shape;
    private final Locals locals;
    private final DispatchBuffers buffers;

    DispatchMethodEmitter(DispatchContext context, ApiFunction function) {
        this.context = context;
        this.function = function;
        this.code = context.file.body();
        this.shape = context.shape;
        this.locals = new Locals(function.params().stream().map(Param::java).toList());
        this.buffers = new DispatchBuffers(context, function, locals);
    }

    void emit() {
        String call = locals.fresh("call");
        String driver = locals.fresh("driver");
        List<Param> sent = sent();
        open(function.name(), call, driver, List.of());
        if (!sent.isEmpty()) {
            String in = locals.fresh("in");
            code.line(context.arguments() + " " + in + " = " + call + ".args();");
            context.decoding.locals(sent.stream().map(Param::field).toList(), in);
        }
        if (captures()) {
            String make = "make" + JavaNames.capitalized(function.name());
            List<String> arguments = new ArrayList<>(List.of(call, driver));
            sent.forEach(p -> arguments.add(p.java()));
            code.list(make, arguments, ";").close().blank();
            open(make, call, driver, sent);
        }
        new DispatchCallEmitter(context, function, locals, buffers, call, driver).emit();
        code.close();
    }

    private void open(String name, String call, String driver, List<Param> params) {
        List<String> declarations =
                new ArrayList<>(
                        List.of(
                                context.dispatch("ServerCall") + " " + call,
                                context.driver() + " " + driver));
        params.forEach(p -> declarations.add(shape.type(p.field()) + " " + p.java()));
        code.openList("private static void " + name, declarations, "");
    }

    /** Returns the parameters that travel among the arguments. */
    private List<Param> sent() {
        return function.params().stream().filter(p -> p.buffer() == null && !p.computed()).toList();
    }

    private boolean captures() {
        return function.blocking() != null;
    }
}
