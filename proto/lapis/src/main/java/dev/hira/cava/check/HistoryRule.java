package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.History;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.Scalar;

/**
 * Checks that every command says what it leaves behind: a record about an object, consistent with
 * the call's effect on it, a change of the calling lane, or nothing and the reason for that.
 */
final class HistoryRule implements Rule {
    @Override
    public void check(Api api, ApiFunction function, CheckReport report) {
        ApiFunction.Traces traces = function.traces();
        boolean leaves = traces.history() != null || traces.lane() != null;
        if (!leaves && traces.nothing() == null && function.isCommand()) {
            report.add(
                    "does not say what it leaves behind; give it record or current, or say with"
                            + " leaves_nothing why replay need not repeat it");
        }
        if (leaves && traces.nothing() != null) {
            report.add("leaves nothing, but has record or current; remove one");
        }
        if (traces.history() != null) {
            history(api, function, traces.history(), report);
        }
        if (traces.lane() != null) {
            lane(api, traces.lane(), report);
        }
    }

    private static void history(
            Api api, ApiFunction function, History history, CheckReport report) {
        switch (history.subject()) {
            case History.Named named -> object(history, named.param(), report);
            case History.Returned returned -> returned(history, returned.result(), report);
            case History.Current current -> {
                hasCurrent(api, current.type(), "record.current", report);
                changesOnly(history, report);
            }
            case History.WholeSession _ -> changesOnly(history, report);
        }
        slot(api, function, history, report);
        history.dependsOn().stream()
                .filter(f -> f.handle() == null)
                .forEach(f -> report.add(f, "is named by record.depends_on but is not a handle"));
        if (history.kind() == History.Kind.ORDERS && history.dependsOn().isEmpty()) {
            report.add("orders work after nothing; name with record.depends_on what comes first");
        }
    }

    private static void object(History history, Param object, CheckReport report) {
        if (object.field().handle() == null) {
            report.add(object, "is recorded but is not a handle; give it a handle type");
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
            case RETAINS -> {
                if (object.effect() != Param.Effect.RETAINS) {
                    report.add(object, "is recorded as retained, but is not; add retains");
                }
            }
            case RELEASES -> {
                if (object.effect() != Param.Effect.RELEASES) {
                    report.add(object, "is recorded as released, but is not; add releases");
                }
            }
            case MODIFIES, REPLACES, UNDOES, ORDERS -> {
                if (object.creates() || object.ends()) {
                    report.add(
                            object,
                            "is recorded as modified, but is created or destroyed; use the class"
                                    + " CREATES or DESTROYS");
                }
            }
        }
    }

    private static void returned(History history, Param result, CheckReport report) {
        if (history.kind() != History.Kind.CREATES || !result.creates()) {
            report.add(
                    result,
                    "is returned, so a record can be about it only if the call creates it; use the"
                            + " class CREATES and add creates");
        }
    }

    private static void changesOnly(History history, CheckReport report) {
        boolean lives =
                switch (history.kind()) {
                    case CREATES, DESTROYS, RETAINS, RELEASES -> true;
                    case MODIFIES, REPLACES, UNDOES, ORDERS -> false;
                };
        if (lives) {
            report.add(
                    "records the begin or end of an object's life; name the object with record.object");
        }
    }

    private static void slot(Api api, ApiFunction function, History history, CheckReport report) {
        boolean named = !history.slot().equals(function.name());
        if (!history.kind().hasSlot() && (named || !history.per().isEmpty())) {
            report.add("has record.slot or record.per, which only REPLACES and UNDOES have");
        }
        for (Field field : history.per()) {
            boolean number =
                    !(field.type() instanceof Scalar scalar)
                            || scalar.isInteger()
                            || scalar == Scalar.BOOL;
            if (!number || field.repeated()) {
                report.add(
                        field, "is named by record.per, so it must be a number, an enum or a name");
            }
        }
        boolean filled =
                api.functions().stream()
                        .anyMatch(f -> f.history() != null && fills(f.history(), history.slot()));
        if (history.kind() == History.Kind.UNDOES && !filled) {
            report.add(
                    "undoes what no function does; let another function have the class REPLACES and"
                            + " the slot '"
                            + history.slot()
                            + "'");
        }
    }

    private static boolean fills(History history, String slot) {
        return history.kind() == History.Kind.REPLACES && history.slot().equals(slot);
    }

    private static void lane(Api api, ApiFunction.LaneChange change, CheckReport report) {
        hasCurrent(api, change.type(), "current.handle", report);
        Param object = change.object();
        boolean pops = change.change() == ApiFunction.LaneChange.Change.POP;
        if (!pops && object == null) {
            report.add("has no current.object; say which object becomes the current one");
        }
        if (object != null && !change.type().equals(object.field().handle())) {
            String role = pops ? "is popped as" : "becomes";
            report.add(object, role + " the current " + change.type().name() + ", but is not one");
        }
    }

    private static void hasCurrent(Api api, HandleKind type, String what, CheckReport report) {
        if (!api.hasCurrent(type)) {
            report.add(
                    what
                            + " names the type '"
                            + type.name()
                            + "', but lanes have no current object of it unless a parent_from returns"
                            + " one");
        }
    }
}
