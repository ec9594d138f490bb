package dev.hira.cava.gen.driver;

import dev.hira.cava.expr.Helper;
import dev.hira.cava.expr.JavaEmitter;
import dev.hira.cava.gen.ApiValues;
import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Javadocs;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Emits the interface itself. */
final class DriverEmitter {
    private final Api api;
    private final JavaFile file;
    private final JavaWriter code;
    private final Shape shape;
    private final JavaEmitter expressions;
    private final String exception;

    DriverEmitter(Api api) {
        this.api = api;
        this.file = new JavaFile(api.javaPackage(), api.interfaceName());
        this.code = file.body();
        this.shape = new Shape(api, file);
        this.expressions = new JavaEmitter(new ApiValues(shape));
        this.exception = Shape.exceptionClass(api);
    }

    JavaFile emit() {
        code.javadoc(Javadocs.of(api.comment(), "The API " + api.name() + "."));
        code.open("public interface " + api.interfaceName() + " extends AutoCloseable");
        code.javadoc("The source of the names of the objects that this process creates.");
        code.line(file.use("dev.hira.api.Names") + " names();").blank();
        for (ApiFunction function : api.functions()) {
            function(function);
            code.blank();
        }
        code.javadoc("Releases everything that this process has created.");
        code.line("@Override").line("void close();");
        for (Helper helper : expressions.helpers()) {
            code.blank().all(helper.lines());
        }
        code.close();
        return file;
    }

    private void function(ApiFunction function) {
        if (function.created().isEmpty()) {
            code.javadoc(doc(function, Shape.params(function), function.results()));
            abstractMethod(function);
            return;
        }
        Param created = function.created().get();
        code.javadoc(
                doc(
                        function,
                        Shape.paramsOfDefault(function),
                        Stream.concat(Stream.of(created), function.results().stream()).toList()));
        defaultMethod(function, created);
        code.blank();
        List<String> doc = new ArrayList<>();
        doc.add("{@link #" + function.name() + "} under a name that the caller has chosen.");
        Javadocs.params(doc, fields(Shape.params(function)));
        code.javadoc(doc);
        abstractMethod(function);
    }

    private void abstractMethod(ApiFunction function) {
        code.list(
                shape.returned(function) + " " + Shape.method(function),
                shape.declarations(Shape.params(function)),
                ";");
    }

    private List<String> doc(ApiFunction function, List<Param> params, List<Param> results) {
        List<String> doc = new ArrayList<>(Javadocs.of(function.comment(), function.name() + "."));
        Javadocs.params(doc, fields(params));
        if (results.size() == 1 && !results.getFirst().field().comment().isBlank()) {
            Javadocs.section(
                    doc,
                    List.of("@return " + Javadocs.phrase(results.getFirst().field().comment())));
        }
        return doc;
    }

    private static List<Field> fields(List<Param> params) {
        return params.stream().map(Param::field).toList();
    }

    private void defaultMethod(ApiFunction function, Param created) {
        code.openList(
                "default " + shape.returnedByDefault(function) + " " + function.name(),
                shape.declarations(Shape.paramsOfDefault(function)),
                "");
        HandleKind type = Objects.requireNonNull(created.field().handle());
        if (created.nameIs() != null) {
            computed(function, "long " + created.java(), expressions.number(created.nameIs()));
            call(function, created);
        } else if (type.address()) {
            drawAddress(function, created, type);
            code.open("try");
            call(function, created);
            code.reopen("catch (RuntimeException e)");
            code.line("names().releaseAddress(" + created.java() + ");").line("throw e;").close();
        } else {
            String tag = Shape.handlesClass(api) + "." + type.constant();
            code.line("long " + created.java() + " = names().handle(" + tag + ");");
            call(function, created);
        }
        code.close();
    }

    private void call(ApiFunction function, Param created) {
        List<String> arguments = Shape.params(function).stream().map(Param::java).toList();
        String call = Shape.method(function);
        List<Param> results = function.results();
        if (results.isEmpty()) {
            code.list(call, arguments, ";");
            code.line("return " + created.java() + ";");
            return;
        }
        String value = local("result", function);
        code.list(shape.returned(function) + " " + value + " = " + call, arguments, ";");
        List<String> parts = new ArrayList<>(List.of(created.java()));
        for (Param result : results) {
            parts.add(results.size() == 1 ? value : value + "." + result.java() + "()");
        }
        code.list("return new " + Shape.defaultRecord(function), parts, ";");
    }

    private void drawAddress(ApiFunction function, Param created, HandleKind type) {
        Param.Creation creation = Objects.requireNonNull(created.creation());
        String extent = local("extent", function);
        computed(
                function,
                "long " + extent,
                creation.extent() == null ? "0" : expressions.number(creation.extent()));
        String parent = parent(function, creation, type);
        code.list(
                "long " + created.java() + " = names().address",
                List.of(parent, extent, type.alignment() + ""),
                ";");
        code.open("if (" + created.java() + " == 0)");
        if (creation.extent() != null) {
            code.open("if (" + extent + " < 0)");
            fail(
                    shape.error(exhausted(function)),
                    "\""
                            + function.name()
                            + ": the size of \" + "
                            + extent
                            + " + \" bytes is negative; allocate 1 byte or more\"");
            code.close();
        }
        fail(
                shape.error(exhausted(function)),
                "\""
                        + function.name()
                        + ": \" + "
                        + extent
                        + " + \" bytes are more than the addresses that are left; allocate less\"");
        code.close();
    }

    private String parent(ApiFunction function, Param.Creation creation, HandleKind type) {
        if (creation.parent() != null) {
            return creation.parent().java();
        }
        if (shape.parentFrom(type).isEmpty()) {
            return "0";
        }
        String parent = local("parent", function);
        code.line("long " + parent + " = " + type.parentFrom() + "();");
        HandleKind parentType = shape.parentType(type).orElseThrow();
        String invalid = parentType.invalid() == null ? api.refused().name() : parentType.invalid();
        code.open("if (" + parent + " == 0)");
        fail(
                shape.error(invalid),
                "\""
                        + function.name()
                        + ": the calling thread has no current "
                        + parentType.name()
                        + "\"");
        code.close();
        return parent;
    }

    private String exhausted(ApiFunction function) {
        return function.allocates().stream()
                .map(a -> a.resource().exhausted())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(api.refused().name());
    }

    /** Declares an exactly computed value; an overflow is refused. */
    private void computed(ApiFunction function, String target, String value) {
        if (!value.contains("(")) {
            code.line(target + " = " + value + ";");
            return;
        }
        code.line(target + ";").open("try");
        code.assign(target.substring("long ".length()), value);
        code.reopen("catch (ArithmeticException e)");
        fail(
                shape.error(api.refused()),
                "\"" + function.name() + ": a size is out of range: \" + e.getMessage()");
        code.close();
    }

    private void fail(String error, String message) {
        code.list("throw new " + exception, List.of(error, message), ";");
    }

    private static String local(String wanted, ApiFunction function) {
        boolean taken = function.params().stream().anyMatch(p -> p.java().equals(wanted));
        return taken ? wanted + "_" : wanted;
    }
}
