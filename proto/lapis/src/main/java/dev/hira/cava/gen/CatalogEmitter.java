package dev.hira.cava.gen;

import dev.hira.cava.expr.Helper;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.EnumType;
import dev.hira.cava.model.Function;
import dev.hira.cava.model.Param;
import dev.hira.cava.model.Resource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes the class of the catalog. */
final class CatalogEmitter {
    private static final String CATALOG = "dev.hira.router.catalog.";

    private final Api api;
    private final JavaFile file;
    private final Code code;
    private final String name;
    private final CostEmitter costs;

    CatalogEmitter(Api api, String javaPackage) {
        this.api = api;
        this.name = api.prefix() + "Catalog";
        this.file = new JavaFile(javaPackage, name);
        this.code = file.body();
        this.costs = new CostEmitter(file);
    }

    JavaFile emit() {
        code.javadoc("What a router knows of the functions of " + api.name() + ".");
        code.open("public final class " + name + " implements " + file.use(CATALOG + "Catalog"));
        for (Resource resource : api.resources()) {
            code.javadoc("The resource " + resource.name() + ", in " + resource.unit() + ".");
            code.line(
                    "public static final int "
                            + resource.constant()
                            + " = "
                            + resource.index()
                            + ";");
            code.blank();
        }
        resources();
        String row = file.use(CATALOG + "FunctionRow");
        code.line("private static final " + row + "[] ROWS = rows();").blank();
        describe(row);
        cost();
        for (Function function : api.functions()) {
            if (hasCost(function)) {
                code.blank();
                costs.method(function);
            }
        }
        rows(row);
        constants();
        for (Helper helper : costs.helpers()) {
            code.blank().all(helper.lines());
        }
        code.close();
        return file;
    }

    private void resources() {
        String list = file.use("java.util.List");
        code.line("private static final " + list + "<Resource> RESOURCES =");
        List<String> entries = api.resources().stream().map(this::resource).toList();
        code.line("        " + list + ".of(");
        for (int i = 0; i < entries.size(); i++) {
            String end = i + 1 < entries.size() ? "," : ");";
            code.line("                " + entries.get(i) + end);
        }
        if (entries.isEmpty()) {
            code.line("        );");
        }
        code.blank();
    }

    private String resource(Resource resource) {
        String wanted = resource.exhausted();
        EnumType.Constant exhausted =
                wanted == null
                        ? api.refused()
                        : api.errors().constant(wanted).orElse(api.refused());
        return "new Resource("
                + resource.constant()
                + ", \""
                + resource.name()
                + "\", "
                + resource.continuous()
                + ", \""
                + resource.unit()
                + "\", "
                + exhausted.number()
                + ", "
                + file.use("dev.hira.policy.model.ResourceRole")
                + "."
                + resource.role()
                + ")";
    }

    private void describe(String row) {
        property("int api()", api.id() + "");
        property("String name()", "\"" + api.name() + "\"");
        property("long digest()", ConstantsEmitter.digest(api));
        property("List<Resource> resources()", "RESOURCES");
        property("int maxFunction()", "ROWS.length - 1");
        property(
                file.nullable() + " " + row + " row(int function)",
                "function >= 0 && function < ROWS.length ? ROWS[function] : null");
    }

    private void property(String method, String value) {
        code.line("@Override")
                .open("public " + method)
                .line("return " + value + ";")
                .close()
                .blank();
    }

    private void cost() {
        String reader = file.use("dev.hira.wire.ArgsReader");
        String sink = file.use(CATALOG + "CostSink");
        code.line("@Override");
        code.openList(
                "public void cost", List.of("int function", reader + " args", sink + " sink"), "");
        for (Resource resource : api.resources()) {
            if (resource.perCall()) {
                code.line("sink.consumes(" + resource.constant() + ", 1);");
            }
        }
        code.open("switch (function)");
        for (Function function : api.functions()) {
            if (hasCost(function)) {
                code.line("case " + function.id() + " -> " + function.name() + "(args, sink);");
            }
        }
        code.open("default ->").line("// Nothing but the call itself.").close().close().close();
    }

    private static boolean hasCost(Function function) {
        return function.isCommand()
                && !(function.allocates().isEmpty()
                        && function.consumes().isEmpty()
                        && function.work() == null
                        && function.releases().isEmpty());
    }

    private void rows(String row) {
        int most = api.functions().stream().mapToInt(Function::id).max().orElse(0);
        String recordClass = file.use(CATALOG + "FunctionRow.RecordClass");
        code.blank().open("private static " + row + "[] rows()");
        code.line(row + "[] rows = new " + row + "[" + (most + 1) + "];");
        boolean perCall = api.resources().stream().anyMatch(Resource::perCall);
        for (Function function : api.functions()) {
            if (function.isCommand()) {
                row(function, row, recordClass, perCall || hasCost(function));
            }
        }
        code.line("return rows;").close();
    }

    private void constants() {
        for (EnumType.Constant constant : costs.constants()) {
            code.blank();
            code.line(
                    "private static final long "
                            + constant.name()
                            + " = "
                            + constant.number()
                            + ";");
        }
    }

    private void row(Function function, String row, String recordClass, boolean priced) {
        Function.History history = function.history();
        String kind = history == null ? "NONE" : history.kind().name();
        code.list(
                "rows[" + function.id() + "] = new " + row,
                List.of(
                        function.id() + "",
                        "\"" + function.name() + "\"",
                        priced + "",
                        function.mode().asyncPossible() + "",
                        (function.work() != null) + "",
                        recordClass + "." + kind,
                        objectField(history) + "",
                        payloads(function) + ""),
                ";");
    }

    private static int objectField(Function.@Nullable History history) {
        return Optional.ofNullable(history)
                .map(Function.History::object)
                .filter(p -> !p.computed())
                .map(p -> p.field().number())
                .orElse(0);
    }

    private static int payloads(Function function) {
        return function.params().stream()
                .map(Param::buffer)
                .mapToInt(b -> b == null ? 0 : b.direction().in() && b.direction().out() ? 2 : 1)
                .sum();
    }
}
