package dev.hira.cava.model;

import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import java.util.List;
import java.util.Optional;

/**
 * The place of a call in the recorded history.
 *
 * @param slot with REPLACES and UNDOES: calls of the same slot replace each other
 * @param per parameters whose values each select a slot of their own
 * @param dependsOn parameters whose objects replay needs
 */
public record History(
        Kind kind, Subject subject, String slot, List<Field> per, List<Field> dependsOn) {
    /** The call's effect on its subject. */
    public enum Kind {
        CREATES,
        MODIFIES,
        REPLACES,
        UNDOES,
        ORDERS,
        DESTROYS,
        RETAINS,
        RELEASES;

        /** Returns whether calls of one slot replace each other. */
        public boolean hasSlot() {
            return this == REPLACES || this == UNDOES;
        }
    }

    /** The subject of a call. */
    public sealed interface Subject {}

    /** The object that a parameter names. */
    public record Named(Param param) implements Subject {}

    /** The object that a returned value names. */
    public record Returned(Param result) implements Subject {}

    /** The calling lane's current object of a type. */
    public record Current(HandleKind type) implements Subject {}

    /** The session as a whole. */
    public record WholeSession() implements Subject {}

    /** Returns the parameter or returned value that names the object. */
    public Optional<Param> object() {
        return switch (subject) {
            case Named named -> Optional.of(named.param());
            case Returned returned -> Optional.of(returned.result());
            case Current _, WholeSession _ -> Optional.empty();
        };
    }
}
