package dev.hira.cava.model;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.ObjectPlace;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A function of an API.
 *
 * @param mode whether the guest waits for the answer
 * @param success what an asynchronous call returns at once
 * @param local whether the guest's side answers it
 * @param traces what replay must repeat of a call
 * @param outcomes codes that are no errors
 * @param lateMarker the function that tells when a late output is complete
 * @param work set when a device has work of it that ends later
 */
public record ApiFunction(
        String name,
        int id,
        Mode mode,
        EnumType.@Nullable Constant success,
        boolean local,
        @Nullable Blocking blocking,
        List<Amount> allocates,
        List<Amount> consumes,
        List<Release> releases,
        Traces traces,
        @Nullable Split split,
        List<EnumType.Constant> outcomes,
        @Nullable String lateMarker,
        @Nullable Work work,
        List<Param> params,
        List<Param> results,
        String comment,
        ObjectPlace place) {

    public Optional<Param> param(String wanted) {
        return params.stream().filter(p -> p.name().equals(wanted)).findFirst();
    }

    /** The parameter that names the object which the call creates. */
    public Optional<Param> created() {
        return params.stream().filter(Param::creates).findFirst();
    }

    /** The call's place in the recorded history, if it has one. */
    public @Nullable History history() {
        return traces.history();
    }

    /** Whether calls travel to the server. */
    public boolean isCommand() {
        return !local || mode.async();
    }

    public boolean hasOutcomes() {
        return !outcomes.isEmpty();
    }

    /**
     * Whether the guest waits.
     *
     * @param async never
     * @param asyncIf not when this holds
     */
    public record Mode(boolean async, @Nullable Expr asyncIf) {
        /** Whether some calls are not waited for. */
        public boolean asyncPossible() {
            return async || asyncIf != null;
        }
    }

    /**
     * A call that may take long.
     *
     * @param ready the function that tells whether it will not wait
     */
    public record Blocking(@Nullable String ready, @Nullable Expr quickIf) {}

    /** A quantity of a resource. */
    public record Amount(Resource resource, Expr amount, @Nullable Expr when) {}

    /** Gives back what an object holds. */
    public record Release(Resource resource, Param object) {}

    /**
     * Work for a device.
     *
     * @param code the parameter that names what it does
     */
    public record Work(@Nullable Param code) {}

    /**
     * What a call leaves behind.
     *
     * @param lane what it does to the calling lane
     * @param nothing why replay need not repeat it
     */
    public record Traces(
            @Nullable History history, @Nullable LaneChange lane, @Nullable String nothing) {}

    /**
     * What a call does to the calling lane's current object of a type.
     *
     * @param object the parameter that names the object; none with POP
     */
    public record LaneChange(Change change, HandleKind type, @Nullable Param object) {
        /** What the call does to the stack whose top is the current object. */
        public enum Change {
            PUSH,
            POP,
            SET
        }
    }

    /**
     * How a call is cut into calls over parts.
     *
     * @param count the bytes, or for pitched areas the rows or slices
     * @param advance what moves along
     */
    public record Split(Expr.Ref count, List<Expr.Ref> advance) {}
}
