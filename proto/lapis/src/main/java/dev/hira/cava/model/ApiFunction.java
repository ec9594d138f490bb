package dev.hira.cava.model;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.ObjectPlace;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A function of an API.
 *
 * @param mode whether the guest waits for the answer
 * @param success the code that an asynchronous call returns at once
 * @param local whether the guest's side answers it
 * @param traces the traces of a call that replay must reproduce
 * @param splits how to split a call whose buffers are large: by the first of these counts that is
 *     more than 1
 * @param outcomes codes that are not errors
 * @param lateMarker the function that reports when a late output is complete
 * @param work set when a call gives work to a device, and the work ends later
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
        List<Split> splits,
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

    /** Returns the parameter that names the object which the call creates. */
    public Optional<Param> created() {
        return params.stream().filter(Param::creates).findFirst();
    }

    /** Returns whether a router keeps successful calls, so as to repeat them elsewhere. */
    public boolean isRecorded() {
        History history = traces.history();
        return traces.lane() != null || (history != null && history.kind() != History.Kind.ORDERS);
    }

    /** Returns the call's place in the recorded history, or null. */
    public @Nullable History history() {
        return traces.history();
    }

    /** Returns whether calls travel to the server. */
    public boolean isCommand() {
        return !local || mode.async();
    }

    public boolean hasOutcomes() {
        return !outcomes.isEmpty();
    }

    /**
     * How the guest waits.
     *
     * @param async whether it never waits
     * @param asyncIf the condition under which it does not wait
     */
    public record Mode(boolean async, @Nullable Expr asyncIf) {
        /** Returns whether some calls are not waited for. */
        public boolean asyncPossible() {
            return async || asyncIf != null;
        }
    }

    /**
     * A call that may take long.
     *
     * @param ready the function that reports whether it will return without waiting
     */
    public record Blocking(@Nullable String ready, @Nullable Expr quickIf) {}

    /** An amount of a resource. */
    public record Amount(Resource resource, Expr amount, @Nullable Expr when) {}

    /** The return of everything that an object holds of a resource. */
    public record Release(Resource resource, Param object) {}

    /**
     * Work for a device.
     *
     * @param code the parameter that names the code to run
     */
    public record Work(@Nullable Param code) {}

    /**
     * The traces of a call.
     *
     * @param lane its change of the calling lane
     * @param nothing the reason why replay need not repeat it
     */
    public record Traces(
            @Nullable History history, @Nullable LaneChange lane, @Nullable String nothing) {}

    /**
     * A call's change of the calling lane's current object of a type.
     *
     * @param object the parameter that names the object; may be null with POP
     */
    public record LaneChange(Change change, HandleKind type, @Nullable Param object) {
        /** The change of the stack whose top is the current object. */
        public enum Change {
            PUSH,
            POP,
            SET
        }
    }

    /**
     * How to split a call into calls over parts.
     *
     * @param count the bytes, or for pitched areas the rows or slices
     * @param advance the parameters that advance from part to part
     * @param packed the fields in which 0 means the count
     * @param continues the parameter that is true in all parts but the first; null: none
     */
    public record Split(
            Expr.Ref count,
            List<Expr.Ref> advance,
            List<Expr.Ref> packed,
            @Nullable Field continues) {}
}
