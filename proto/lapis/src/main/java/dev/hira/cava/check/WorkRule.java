package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;

/** Work is given by commands, and what says which work it is exists before and after. */
final class WorkRule implements Rule {
    @Override
    public void check(Api api, ApiFunction function, CheckReport report) {
        ApiFunction.Work work = function.work();
        if (work == null) {
            return;
        }
        if (!function.isCommand()) {
            report.add("gives a device work, but sends no command; remove work or local");
        }
        Param code = work.code();
        if (code != null) {
            code(code, report);
        }
    }

    private static void code(Param code, CheckReport report) {
        if (code.field().handle() == null) {
            report.add(code, "is named by work.code but is no handle; give it a handle type");
        }
        if (code.creates() || code.ends() || code.computed()) {
            report.add(
                    code,
                    "is named by work.code, so it must be an object that travels and that the call"
                            + " neither creates nor destroys");
        }
    }
}
