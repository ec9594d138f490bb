package dev.hira.cava.gen.catalog;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.expr.JavaEmitter;
import dev.hira.cava.gen.ArgumentValues;
import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Emits the method that computes the costs of one function from only the fields it needs. */
final class CostEmitter {
    private final JavaFile file;
    private final JavaWriter code;
    private final ArgumentValues values;
    private final JavaEmitter expressions;

    CostEmitter(JavaFile file, ArgumentValues values) {
        this.file = file;
        this.code = file.body();
        this.values = values;
        this.expressions = values.expressions();
    }

    void method(ApiFunction function) {
        code.openList(
                "private static void " + function.name(),
                List.of(
                        file.use("dev.hira.wire.ArgsReader") + " in",
                        file.use("dev.hira.router.catalog.CostSink") + " sink"),
                "");
        values.locals(refs(function), "in");
        function.consumes().forEach(a -> amount(a, "consumes", ""));
        for (ApiFunction.Amount amount : function.allocates()) {
            amount(amount, "allocates", ", " + values.name(function.created().orElseThrow()));
        }
        for (ApiFunction.Release release : function.releases()) {
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

    private static Set<Expr.Ref> refs(ApiFunction function) {
        Set<Expr.Ref> refs = new LinkedHashSet<>();
        List<ApiFunction.Amount> amounts = new ArrayList<>(function.consumes());
        amounts.addAll(function.allocates());
        for (ApiFunction.Amount amount : amounts) {
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

    private void amount(ApiFunction.Amount amount, String method, String name) {
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
