package dev.hira.cava.gen.dispatch;

import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Locals;
import dev.hira.cava.gen.dispatch.DispatchContext.Need;
import dev.hira.cava.model.CallbackType;
import dev.hira.cava.type.Field;
import java.util.List;

/** Emits the small methods at the end of a dispatcher. */
final class DispatchHelpers {
    private final DispatchContext context;
    private final JavaWriter code;
    private final String refused;

    DispatchHelpers(DispatchContext context) {
        this.context = context;
        this.code = context.file.body();
        this.refused = context.dispatch("CallRefused");
    }

    void emit() {
        callbacks();
        context.callbacks.forEach(this::guest);
        context.decoding.structMethods();
        context.encoding.structMethods();
        if (context.needs.contains(Need.SIZE)) {
            size();
        }
        if (context.needs.contains(Need.OUT_OF_RANGE)) {
            outOfRange();
        }
        if (context.needs.contains(Need.GIVEN)) {
            given();
        }
        if (context.decoding.needsKnown()) {
            known();
        }
        if (context.decoding.needsMissing()) {
            missing();
        }
    }

    /** Emits what makes a callback from its type and number. */
    private void callbacks() {
        if (context.callbacks.isEmpty()) {
            return;
        }
        code.blank().line("@Override");
        code.open(
                "public <T> T callback(Class<T> type, "
                        + context.dispatch("ServerCall")
                        + " session, long number)");
        for (CallbackType callback : context.callbacks) {
            String type = context.shape.api(callback.name());
            code.open("if (type == " + type + ".class)");
            code.line("return type.cast(new " + record(callback) + "(session, number));").close();
        }
        code.line(
                "return "
                        + context.dispatch("Dispatcher")
                        + ".super.callback(type, session, number);");
        code.close();
    }

    /** Returns the name of the class of a callback's calls to the guest. */
    static String record(CallbackType callback) {
        return "Guest" + callback.name();
    }

    /** Emits a callback that calls the guest's code. */
    private void guest(CallbackType callback) {
        Locals locals = new Locals(callback.arguments().stream().map(Field::java).toList());
        String invocation = locals.fresh("invocation");
        String args = locals.fresh("args");
        String serverCall = context.dispatch("ServerCall");
        code.blank().javadoc("Calls the guest's function with this number.");
        code.openList(
                "private record " + record(callback),
                List.of(serverCall + " session", "long number"),
                " implements "
                        + context.shape.api(callback.name())
                        + ", "
                        + context.file.use("dev.hira.api.NumberedFunction"));
        code.line("@Override");
        code.openList(
                "public void call",
                callback.arguments().stream()
                        .map(field -> context.shape.type(field) + " " + field.java())
                        .toList(),
                "");
        code.line(
                serverCall
                        + ".CallbackCall "
                        + invocation
                        + " = session().callback("
                        + callback.id()
                        + ", number());");
        if (!callback.arguments().isEmpty()) {
            code.line(
                    context.file.use("dev.hira.wire.ArgsWriter")
                            + " "
                            + args
                            + " = "
                            + invocation
                            + ".args();");
        }
        for (Field field : callback.arguments()) {
            context.encoding.value(field, field.java(), args);
        }
        code.line(invocation + ".invoke();").close().close();
    }

    private void size() {
        code.blank().javadoc("Refuses an impossible size.");
        code.open("private static long size(long bytes, String what)");
        code.open("if (bytes < 0)");
        refuse("what + \" has the impossible size \" + Long.toUnsignedString(bytes)");
        code.close().line("return bytes;").close();
    }

    private void outOfRange() {
        code.blank().open("private static " + refused + " outOfRange(ArithmeticException e)");
        code.line(
                "return new "
                        + refused
                        + "(REFUSED, \"a size is out of range: \" + e.getMessage());");
        code.close();
    }

    private void given() {
        code.blank();
        code.openList(
                "private static <T> T given",
                List.of(context.file.nullable() + " T value", "String what"),
                "");
        code.open("if (value == null)");
        refuse("what + \" is missing\"");
        code.close().line("return value;").close();
    }

    private void known() {
        code.blank();
        code.openList(
                "private static <E> E known",
                List.of(context.file.nullable() + " E constant", "String type"),
                "");
        code.open("if (constant == null)");
        refuse("\"unknown \" + type");
        code.close().line("return constant;").close();
    }

    private void missing() {
        code.blank().open("private static " + refused + " missing(String field)");
        code.line("return new " + refused + "(REFUSED, field + \" is missing\");").close();
    }

    private void refuse(String message) {
        code.list("throw new " + refused, List.of("REFUSED", message), ";");
    }
}
