package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;

/**
 * Checks that work is given by commands that say how much they consume, and that its code exists
 * before and after the call.
 */
final class WorkRule implements Rule {
    @Override
    public void check(Api api, ApiFunction function, CheckReport report) {
        ApiFunction.Work work = function.work();
        if (work == null) {
            return;
        }
        if (!function.isCommand()) {
            report.add("gives work to a device, but sends no command; remove work or local");
        } else if (function.consumes().isEmpty()) {
            report.add(
                    "gives work to a device, but consumes nothing, so that neither limits nor"
                            + " estimates of device time see its size; add consumes");
        }
        Param code = work.code();
        if (code != null) {
            code(code, report);
        }
    }

    private static void code(Param code, CheckReport report) {
        if (code.field().handle() == null) {
            report.add(code, "is named by work.code but is not a handle; give it a handle type");
        }
        if (code.creates() || code.ends() || code.computed()) {
            report.add(
                    code,
                    "is named by work.code, so it must be an object that travels and that the call"
                            + " neither creates nor destroys");
        }
    }
}
