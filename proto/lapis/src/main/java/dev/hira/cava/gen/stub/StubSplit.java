package dev.hira.cava.gen.stub;

import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Locals;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.gen.stub.StubContext.Need;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.JavaNames;
import java.util.ArrayList;
import java.util.List;

/** Emits the body of a method that splits its call into calls over parts of its buffers. */
final class StubSplit {
    private final StubContext context;
    private final ApiFunction function;
    private final ApiFunction.Split split;
    private final Locals locals;
    private final JavaWriter code;

    StubSplit(StubContext context, ApiFunction function, Locals locals) {
        this.context = context;
        this.function = function;
        this.split = function.splits().getFirst();
        this.locals = locals;
        this.code = context.file.body();
    }

    void emit(StubBuffers buffers) {
        buffers.prepare();
        String count = split.count().root().java();
        String part = locals.fresh("part");
        code.line("long " + part + " = " + largestPart() + ";");
        code.open("if (" + count + " <= " + part + ")");
        code.list(write(), Shape.params(function).stream().map(Param::java).toList(), end());
        code.line("return;").close();
        String parts = locals.fresh("parts");
        if (!function.mode().async()) {
            pendingList(parts);
        }
        loop(count, part, parts);
        if (!function.mode().async()) {
            code.line("awaitAll(" + parts + ");");
        }
    }

    /** Returns the unit in which every buffer can be split. */
    private String largestPart() {
        return Shape.params(function).stream()
                .filter(param -> param.buffer() != null)
                .map(param -> "session.splitBytes(" + param.java() + ")")
                .reduce((one, other) -> "Math.min(" + one + ", " + other + ")")
                .orElseThrow();
    }

    private void pendingList(String parts) {
        context.needs.add(Need.AWAIT_ALL);
        code.line(
                context.file.use("java.util.List")
                        + "<"
                        + StubHelpers.pending(context)
                        + "> "
                        + parts
                        + " = new "
                        + context.file.use("java.util.ArrayList")
                        + "<>();");
    }

    private void loop(String count, String part, String parts) {
        String done = locals.fresh("done");
        String bytes = locals.fresh("size");
        code.open(
                "for (long "
                        + done
                        + " = 0; "
                        + done
                        + " < "
                        + count
                        + "; "
                        + done
                        + " += "
                        + part
                        + ")");
        code.line("long " + bytes + " = Math.min(" + part + ", " + count + " - " + done + ");");
        List<String> arguments = new ArrayList<>();
        for (Param param : Shape.params(function)) {
            arguments.add(argument(param, done, bytes));
        }
        if (function.mode().async()) {
            code.list(write(), arguments, ".async();");
        } else {
            code.list(parts + ".add(" + write(), arguments, ".syncLater());");
        }
        code.close();
    }

    private String argument(Param param, String done, String bytes) {
        Field field = param.field();
        if (param.buffer() != null) {
            return param.java() + ".asSlice(" + done + ", " + bytes + ")";
        }
        if (field.equals(split.count().root())) {
            return bytes;
        }
        if (field.equals(split.continues())) {
            return param.java() + " || " + done + " > 0";
        }
        return split.advance().stream().anyMatch(r -> r.root().equals(field))
                ? param.java() + " + " + done
                : param.java();
    }

    private String write() {
        return "write" + JavaNames.capitalized(function.name());
    }

    private String end() {
        return function.mode().async() ? ".async();" : ".sync();";
    }
}
