package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.Scalar;

/** Checks that every callback is removed at some time. */
final class CallbackRule implements Rule {
    @Override
    public void check(Api api, ApiFunction function, CheckReport report) {
        for (Param param : function.params()) {
            if (param.callback() != null) {
                check(param, param.callback(), report);
            }
        }
        for (Param result : function.results()) {
            if (result.callback() != null) {
                report.add(result, "is a returned callback; callbacks can only be parameters");
            }
        }
    }

    private static void check(Param param, Param.CallbackUse use, CheckReport report) {
        if (param.field().type() != Scalar.UINT64 || param.field().repeated()) {
            report.add(param, "is a callback, so its type must be uint64");
        }
        if (use.once() == (use.livesWith() != null)) {
            report.add(
                    param,
                    use.once()
                            ? "is called once and lives with an object; remove one of them"
                            : "would be kept for ever; say once, or the object that it lives_with");
        }
        if (use.livesWith() != null) {
            livesWith(param, use.livesWith(), report);
        }
    }

    private static void livesWith(Param param, Field object, CheckReport report) {
        String what = "lives_with '" + object.name() + "', which is ";
        HandleKind type = object.handle();
        if (type == null) {
            report.add(param, what + "not a handle");
        } else if (type.counted()) {
            report.add(param, what + "counted, so guests do not see when it ends; say once");
        }
    }
}
