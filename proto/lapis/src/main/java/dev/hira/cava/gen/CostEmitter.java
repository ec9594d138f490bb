package dev.hira.cava.gen;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.expr.JavaEmitter;
import dev.hira.cava.model.Function;
import dev.hira.cava.model.Param;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Writes the method that computes the costs of one function, out of only the fields it needs. */
final class CostEmitter {
    private final JavaFile file;
    private final Code code;
    private final ArgumentValues values;
    private final JavaEmitter expressions;

    CostEmitter(JavaFile file, ArgumentValues values) {
        this.file = file;
        this.code = file.body();
        this.values = values;
        this.expressions = values.expressions();
    }

    void method(Function function) {
        code.openList(
                "private static void " + function.name(),
                List.of(
                        file.use("dev.hira.wire.ArgsReader") + " in",
                        file.use("dev.hira.router.catalog.CostSink") + " sink"),
                "");
        values.locals(refs(function), "in");
        function.consumes().forEach(a -> amount(a, "consumes", ""));
        for (Function.Amount amount : function.allocates()) {
            amount(amount, "allocates", ", " + values.name(function.created().orElseThrow()));
        }
        for (Function.Release release : function.releases()) {
            code.line(
                    "sink.releases("
                            + release.resource().constant()
                            + ", "
                            + values.name(release.object())
                            + ");");
        }
        if (function.work() != null) {
            Param what = function.work().code();
            code.line("sink.work(" + (what == null ? "0" : values.name(what)) + ");");
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
            refs.addAll(ArgumentValues.refs(function.created().orElseThrow()));
        }
        function.releases().forEach(r -> refs.addAll(ArgumentValues.refs(r.object())));
        if (function.work() != null && function.work().code() != null) {
            refs.addAll(ArgumentValues.refs(function.work().code()));
        }
        return refs;
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
}
