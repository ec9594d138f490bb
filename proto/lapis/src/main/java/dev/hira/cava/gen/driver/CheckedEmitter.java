package dev.hira.cava.gen.driver;

import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.Scalar;
import dev.hira.cava.type.Struct;
import java.util.List;

/**
 * Emits the driver that refuses nulls where the API wants a value, and memory that the program
 * cannot access, before another driver.
 */
final class CheckedEmitter {
    private final Api api;
    private final JavaFile file;
    private final JavaWriter code;
    private final Shape shape;

    /** Whether an argument is a list. */
    private boolean lists;

    CheckedEmitter(Api api) {
        this.api = api;
        this.file = new JavaFile(api.javaPackage(), "Checked" + api.interfaceName());
        this.code = file.body();
        this.shape = new Shape(api, file);
    }

    JavaFile emit() {
        String type = api.interfaceName();
        String name = "Checked" + type;
        code.javadoc(
                "Refuses nulls for arguments that must have a value, and memory that has been freed or"
                        + " belongs to another thread; passes all other calls on to a driver.");
        code.open("public final class " + name + " implements " + type);
        code.line("private final " + type + " driver;").blank();
        code.open("public " + name + "(" + type + " driver)");
        code.line("this.driver = driver;").close().blank();
        code.javadoc("Returns the driver that gets the calls.");
        code.open("public " + type + " driver()").line("return driver;").close().blank();
        code.line("@Override").open("public " + file.use("dev.hira.api.Names") + " names()");
        code.line("return driver.names();").close().blank();
        code.line("@Override").open("public void close()");
        code.line("driver.close();").close();
        for (ApiFunction function : api.functions()) {
            if (function.created().isPresent()) {
                method(
                        shape.returnedByDefault(function),
                        function.name(),
                        Shape.paramsOfDefault(function));
            }
            method(shape.returned(function), Shape.method(function), Shape.params(function));
        }
        for (Struct struct : api.structs()) {
            if (hasReferences(struct)) {
                struct(struct);
            }
        }
        helpers();
        code.close();
        return file;
    }

    private void method(String returned, String name, List<Param> params) {
        code.blank().line("@Override");
        code.openList("public " + returned + " " + name, shape.declarations(params), "");
        for (Param param : params) {
            if (param.callback() != null) {
                if (!param.field().nullable()) {
                    given(param.java(), quoted(param.java()), quoted(name));
                }
            } else if (param.buffer() == null || !param.buffer().mayBeNull()) {
                field(param.field(), param.java(), quoted(param.java()), quoted(name));
            }
            if (isMemory(param)) {
                String check = file.use("dev.hira.api.ProgramMemory") + ".requireUsable";
                code.list(check, List.of(param.java(), quoted(name)), ";");
            }
        }
        String call = (returned.equals("void") ? "" : "return ") + "this.driver." + name;
        code.list(call, params.stream().map(Param::java).toList(), ";").close();
    }

    private static boolean isMemory(Param param) {
        boolean bytes = param.callback() == null && param.field().type() == Scalar.BYTES;
        return param.buffer() != null || (bytes && !param.field().repeated());
    }

    /** Emits the check of a value, if it can be null. */
    private void field(Field field, String value, String argument, String function) {
        if (field.repeated()) {
            boolean array = field.type() instanceof Scalar scalar && scalar != Scalar.STRING;
            String check = array ? "requireGiven" : "requireAllGiven";
            code.list(check, List.of(value, argument, function), ";");
            lists |= !array;
            if (field.type() instanceof Struct struct && hasReferences(struct)) {
                String parts = "requireParts(part, " + argument + ", " + function + ")";
                code.open("for (" + shape.api(struct.name()) + " part : " + value + ")");
                code.line(parts + ";").close();
            }
            return;
        }
        switch (field.type()) {
            case Scalar scalar -> {
                if (scalar == Scalar.STRING || scalar == Scalar.BYTES) {
                    given(value, argument, function);
                }
            }
            case EnumType _ -> given(value, argument, function);
            case Struct struct -> {
                if (!field.nullable()) {
                    given(value, argument, function);
                }
                if (hasReferences(struct)) {
                    code.list("requireParts", List.of(value, argument, function), ";");
                }
            }
        }
    }

    private void given(String value, String argument, String function) {
        code.list("requireGiven", List.of(value, argument, function), ";");
    }

    private static boolean hasReferences(Struct struct) {
        return struct.fields().stream()
                .anyMatch(f ->
                        f.repeated()
                                || !(f.type() instanceof Scalar scalar)
                                || scalar == Scalar.STRING
                                || scalar == Scalar.BYTES);
    }

    private void struct(Struct struct) {
        code.blank();
        code.openList(
                "private static void requireParts",
                List.of(
                        file.nullable() + " " + shape.api(struct.name()) + " value",
                        "String argument",
                        "String function"),
                "");
        code.open("if (value == null)").line("return;").close();
        for (Field field : struct.fields()) {
            String part = field.java();
            field(field, "value." + part + "()", "argument + \"." + part + "\"", "function");
        }
        code.close();
    }

    private void helpers() {
        String names = "String argument, String function)";
        String object = file.nullable() + " Object value, ";
        code.blank().open("private static void requireGiven(" + object + names);
        code.open("if (value == null)");
        code.list(
                "throw new " + Shape.exceptionClass(api),
                List.of(
                        shape.error(api.refused()),
                        "function + \": \" + argument + \" must not be null\""),
                ";");
        code.close().close();
        if (!lists) {
            return;
        }
        String list = file.use("java.util.List") + "<?> values, ";
        code.blank().open("private static void requireAllGiven(" + list + names);
        code.line("requireGiven(values, argument, function);");
        code.line("int index = 0;");
        code.open("for (" + file.nullable() + " Object value : values)");
        code.open("if (value == null)");
        code.line("requireGiven(null, argument + \"[\" + index + \"]\", function);").close();
        code.line("index++;").close().close();
    }

    private static String quoted(String name) {
        return "\"" + name + "\"";
    }
}
