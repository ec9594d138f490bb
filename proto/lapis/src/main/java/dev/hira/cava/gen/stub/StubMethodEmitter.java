package dev.hira.cava.gen.stub;

import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Locals;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.gen.driver.ConstantsEmitter;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.JavaNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Emits the stub's method for one function. */
final class StubMethodEmitter {
    private final StubContext context;
    private final ApiFunction function;
    private final JavaWriter code;
    private final Shape shape;
    private final Locals locals;
    private final StubBuffers buffers;

    StubMethodEmitter(StubContext context, ApiFunction function) {
        this.context = context;
        this.function = function;
        this.code = context.file.body();
        this.shape = context.shape;
        this.locals = new Locals(function.params().stream().map(Param::java).toList());
        function.results().forEach(r -> locals.fresh(r.java()));
        this.buffers = new StubBuffers(context, function, locals);
    }

    void emit() {
        head();
        boolean plainSplit = !function.splits().isEmpty() && !buffers.isDense();
        if (plainSplit) {
            new StubSplit(context, function, locals).emit(buffers);
        } else {
            body();
        }
        code.close();
        if (plainSplit) {
            writeMethod();
        }
    }

    private void head() {
        List<String> declarations = shape.declarations(Shape.params(function));
        if (function.local()) {
            code.javadoc("Sends the command of {@link #" + function.name() + "} without waiting.");
            code.openList("protected void " + function.name() + "Command", declarations, "");
            return;
        }
        code.line("@Override");
        code.openList(
                "public " + shape.returned(function) + " " + Shape.method(function),
                declarations,
                "");
    }

    private void body() {
        buffers.prepare();
        String call = locals.fresh("call");
        write(call);
        if (function.mode().asyncIf() != null) {
            code.openIf(context.expressions.condition(function.mode().asyncIf()));
            code.line(call + ".async();").reopen("else").line(call + ".sync();").close();
            buffers.scatter();
            after();
        } else if (function.mode().async()) {
            code.line(call + ".async();");
            after();
            success();
        } else {
            sync(call);
        }
    }

    private void success() {
        if (function.hasOutcomes() && !function.local()) {
            EnumType.Constant success = function.success();
            code.line("return " + shape.error(Objects.requireNonNull(success)) + ";");
        }
    }

    /** Begins the call and writes its arguments and buffers. */
    private void write(String call) {
        String writer = context.rpc("CallWriter");
        String id =
                shape.api(Shape.functionsClass(context.api))
                        + "."
                        + ConstantsEmitter.constant(function);
        code.assign(writer + " " + call, "session.begin(" + id + ", \"" + function.name() + "\")");
        for (Param param : function.params()) {
            if (param.computed()) {
                continue;
            }
            if (param.buffer() != null) {
                buffers.write(param, call);
            } else if (param.callback() != null) {
                callback(param, call);
            } else {
                context.encoding.value(param.field(), buffers.sent(param.field()), call);
            }
        }
        boolean hasBuffers = function.params().stream().anyMatch(p -> p.buffer() != null);
        if (hasBuffers && function.isRecorded()) {
            code.line(call + ".inFrame();");
        }
    }

    private void callback(Param param, String call) {
        Param.CallbackUse use = Objects.requireNonNull(param.callback());
        context.callbacks.add(use.type());
        String register =
                "session.register(invoke"
                        + use.type().name()
                        + "("
                        + param.java()
                        + "), "
                        + use.once()
                        + ")";
        Field livesWith = use.livesWith();
        String id =
                livesWith == null ? register : "keep(" + livesWith.java() + ", " + register + ")";
        String line = call + ".uint64(" + param.field().number() + ", " + id + ");";
        if (param.field().nullable()) {
            code.open("if (" + param.java() + " != null)").line(line).close();
        } else {
            code.line(line);
        }
    }

    private void sync(String call) {
        if (function.hasOutcomes()) {
            outcome(call);
        } else if (function.results().isEmpty()) {
            code.line(call + ".sync();");
            buffers.scatter();
            after();
        } else {
            results(call);
        }
    }

    private void outcome(String call) {
        for (EnumType.Constant outcome : function.outcomes()) {
            code.line(call + ".expect(" + shape.error(outcome) + ".value());");
        }
        String reply = locals.fresh("reply");
        code.line(context.rpc("ReplyReader") + " " + reply + " = " + call + ".sync();");
        buffers.scatter();
        after();
        code.line(
                "return "
                        + shape.api(context.api.errors().name())
                        + ".of("
                        + reply
                        + ".outcome());");
    }

    private void results(String call) {
        String in = locals.fresh("in");
        code.line(
                context.file.use("dev.hira.wire.ArgsReader")
                        + " "
                        + in
                        + " = "
                        + call
                        + ".sync().values();");
        buffers.scatter();
        List<Field> fields = function.results().stream().map(Param::field).toList();
        context.decoding.locals(fields, in);
        after();
        List<String> names = fields.stream().map(Field::java).toList();
        if (names.size() == 1) {
            code.line("return " + names.getFirst() + ";");
        } else {
            code.list("return new " + shape.returned(function), names, ";");
        }
    }

    /** Updates the table of names when the call has ended an object. */
    private void after() {
        for (Param param : function.params()) {
            HandleKind type = param.field().handle();
            if (!param.destroys() || type == null) {
                continue;
            }
            if (param.computed()) {
                computed(param);
            }
            if (type.address()) {
                code.line("session.names().releaseAddress(" + param.java() + ");");
            }
            if (StubEmitter.ownsAddresses(context.api, type)) {
                code.line("session.names().releaseParent(" + param.java() + ");");
            }
            if (context.livesWithSome(type.name())) {
                code.line("forget(" + param.java() + ");");
            }
        }
    }

    private void computed(Param param) {
        code.line(
                "long "
                        + param.java()
                        + " = "
                        + context.expressions.number(Objects.requireNonNull(param.nameIs()))
                        + ";");
    }

    private void writeMethod() {
        List<String> declarations = new ArrayList<>(shape.declarations(Shape.params(function)));
        code.blank();
        String writer = context.rpc("CallWriter");
        code.openList(
                "private " + writer + " write" + JavaNames.capitalized(function.name()),
                declarations,
                "");
        write("call");
        code.line("return call;").close();
    }
}
