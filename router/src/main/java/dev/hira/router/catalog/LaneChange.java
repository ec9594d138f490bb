package dev.hira.router.catalog;

import org.jspecify.annotations.Nullable;

/**
 * What a successful call does to the calling lane's stack of objects of a type, whose top is the
 * lane's current object. A call that destroys the current object pops it besides.
 *
 * @param object the object that becomes the current one; null with {@link Kind#POP}
 */
public record LaneChange(int type, Kind kind, @Nullable ObjectRef object) {
    /** How the stack changes. */
    public enum Kind {
        /** The object comes on top. */
        PUSH,
        /** The top goes. */
        POP,
        /** The object takes the place of the top; when the call names none, the top goes. */
        SET
    }
}
