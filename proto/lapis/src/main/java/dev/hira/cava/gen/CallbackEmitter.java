package dev.hira.cava.gen;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.CallbackType;
import java.util.ArrayList;
import java.util.List;

/** Writes the functional interface of a callback. */
final class CallbackEmitter {
    private CallbackEmitter() {}

    static JavaFile emit(Api api, CallbackType callback) {
        JavaFile file = new JavaFile(api.javaPackage(), callback.name());
        Shape shape = new Shape(api, file);
        Code code = file.body();
        code.javadoc(Docs.of(callback.comment(), "A function that " + api.name() + " calls back."));
        code.line("@FunctionalInterface");
        code.open("public interface " + callback.name());
        List<String> doc = new ArrayList<>(List.of("Called by the API."));
        Docs.params(doc, callback.arguments());
        code.javadoc(doc);
        code.list(
                "void call",
                callback.arguments().stream().map(f -> shape.type(f) + " " + f.java()).toList(),
                ";");
        code.close();
        return file;
    }
}
