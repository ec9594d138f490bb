package dev.hira.router.journal;

import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.catalog.LaneChange;
import dev.hira.router.catalog.LaneChange.Kind;
import dev.hira.router.catalog.ObjectRef;
import dev.hira.router.catalog.RecordRule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An API's functions that only change a lane's current object, for making any object the current
 * one.
 *
 * @param type the type of which lanes have a current object; 0: none
 */
record LaneFunctions(int type, @Nullable Setter set, @Nullable Setter push) {
    /** A function with the field of its arguments that names the object. */
    record Setter(int function, int field) {}

    /**
     * Finds the functions of an API.
     *
     * @throws IllegalArgumentException when lanes have current objects of several types, or when no
     *     function puts an object on their stack
     */
    static LaneFunctions of(Catalog catalog) {
        LaneFunctions found = new LaneFunctions(0, null, null);
        for (int id = 0; id <= catalog.maxFunction(); id++) {
            FunctionRow row = catalog.row(id);
            if (row != null && row.lane() != null) {
                found = found.with(catalog, row, row.lane());
            }
        }
        if (found.type != 0 && (found.set == null || found.push == null)) {
            throw new IllegalArgumentException(
                    catalog.name() + " has no functions that only set and push the current object");
        }
        return found;
    }

    private LaneFunctions with(Catalog catalog, FunctionRow row, LaneChange change) {
        if (type != 0 && type != change.type()) {
            throw new IllegalArgumentException(
                    catalog.name() + " has current objects of two types; one is supported");
        }
        Setter setter = setter(row, change);
        return new LaneFunctions(
                change.type(),
                change.kind() == Kind.SET && setter != null ? setter : set,
                change.kind() == Kind.PUSH && setter != null ? setter : push);
    }

    private static @Nullable Setter setter(FunctionRow row, LaneChange change) {
        return row.record() instanceof RecordRule.Nothing
                        && change.object() instanceof ObjectRef.Argument argument
                ? new Setter(row.id(), argument.field())
                : null;
    }

    Setter setter() {
        return Objects.requireNonNull(set);
    }

    Setter pusher() {
        return Objects.requireNonNull(push);
    }
}
