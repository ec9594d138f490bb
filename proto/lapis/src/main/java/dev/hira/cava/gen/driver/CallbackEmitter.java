package dev.hira.cava.gen.driver;

import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Javadocs;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.CallbackType;
import java.util.ArrayList;
import java.util.List;

/** Emits the functional interface of a callback. */
final class CallbackEmitter {
    private CallbackEmitter() {}

    static JavaFile emit(Api api, CallbackType callback) {
        JavaFile file = new JavaFile(api.javaPackage(), callback.name());
        Shape shape = new Shape(api, file);
        JavaWriter code = file.body();
        code.javadoc(
                Javadocs.of(callback.comment(), "A function that " + api.name() + " calls back."));
        code.line("@FunctionalInterface");
        code.open("public interface " + callback.name());
        List<String> doc = new ArrayList<>(List.of("Called by the API."));
        Javadocs.params(doc, callback.arguments());
        code.javadoc(doc);
        code.list(
                "void call",
                callback.arguments().stream().map(f -> shape.type(f) + " " + f.java()).toList(),
                ";");
        code.close();
        return file;
    }
}
