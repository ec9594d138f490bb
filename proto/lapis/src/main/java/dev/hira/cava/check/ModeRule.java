package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;

/** Checks that an asynchronous function returns nothing that its caller would have to wait for. */
final class ModeRule implements Rule {
    @Override
    public void check(Api api, ApiFunction function, CheckReport report) {
        if (function.mode().asyncPossible() && !function.local()) {
            returned(function, report);
        }
        if (function.hasOutcomes() && !function.results().isEmpty()) {
            report.add(
                    "has outcomes and returned values, but a method returns only one of them; return the"
                            + " outcome as a value, or drop outcomes");
        }
        if (function.success() != null && !(function.mode().async() && function.hasOutcomes())) {
            report.add(
                    "declares its immediate result (success), which only an asynchronous function"
                            + " with outcomes does; remove success");
        }
        if (function.local() && !function.mode().async()) {
            local(function, report);
        }
    }

    private static void returned(ApiFunction function, CheckReport report) {
        if (!function.results().isEmpty()) {
            report.add(
                    "is asynchronous but returns values that are known only after the call; make"
                            + " it sync, or local with async when the guest's side knows them");
        }
        if (function.hasOutcomes() && function.success() == null) {
            report.add(
                    "is asynchronous and returns an error code; name with success the one it"
                            + " returns at once");
        }
        if (function.hasOutcomes() && function.mode().asyncIf() != null) {
            report.add("has outcomes and async_if; make it either sync or async");
        }
    }

    private static void local(ApiFunction function, CheckReport report) {
        boolean judged =
                function.history() != null
                        || function.traces().lane() != null
                        || function.traces().nothing() != null
                        || !function.allocates().isEmpty()
                        || !function.consumes().isEmpty()
                        || !function.releases().isEmpty();
        if (judged) {
            report.add(
                    "is local, so no command of it is ever recorded or accounted; remove record and"
                            + " resources, or add async");
        }
    }
}
