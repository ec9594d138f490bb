package dev.hira.cava.gen;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.expr.JavaEmitter;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.History;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Emits the catalog's rules about the traces of calls, and the methods that they need. */
public final class RuleEmitter {
    private static final String CATALOG = "dev.hira.router.catalog.";

    private static final String LANE_ONLY = "only the calling lane changes";

    private final JavaFile file;
    private final JavaWriter code;
    private final ArgumentValues values;
    private final JavaEmitter expressions;
    private final List<HandleKind> handles;
    private final String catalog;

    public RuleEmitter(
            JavaFile file, ArgumentValues values, List<HandleKind> handles, String catalog) {
        this.file = file;
        this.code = file.body();
        this.values = values;
        this.expressions = values.expressions();
        this.handles = handles;
        this.catalog = catalog;
    }

    // --- the rules, as constructor calls

    /** Returns the record rule of a function. */
    public String rule(ApiFunction function) {
        History history = function.history();
        if (history == null) {
            String reason = function.traces().nothing();
            return rule("Nothing", string(reason == null ? LANE_ONLY : reason));
        }
        return switch (history.kind()) {
            case CREATES -> creates(function, history);
            case MODIFIES -> rule("Modifies", subject(function, history), needs(history));
            case REPLACES ->
                    rule("Replaces", subject(function, history), slot(history), needs(history));
            case UNDOES -> rule("Undoes", subject(function, history), slot(history));
            case ORDERS -> rule("Orders", subject(function, history), needs(history));
            case DESTROYS -> rule("Destroys", subject(function, history));
            case RETAINS -> rule("Retains", subject(function, history));
            case RELEASES -> rule("Releases", subject(function, history));
        };
    }

    private String creates(ApiFunction function, History history) {
        Param created = history.object().orElseThrow();
        Param.Creation creation = Objects.requireNonNull(created.creation());
        String extent =
                creation.extent() == null ? "null" : catalog + "::" + extentMethod(function);
        return rule(
                "Creates",
                subject(function, history),
                owner(created),
                extent,
                arguments(creation.dependsOn()),
                needs(history));
    }

    private String owner(Param created) {
        Field parent = Objects.requireNonNull(created.creation()).parent();
        if (parent != null) {
            return argument(parent);
        }
        HandleKind type = Objects.requireNonNull(created.field().handle());
        return type.parent() == null || type.parentFrom() == null
                ? "null"
                : reference("Current", tag(type.parent()) + "");
    }

    private String subject(ApiFunction function, History history) {
        return switch (history.subject()) {
            case History.Named named -> named(function, named.param());
            case History.Returned returned ->
                    reference(
                            "Returned",
                            tag(returned.result().field()) + "",
                            returned.result().field().number() + "");
            case History.Current current -> reference("Current", current.type().tag() + "");
            case History.WholeSession _ -> reference("Session");
        };
    }

    private String named(ApiFunction function, Param param) {
        return param.computed()
                ? reference(
                        "Computed",
                        tag(param.field()) + "",
                        catalog + "::" + nameMethod(function, param))
                : argument(param.field());
    }

    private String argument(Field field) {
        return reference(
                field.repeated() ? "Arguments" : "Argument", tag(field) + "", field.number() + "");
    }

    private String needs(History history) {
        return arguments(history.dependsOn());
    }

    private String arguments(List<Field> fields) {
        return listOf(fields.stream().map(this::argument).toList());
    }

    private String slot(History history) {
        List<String> per = history.per().stream().map(f -> f.number() + "").toList();
        return "new "
                + file.use(CATALOG + "RecordRule")
                + ".Slot("
                + string(history.slot())
                + ", "
                + listOf(per)
                + ")";
    }

    /** Returns the function's change of its lane; {@code null} as text for none. */
    public String lane(ApiFunction function) {
        ApiFunction.LaneChange change = function.traces().lane();
        if (change == null) {
            return "null";
        }
        String lane = file.use(CATALOG + "LaneChange");
        return "new "
                + lane
                + "("
                + change.type().tag()
                + ", "
                + lane
                + ".Kind."
                + change.change()
                + ", "
                + (change.object() == null ? "null" : argument(change.object().field()))
                + ")";
    }

    private String rule(String kind, String... parts) {
        return "new "
                + file.use(CATALOG + "RecordRule")
                + "."
                + kind
                + "("
                + String.join(", ", parts)
                + ")";
    }

    private String reference(String kind, String... parts) {
        return "new "
                + file.use(CATALOG + "ObjectRef")
                + "."
                + kind
                + "("
                + String.join(", ", parts)
                + ")";
    }

    private String listOf(List<String> items) {
        return file.use("java.util.List") + ".of(" + String.join(", ", items) + ")";
    }

    private static int tag(Field field) {
        return Objects.requireNonNull(field.handle()).tag();
    }

    private int tag(String type) {
        return handles.stream().filter(h -> h.name().equals(type)).findFirst().orElseThrow().tag();
    }

    private static String string(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    // // --- the methods that the rules refer to

    /** Emits the methods that compute names and extents for a function's rule. */
    public void methods(ApiFunction function) {
        History history = function.history();
        if (history == null) {
            return;
        }
        Param object = history.object().orElse(null);
        if (object == null) {
            return;
        }
        if (object.computed()) {
            Expr name = Objects.requireNonNull(object.nameIs());
            method(nameMethod(function, object), function, name, expressions.number(name));
        }
        Expr extent = object.creation() == null ? null : object.creation().extent();
        if (extent != null) {
            method(extentMethod(function), function, extent, expressions.amount(extent));
        }
    }

    private void method(String name, ApiFunction function, Expr expr, String value) {
        String call = file.use(CATALOG + "CallValues");
        String reader = file.use("dev.hira.wire.ArgsReader");
        code.blank().open("private static long " + name + "(" + call + " call)");
        List<Expr.Ref> arguments = new ArrayList<>(expr.refs());
        List<Expr.Ref> returned =
                arguments.stream().filter(ref -> isReturned(function, ref)).toList();
        arguments.removeAll(returned);
        if (!arguments.isEmpty()) {
            code.line(reader + " in = call.args();");
            values.locals(arguments, "in");
        }
        if (!returned.isEmpty()) {
            code.line(reader + " out = call.results();");
            values.locals(returned, "out");
        }
        code.line("return " + value + ";").close();
    }

    /** Prefers a returned value to a parameter of the same name, as the expression does. */
    private static boolean isReturned(ApiFunction function, Expr.Ref ref) {
        return function.results().stream().anyMatch(r -> r.field().equals(ref.root()));
    }

    private static String nameMethod(ApiFunction function, Param param) {
        return function.name() + "_" + param.name();
    }

    private static String extentMethod(ApiFunction function) {
        return function.name() + "_extent";
    }
}
