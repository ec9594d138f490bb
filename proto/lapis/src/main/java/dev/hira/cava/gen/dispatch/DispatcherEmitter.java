package dev.hira.cava.gen.dispatch;

import dev.hira.cava.expr.Helper;
import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.gen.driver.ConstantsEmitter;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.JavaNames;
import dev.hira.cava.type.Struct;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Emits the dispatcher's class. */
final class DispatcherEmitter {
    private final Api api;
    private final JavaFile file;
    private final JavaWriter code;
    private final DispatchContext context;
    private final String name;

    DispatcherEmitter(Api api, String javaPackage) {
        this.api = api;
        this.name = api.prefix() + "Dispatcher";
        this.file = new JavaFile(javaPackage, name);
        this.code = file.body();
        this.context = new DispatchContext(api, file);
    }

    JavaFile emit() {
        code.javadoc("Decodes commands of " + api.name() + " and executes them on a driver.");
        code.open(
                "public final class "
                        + name
                        + " implements "
                        + context.dispatch("Dispatcher")
                        + "<"
                        + context.driver()
                        + ">");
        api.handles().forEach(this::handleType);
        refusedOtherwise().forEach(this::refusedOtherwise);
        code.line(
                "private static final int REFUSED = "
                        + context.shape.error(api.refused())
                        + ".value();");
        code.line("private static final String[] NAMES = functionNames();").blank();
        describe();
        code.blank();
        givesWork();
        dispatch();
        for (ApiFunction function : api.functions()) {
            if (function.isCommand()) {
                code.blank();
                new DispatchMethodEmitter(context, function).emit();
            }
        }
        functionNames();
        new DispatchHelpers(context).emit();
        for (Helper helper : context.expressions.helpers()) {
            code.blank().all(helper.lines());
        }
        code.close();
        return file;
    }

    private void handleType(HandleKind type) {
        String handles = context.shape.api(Shape.handlesClass(api));
        List<String> values = new ArrayList<>();
        values.add(handles + "." + type.constant());
        values.add("\"" + type.name() + "\"");
        values.add(type.parent() == null ? "0" : handles + "." + JavaNames.constant(type.parent()));
        values.add(type.address() + "");
        values.add(type.alignment() + "");
        values.add(
                "new long[] {"
                        + String.join(", ", type.predefined().stream().map(p -> p + "L").toList())
                        + "}");
        values.add(
                (type.invalid() == null
                                ? context.shape.error(api.refused())
                                : context.shape.error(type.invalid()))
                        + ".value()");
        String handleType = context.dispatch("HandleType");
        code.javadoc("The type of objects called " + type.name() + ".");
        code.line("public static final " + handleType + " " + type.constant() + " =");
        code.indented(() -> code.list("new " + handleType, values, ";")).blank();
    }

    /**
     * Returns the fields that name objects and have an error of their own, one for each constant.
     */
    private Collection<Field> refusedOtherwise() {
        Map<String, Field> byConstant = new TreeMap<>();
        for (ApiFunction function : api.functions()) {
            if (function.isCommand()) {
                function.params().forEach(param -> collect(param.field(), byConstant));
            }
        }
        return byConstant.values();
    }

    private static void collect(Field field, Map<String, Field> byConstant) {
        if (field.handle() != null && field.invalid() != null) {
            byConstant.put(field.handleConstant(), field);
        }
        if (field.type() instanceof Struct struct) {
            struct.fields().forEach(inner -> collect(inner, byConstant));
        }
    }

    private void refusedOtherwise(Field field) {
        HandleKind type = Objects.requireNonNull(field.handle());
        String error = context.shape.error(Objects.requireNonNull(field.invalid())) + ".value()";
        code.line(
                "private static final "
                        + context.dispatch("HandleType")
                        + " "
                        + field.handleConstant()
                        + " =");
        code.line("        " + type.constant() + ".refusedWith(" + error + ");").blank();
    }

    private void describe() {
        String functions = context.shape.api(Shape.functionsClass(api));
        property("int api()", functions + ".API");
        property("long digest()", functions + ".DIGEST");
        property("Class<" + context.driver() + "> driverType()", context.driver() + ".class");
        property("String[] names()", "NAMES.clone()");
    }

    private void property(String method, String value) {
        code.line("@Override")
                .open("public " + method)
                .line("return " + value + ";")
                .close()
                .blank();
    }

    private void givesWork() {
        List<String> cases =
                api.functions().stream()
                        .filter(f -> f.isCommand() && f.work() != null)
                        .map(f -> Shape.functionsClass(api) + "." + ConstantsEmitter.constant(f))
                        .toList();
        code.line("@Override").open("public boolean givesWork(int function)");
        if (cases.isEmpty()) {
            code.line("return false;");
        } else {
            code.line("return switch (function) {");
            for (int i = 0; i < cases.size(); i++) {
                String end = i + 1 < cases.size() ? "," : " -> true;";
                code.line((i == 0 ? "    case " : "            ") + cases.get(i) + end);
            }
            code.line("    default -> false;").line("};");
        }
        code.close().blank();
    }

    private void dispatch() {
        code.line("@Override");
        code.open(
                "public void dispatch(int function, "
                        + context.dispatch("ServerCall")
                        + " call, "
                        + context.driver()
                        + " driver)");
        code.open("switch (function)");
        for (ApiFunction function : api.functions()) {
            if (function.isCommand()) {
                code.line(
                        "case "
                                + Shape.functionsClass(api)
                                + "."
                                + ConstantsEmitter.constant(function)
                                + " -> "
                                + function.name()
                                + "(call, driver);");
            }
        }
        code.line(
                "default -> throw new "
                        + context.dispatch("CallRefused")
                        + "(REFUSED, \"unknown function \" + function);");
        code.close().close();
    }

    private void functionNames() {
        int most = api.functions().stream().mapToInt(ApiFunction::id).max().orElse(0);
        code.blank().open("private static String[] functionNames()");
        code.line("String[] names = new String[" + (most + 1) + "];");
        for (ApiFunction function : api.functions()) {
            code.line(
                    "names["
                            + Shape.functionsClass(api)
                            + "."
                            + ConstantsEmitter.constant(function)
                            + "] = \""
                            + function.name()
                            + "\";");
        }
        code.line("return names;").close();
    }
}
