package dev.hira.router.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a successful call of a function leaves behind, so that a session can be recreated elsewhere
 * by making the recorded calls again. What the call does to its lane is a {@link LaneChange}.
 */
public sealed interface RecordRule {
    /**
     * The call need not be repeated.
     *
     * @param reason why, for people
     */
    record Nothing(String reason) implements RecordRule {}

    /**
     * The call creates an object and is kept as long as the object lives. A device may return a
     * name again that it chose before; the first call is the one that counts then.
     *
     * @param owner the object that owns it, with which it dies
     * @param extent for addresses: how many bytes the name stands for
     * @param diesWith further objects with any of which it dies
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

    /** Like {@link Modifies}, in place of the call that the slot had before. */
    record Replaces(ObjectRef object, Slot slot, List<ObjectRef> needs) implements RecordRule {}

    /** The call empties a slot of an object. */
    record Undoes(ObjectRef object, Slot slot) implements RecordRule {}

    /** Later work of an object waits for others; kept until the work has ended. */
    record Orders(ObjectRef object, List<ObjectRef> needs) implements RecordRule {}

    /** The call ends an object, all that it owns, and all that dies with it. */
    record Destroys(ObjectRef object) implements RecordRule {}

    /** The call adds 1 to the count of an object, which was 1 when it was created. */
    record Retains(ObjectRef object) implements RecordRule {}

    /**
     * The call takes 1 away from the count of an object. At 0 its name is gone, and the object
     * itself as soon as it owns nothing and nothing dies with it.
     */
    record Releases(ObjectRef object) implements RecordRule {}

    /**
     * A place for one call in the history of an object.
     *
     * @param per fields of the arguments; each of their values has a slot of its own
     */
    record Slot(String name, List<Integer> per) {
        /** The values of {@link #per}. */
        public List<Long> key(CallValues call) {
            return per.stream().map(field -> ObjectRef.number(call.args(), field)).toList();
        }
    }

    /** A number that follows from a call's values. */
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
