package dev.hira.cava.gen.catalog;

import dev.hira.cava.expr.Helper;
import dev.hira.cava.gen.ArgumentValues;
import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.RuleEmitter;
import dev.hira.cava.gen.driver.ConstantsEmitter;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Buffer;
import dev.hira.cava.model.Param;
import dev.hira.cava.model.Resource;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.HandleKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Emits the catalog's class. */
final class CatalogEmitter {
    private static final String CATALOG = "dev.hira.router.catalog.";

    private final Api api;
    private final JavaFile file;
    private final JavaWriter code;
    private final String name;
    private final ArgumentValues values;
    private final CostEmitter costs;
    private final RuleEmitter rules;

    CatalogEmitter(Api api, String javaPackage) {
        this.api = api;
        this.name = api.prefix() + "Catalog";
        this.file = new JavaFile(javaPackage, name);
        this.code = file.body();
        this.values = new ArgumentValues(file);
        this.costs = new CostEmitter(file, values);
        this.rules = new RuleEmitter(file, values, api.handles(), name);
    }

    JavaFile emit() {
        code.javadoc("The router's knowledge of the functions of " + api.name() + ".");
        code.open("public final class " + name + " implements " + file.use(CATALOG + "Catalog"));
        for (Resource resource : api.resources()) {
            code.javadoc(
                    "The index of the resource "
                            + resource.name()
                            + ", in "
                            + resource.unit()
                            + ".");
            code.line(
                    "public static final int "
                            + resource.constant()
                            + " = "
                            + resource.index()
                            + ";");
            code.blank();
        }
        resources();
        types();
        String row = file.use(CATALOG + "FunctionRow");
        code.line("private static final " + row + "[] ROWS = rows();").blank();
        describe(row);
        cost();
        for (ApiFunction function : api.functions()) {
            if (hasCost(function)) {
                code.blank();
                costs.method(function);
            }
        }
        for (ApiFunction function : api.functions()) {
            rules.methods(function);
        }
        rows(row);
        constants();
        for (Helper helper : values.expressions().helpers()) {
            code.blank().all(helper.lines());
        }
        code.close();
        return file;
    }

    private void resources() {
        list("Resource", "RESOURCES", api.resources().stream().map(this::resource).toList());
    }

    private void types() {
        String type = file.use(CATALOG + "ObjectType");
        list(type, "TYPES", api.handles().stream().map(h -> type(type, h)).toList());
    }

    private String type(String type, HandleKind handle) {
        List<String> predefined = handle.predefined().stream().map(p -> p + "L").toList();
        List<String> parts =
                List.of(
                        handle.tag() + "",
                        "\"" + handle.name() + "\"",
                        parent(handle) + "",
                        handle.address() + "",
                        "List.of(" + String.join(", ", predefined) + ")",
                        id(handle.read()) + "",
                        id(handle.write()) + "");
        return "new " + type + "(" + String.join(", ", parts) + ")";
    }

    private int parent(HandleKind type) {
        return Optional.ofNullable(type.parent())
                .flatMap(api::handle)
                .map(HandleKind::tag)
                .orElse(0);
    }

    private int id(@Nullable String function) {
        return Optional.ofNullable(function).flatMap(api::function).map(ApiFunction::id).orElse(0);
    }

    private void list(String type, String constant, List<String> entries) {
        String list = file.use("java.util.List");
        code.line("private static final " + list + "<" + type + "> " + constant + " =");
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
        property("List<" + file.use(CATALOG + "ObjectType") + "> types()", "TYPES");
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
        for (ApiFunction function : api.functions()) {
            if (hasCost(function)) {
                code.line("case " + function.id() + " -> " + function.name() + "(args, sink);");
            }
        }
        code.open("default ->").line("// Only the call itself.").close().close().close();
    }

    private static boolean hasCost(ApiFunction function) {
        return function.isCommand()
                && !(function.allocates().isEmpty()
                        && function.consumes().isEmpty()
                        && function.work() == null
                        && function.releases().isEmpty());
    }

    private void rows(String row) {
        int most = api.functions().stream().mapToInt(ApiFunction::id).max().orElse(0);
        code.blank().open("private static " + row + "[] rows()");
        code.line(row + "[] rows = new " + row + "[" + (most + 1) + "];");
        boolean perCall = api.resources().stream().anyMatch(Resource::perCall);
        for (ApiFunction function : api.functions()) {
            if (function.isCommand()) {
                row(function, row, perCall || hasCost(function));
            }
        }
        code.line("return rows;").close();
    }

    private void constants() {
        for (EnumType.Constant constant : values.constants()) {
            code.blank();
            code.line(
                    "private static final long "
                            + constant.name()
                            + " = "
                            + constant.number()
                            + ";");
        }
    }

    private void row(ApiFunction function, String row, boolean priced) {
        code.list(
                "rows[" + function.id() + "] = new " + row,
                List.of(
                        function.id() + "",
                        "\"" + function.name() + "\"",
                        priced + "",
                        function.mode().asyncPossible() + "",
                        (function.work() != null) + "",
                        rules.rule(function),
                        rules.lane(function),
                        payloads(function) + "",
                        outputs(function)),
                ";");
    }

    private static String outputs(ApiFunction function) {
        List<String> fields = new ArrayList<>();
        for (Param param : function.params()) {
            Buffer buffer = param.buffer();
            if (buffer != null && !buffer.direction().in()) {
                fields.add(param.field().number() + "");
            }
        }
        return "List.of(" + String.join(", ", fields) + ")";
    }

    private static int payloads(ApiFunction function) {
        return function.params().stream()
                .map(Param::buffer)
                .mapToInt(b -> b == null ? 0 : b.direction().in() && b.direction().out() ? 2 : 1)
                .sum();
    }
}
