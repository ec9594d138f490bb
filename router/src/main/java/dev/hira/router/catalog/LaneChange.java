package dev.hira.router.catalog;

import org.jspecify.annotations.Nullable;

/**
 * The effect of a successful call on the calling lane's stack of objects of a type. The top of the
 * stack is the lane's current object. A call that destroys the current object also pops it.
 *
 * @param object the object that becomes the current one; null with {@link Kind#POP}
 */
public record LaneChange(int type, Kind kind, @Nullable ObjectRef object) {
    /** The kinds of changes of the stack. */
    public enum Kind {
        /** Puts the object on top. */
        PUSH,
        /** Removes the top. */
        POP,
        /** Replaces the top by the object, or removes the top when the call names no object. */
        SET
    }
}
