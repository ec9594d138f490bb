package dev.hira.router.catalog;

import org.jspecify.annotations.Nullable;

/**
 * The effect of a successful call on the calling lane's stack of objects of a type. The top of the
 * stack is the lane's current object. An object that is destroyed stays on the stack; when another
 * one gets its name, that is the current one.
 *
 * @param object the object that becomes the current one; with {@link Kind#POP} the object that is
 *     removed if it is the current one, or null
 */
public record LaneChange(int type, Kind kind, @Nullable ObjectRef object) {
    /** The kinds of changes of the stack. */
    public enum Kind {
        /** Puts the object on top. */
        PUSH,
        /** Removes the top; with an object only if the object is the top. */
        POP,
        /** Replaces the top by the object, or removes the top when the call names no object. */
        SET
    }
}
