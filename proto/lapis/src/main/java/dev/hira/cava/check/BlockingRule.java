package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Scalar;
import java.util.Objects;
import java.util.Optional;

/**
 * Checks that the function that tests readiness can be called with the blocking call's arguments.
 */
final class BlockingRule implements Rule {
    @Override
    public void check(Api api, ApiFunction function, CheckReport report) {
        ApiFunction.Blocking blocking = function.blocking();
        if (blocking == null) {
            return;
        }
        if (function.mode().async()) {
            report.add(
                    "is asynchronous and blocking, but an asynchronous call never makes its caller wait; remove"
                            + " one of them");
        }
        if (blocking.ready() == null && blocking.quickIf() != null) {
            report.add("has blocking.quick_if, which counts only together with blocking.ready");
        }
        if (blocking.ready() != null) {
            ready(api, function, blocking.ready(), report);
        }
    }

    private static void ready(Api api, ApiFunction function, String name, CheckReport report) {
        Optional<ApiFunction> ready = api.function(name);
        if (ready.isEmpty()) {
            report.add("blocking.ready names '" + name + "', which is not a function of the API");
            return;
        }
        if (!ready.get().hasOutcomes() || ready.get().mode().asyncPossible()) {
            report.add(
                    "blocking.ready names "
                            + name
                            + ", which does not report readiness by an error code; name a"
                            + " synchronous function with outcomes");
        }
        for (Param param : ready.get().params()) {
            fits(function, name, param, report);
        }
    }

    private static void fits(ApiFunction function, String name, Param param, CheckReport report) {
        boolean number = param.field().type() instanceof Scalar scalar && scalar.isInteger();
        Optional<Param> own = function.param(param.name());
        boolean same =
                own.isEmpty()
                        || (own.get().field().type().equals(param.field().type())
                                && Objects.equals(
                                        own.get().field().handle(), param.field().handle())
                                && !own.get().hidden());
        if (!number || param.callback() != null || !same) {
            report.add(
                    "blocking.ready names "
                            + name
                            + ", whose parameter '"
                            + param.name()
                            + "' does not fit: it must be a number or handle of the same type as"
                            + " this function's parameter of that name");
        }
    }
}
