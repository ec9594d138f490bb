package dev.hira.cava.check;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Resource;
import org.jspecify.annotations.Nullable;

/** Checks that an object holds whatever is held, and that amounts depend on arguments alone. */
final class ResourceRule implements Rule {
    @Override
    public void check(Api api, ApiFunction function, CheckReport report) {
        function.allocates().forEach(a -> amount(a, true, report));
        function.consumes().forEach(a -> amount(a, false, report));
        if (!function.allocates().isEmpty() && function.created().isEmpty()) {
            report.add("allocates, but creates no object that could hold it; add creates");
        }
        for (ApiFunction.Release release : function.releases()) {
            if (!release.object().ends()) {
                report.add(
                        release.object(),
                        "gives back what it holds without being destroyed; add destroys");
            }
            continuous(release.resource(), true, report);
        }
    }

    private static void amount(ApiFunction.Amount amount, boolean continuous, CheckReport report) {
        continuous(amount.resource(), continuous, report);
        accountable(amount.amount(), report);
        accountable(amount.when(), report);
    }

    private static void continuous(Resource resource, boolean wanted, CheckReport report) {
        if (resource.continuous() != wanted) {
            report.add(
                    wanted
                            ? "allocates or gives back '"
                                    + resource.name()
                                    + "', which is consumed once; use consumes, or make it CONTINUOUS"
                            : "consumes '"
                                    + resource.name()
                                    + "', which is held; use allocates, or make it INSTANTANEOUS");
        }
    }

    private static void accountable(@Nullable Expr expr, CheckReport report) {
        if (expr != null && BufferRule.readsBuffers(expr)) {
            report.add(
                    "has an amount that depends on a buffer, which the router does not see; use"
                            + " parameters that travel among the arguments");
        }
    }
}
