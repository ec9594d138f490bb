package dev.hira.cava.gen.driver;

import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.model.Api;
import java.util.List;

/** Emits the exception of an API's failures. */
final class ExceptionEmitter {
    private final Api api;
    private final JavaFile file;
    private final JavaWriter code;
    private final String name;
    private final String errors;

    ExceptionEmitter(Api api) {
        this.api = api;
        this.name = Shape.exceptionClass(api);
        this.file = new JavaFile(api.javaPackage(), name);
        this.code = file.body();
        this.errors = api.errors().name();
    }

    JavaFile emit() {
        code.javadoc("Reports a failed call of " + api.name() + ".");
        code.open(
                "public final class " + name + " extends " + file.use("dev.hira.api.ApiException"));
        code.line("private static final long serialVersionUID = 1L;").blank();
        code.openList("public " + name, List.of(errors + " error", "String message"), "");
        code.line("super(error.value(), message);").close().blank();
        code.javadoc("Creates a failure with a code that this description may lack.");
        code.openList("public " + name, List.of("int code", "String message"), "");
        code.line("super(code, message);").close().blank();
        error();
        codeName();
        text();
        code.close();
        return file;
    }

    private void error() {
        code.javadoc("Returns the code, or null when the description lacks it.");
        code.open("public " + file.nullable() + " " + errors + " error()");
        code.line("return " + errors + ".find(code());").close().blank();
    }

    private void codeName() {
        code.line("@Override").open("public String codeName()");
        code.line(errors + " error = error();");
        code.line("return error == null ? \"" + errors + " \" + code() : error.name();").close();
        code.blank();
    }

    private void text() {
        code.line("@Override").open("public String toString()");
        code.line("return getClass().getName() + \" (\" + codeName() + \"): \" + getMessage();");
        code.close();
    }
}
