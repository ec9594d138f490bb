package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.Function;
import dev.hira.cava.model.Param;

/** The recorded history concerns an object, in the way in which the call does. */
final class HistoryRule implements Rule {
    @Override
    public void check(Api api, Function function, Report report) {
        Function.History history = function.history();
        if (history == null) {
            return;
        }
        Param object = history.object();
        if (object.field().handle() == null) {
            report.add(object, "is recorded but is no handle; give it a handle type");
        }
        switch (history.kind()) {
            case CREATES -> {
                if (!object.creates()) {
                    report.add(object, "is recorded as created, but is not; add creates");
                }
            }
            case DESTROYS -> {
                if (!object.destroys()) {
                    report.add(object, "is recorded as destroyed, but is not; add destroys");
                }
            }
            case MODIFIES, REPLACES -> {
                if (object.creates() || object.destroys()) {
                    report.add(
                            object,
                            "is recorded as modified, but is created or destroyed; use the class"
                                    + " CREATES or DESTROYS");
                }
            }
        }
        history.dependsOn().stream()
                .filter(f -> f.handle() == null)
                .forEach(f -> report.add(f, "is named by record.depends_on but is no handle"));
    }
}
