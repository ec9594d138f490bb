package dev.hira.cava.gen;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.expr.Helper;
import dev.hira.cava.expr.JavaEmitter;
import dev.hira.cava.model.EnumType;
import dev.hira.cava.model.Field;
import dev.hira.cava.model.Function;
import dev.hira.cava.model.JavaNames;
import dev.hira.cava.model.Param;
import dev.hira.cava.model.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Writes the method that computes the costs of one function, out of only the fields it needs. */
final class CostEmitter implements JavaEmitter.Values {
    private final JavaFile file;
    private final Code code;
    private final JavaEmitter expressions = new JavaEmitter(this);
    private final Set<EnumType.Constant> constants = new LinkedHashSet<>();

    CostEmitter(JavaFile file) {
        this.file = file;
        this.code = file.body();
    }

    Set<Helper> helpers() {
        return expressions.helpers();
    }

    /** The constants of enums that were named. */
    Set<EnumType.Constant> constants() {
        return constants;
    }

    void method(Function function) {
        code.openList(
                "private static void " + function.name(),
                List.of(
                        file.use("dev.hira.wire.ArgsReader") + " in",
                        file.use("dev.hira.router.catalog.CostSink") + " sink"),
                "");
        Set<Expr.Ref> refs = refs(function);
        for (Expr.Ref ref : refs) {
            String type = ref.isTruth() ? "boolean " : "long ";
            code.line(type + read(ref) + " = " + (ref.isTruth() ? "false" : "0") + ";");
        }
        if (!refs.isEmpty()) {
            decode(refs.stream().map(r -> new Step(r, 0)).toList(), 0);
        }
        function.consumes().forEach(a -> amount(a, "consumes", ""));
        for (Function.Amount amount : function.allocates()) {
            amount(amount, "allocates", ", " + name(function.created().orElseThrow()));
        }
        for (Function.Release release : function.releases()) {
            code.line(
                    "sink.releases("
                            + release.resource().constant()
                            + ", "
                            + name(release.object())
                            + ");");
        }
        if (function.work() != null) {
            Param what = function.work().code();
            code.line("sink.work(" + (what == null ? "0" : name(what)) + ");");
        }
        code.close();
    }

    private static Set<Expr.Ref> refs(Function function) {
        Set<Expr.Ref> refs = new LinkedHashSet<>();
        List<Function.Amount> amounts = new ArrayList<>(function.consumes());
        amounts.addAll(function.allocates());
        for (Function.Amount amount : amounts) {
            refs.addAll(amount.amount().refs());
            if (amount.when() != null) {
                refs.addAll(amount.when().refs());
            }
        }
        if (!function.allocates().isEmpty()) {
            refs.addAll(nameRefs(function.created().orElseThrow()));
        }
        function.releases().forEach(r -> refs.addAll(nameRefs(r.object())));
        if (function.work() != null && function.work().code() != null) {
            refs.addAll(nameRefs(function.work().code()));
        }
        return refs;
    }

    private static List<Expr.Ref> nameRefs(Param param) {
        return param.computed()
                ? Objects.requireNonNull(param.nameIs()).refs()
                : List.of(new Expr.Ref(List.of(param.field())));
    }

    private String name(Param param) {
        return param.computed()
                ? expressions.number(Objects.requireNonNull(param.nameIs()))
                : read(new Expr.Ref(List.of(param.field())));
    }

    private void amount(Function.Amount amount, String method, String name) {
        if (amount.when() != null) {
            code.openIf(expressions.condition(amount.when()));
        }
        code.list(
                "sink." + method,
                List.of(amount.resource().constant() + name, expressions.amount(amount.amount())),
                ";");
        if (amount.when() != null) {
            code.close();
        }
    }

    // --- decoding

    /** A value to be read, seen from some depth of its path. */
    private record Step(Expr.Ref ref, int depth) {
        Field field() {
            return ref.path().get(depth);
        }

        boolean isLeaf() {
            return depth == ref.path().size() - 1;
        }

        Step inside() {
            return new Step(ref, depth + 1);
        }
    }

    private void decode(List<Step> steps, int depth) {
        Map<Field, List<Step>> byField = new LinkedHashMap<>();
        steps.forEach(s -> byField.computeIfAbsent(s.field(), _ -> new ArrayList<>()).add(s));
        code.open("while (in.next())").open("switch (in.field())");
        byField.forEach((field, inner) -> decodeField(field, inner, depth));
        code.line("default -> in.skip();").close().close();
    }

    private void decodeField(Field field, List<Step> steps, int depth) {
        Step first = steps.getFirst();
        if (first.isLeaf()) {
            code.line(
                    "case "
                            + field.number()
                            + " -> "
                            + read(first.ref())
                            + " = "
                            + leaf(field)
                            + ";");
            return;
        }
        code.open("case " + field.number() + " ->");
        String outer = "outer" + (depth == 0 ? "" : depth);
        // A struct that comes twice counts as the last one, as it does for the server.
        for (Step step : steps) {
            code.line(read(step.ref()) + " = " + (step.ref().isTruth() ? "false" : "0") + ";");
        }
        code.line("int " + outer + " = in.enter();");
        decode(steps.stream().map(Step::inside).toList(), depth + 1);
        code.line("in.leave(" + outer + ");").close();
    }

    private static String leaf(Field field) {
        return switch (field.type()) {
            case EnumType _ -> "in.int32()";
            case Scalar.INT32 -> "in.int32()";
            case Scalar.UINT32 -> "Integer.toUnsignedLong(in.int32())";
            case Scalar.BOOL -> "in.bool()";
            default -> "in.uint64()";
        };
    }

    // --- values of expressions

    @Override
    public String read(Expr.Ref ref) {
        String name = String.join("_", ref.path().stream().map(Field::name).toList());
        return name.equals("in") || name.equals("sink") || name.startsWith("outer")
                ? name + "_"
                : JavaNames.safe(name);
    }

    @Override
    public String constant(Expr.Const constant) {
        constants.add(constant.constant());
        return constant.constant().name();
    }

    @Override
    public String length(Field buffer) {
        throw new IllegalStateException("a router sees no buffers; the checker allows no len here");
    }

    @Override
    public String present(Field field) {
        throw new IllegalStateException("a router sees no buffers; the checker allows none here");
    }
}
