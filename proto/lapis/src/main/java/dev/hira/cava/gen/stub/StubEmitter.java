package dev.hira.cava.gen.stub;

import dev.hira.cava.expr.Helper;
import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Locals;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.CallbackType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import java.util.List;

/** Emits the stub's class. */
final class StubEmitter {
    private final Api api;
    private final JavaFile file;
    private final JavaWriter code;
    private final StubContext context;
    private final String name;

    StubEmitter(Api api, String javaPackage) {
        this.api = api;
        this.name = api.prefix() + "Stub";
        this.file = new JavaFile(javaPackage, name);
        this.code = file.body();
        this.context = new StubContext(api, file);
    }

    JavaFile emit() {
        boolean isAbstract = api.functions().stream().anyMatch(ApiFunction::local);
        code.javadoc(doc(isAbstract));
        String kind = isAbstract ? "public abstract class " : "public class ";
        code.open(kind + name + " implements " + context.shape.api(api.interfaceName()));
        String session = file.use("dev.hira.guest.call.StubSession");
        code.line("protected final " + session + " session;");
        if (livingCallbacks()) {
            objectCallbacks();
        }
        code.blank();
        code.open((isAbstract ? "protected " : "public ") + name + "(" + session + " session)");
        code.line("this.session = session;").close();
        for (ApiFunction function : api.functions()) {
            if (function.isCommand()) {
                code.blank();
                new StubMethodEmitter(context, function).emit();
            }
        }
        inherited();
        helpers();
        code.close();
        return file;
    }

    private List<String> doc(boolean isAbstract) {
        String first = "Sends each call of " + api.name() + " as a command of a session.";
        return isAbstract
                ? List.of(first + " Functions that the guest answers itself are abstract.")
                : List.of(first);
    }

    private void inherited() {
        code.blank().line("@Override");
        code.open("public " + file.use("dev.hira.api.Names") + " names()");
        code.line("return session.names();").close().blank();
        code.line("@Override").open("public void close()");
        code.line("session.close();").close();
    }

    private boolean livingCallbacks() {
        return api.functions().stream()
                .flatMap(f -> f.params().stream())
                .anyMatch(p -> p.callback() != null && p.callback().livesWith() != null);
    }

    private void objectCallbacks() {
        String map = file.use("java.util.concurrent.ConcurrentHashMap");
        String list = file.use("java.util.concurrent.ConcurrentLinkedQueue");
        code.blank().javadoc("The callbacks that live as long as an object, by the object's name.");
        code.assign(
                "private final " + map + "<Long, " + list + "<Long>> callbacksOf",
                "new " + map + "<>()");
    }

    private void helpers() {
        for (CallbackType callback : context.callbacks) {
            invoker(callback);
        }
        context.encoding.structMethods();
        context.decoding.structMethods();
        context.decoding.copyMethod();
        if (livingCallbacks()) {
            livingMethods();
        }
        new StubHelpers(context).emit();
        for (Helper helper : context.expressions.helpers()) {
            code.blank().all(helper.lines());
        }
    }

    private void invoker(CallbackType callback) {
        Locals locals = new Locals(callback.arguments().stream().map(Field::java).toList());
        String function = locals.fresh("callback");
        String in = locals.fresh("in");
        String type = context.shape.api(callback.name());
        code.blank();
        code.open(
                "private static "
                        + file.use("dev.hira.guest.call.CallbackInvoker")
                        + " invoke"
                        + callback.name()
                        + "("
                        + type
                        + " "
                        + function
                        + ")");
        code.open("return " + in + " ->");
        context.decoding.locals(callback.arguments(), in);
        code.list(function + ".call", callback.arguments().stream().map(Field::java).toList(), ";");
        code.close(";").close();
    }

    private void livingMethods() {
        String list = file.use("java.util.concurrent.ConcurrentLinkedQueue");
        code.blank().openList("private long keep", List.of("long object", "long callback"), "");
        code.line("callbacksOf.computeIfAbsent(object, _ -> new " + list + "<>()).add(callback);");
        code.line("return callback;").close().blank();
        code.open("private void forget(long object)");
        code.line(file.nullable() + " " + list + "<Long> gone = callbacksOf.remove(object);");
        code.open("if (gone != null)").line("gone.forEach(session::unregister);").close().close();
    }

    /** Returns whether objects of this type own ranges of addresses. */
    static boolean ownsAddresses(Api api, HandleKind type) {
        return api.handles().stream().anyMatch(h -> h.address() && type.name().equals(h.parent()));
    }
}
