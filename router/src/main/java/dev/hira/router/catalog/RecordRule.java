package dev.hira.router.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lasting effect of a successful call, so that a session can be recreated elsewhere by
 * repeating the recorded calls. {@link LaneChange} describes the effect on the lane.
 */
public sealed interface RecordRule {
    /**
     * The call need not be repeated.
     *
     * @param reason the reason, for people
     */
    record Nothing(String reason) implements RecordRule {}

    /**
     * The call creates an object and is kept as long as the object lives. A device may return a
     * name that it has returned before; then the first call counts.
     *
     * @param owner the object that owns it and takes it along when it dies
     * @param extent for addresses: number of bytes that the name stands for
     * @param diesWith further objects; it dies with the first of them
     * @param needs objects that must exist when the call is repeated
     */
    record Creates(
            ObjectRef object,
            @Nullable ObjectRef owner,
            @Nullable Formula extent,
            List<ObjectRef> diesWith,
            List<ObjectRef> needs)
            implements RecordRule {}

    /** The call changes an object; it is kept, in order, as long as the object lives. */
    record Modifies(ObjectRef object, List<ObjectRef> needs) implements RecordRule {}

    /** Like {@link Modifies}, but replaces the former call in the slot. */
    record Replaces(ObjectRef object, Slot slot, List<ObjectRef> needs) implements RecordRule {}

    /** The call empties a slot of an object. */
    record Undoes(ObjectRef object, Slot slot) implements RecordRule {}

    /**
     * The call makes later work of an object wait for others. The journal does not keep it: the
     * order of queued work travels with the devices' state.
     */
    record Orders(ObjectRef object, List<ObjectRef> needs) implements RecordRule {}

    /** The call ends an object, all objects that it owns, and all that die with it. */
    record Destroys(ObjectRef object) implements RecordRule {}

    /** The call adds 1 to the count of an object, which was 1 when it was created. */
    record Retains(ObjectRef object) implements RecordRule {}

    /**
     * The call subtracts 1 from the count of an object. At 0 its name is gone; the object itself
     * goes as soon as it owns nothing and nothing dies with it.
     */
    record Releases(ObjectRef object) implements RecordRule {}

    /**
     * A place for one call in the history of an object.
     *
     * @param per fields of the arguments; each combination of their values has a slot of its own
     */
    record Slot(String name, List<Integer> per) {
        /** Returns the values of {@link #per}. */
        public List<Long> key(CallValues call) {
            return per.stream().map(field -> ObjectRef.number(call.args(), field)).toList();
        }
    }

    /** A number computed from a call's values. */
    @FunctionalInterface
    interface Formula {
        /**
         * Computes the number.
         *
         * @throws ArithmeticException when it overflows or is negative
         */
        long of(CallValues call);
    }
}
