package dev.hira.cava.model;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.type.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parameter or a returned value of a function.
 *
 * @param creation set when the call creates the object that it names
 * @param effect the call's effect on the life of the named object, unless it creates it
 * @param nameIs the expression of the name, when it follows from the arguments
 * @param hidden whether the interface leaves it out
 */
public record Param(
        Field field,
        @Nullable Creation creation,
        Effect effect,
        @Nullable Expr nameIs,
        boolean hidden,
        @Nullable Buffer buffer,
        @Nullable CallbackUse callback) {

    public String name() {
        return field.name();
    }

    /** Returns the name in Java. */
    public String java() {
        return field.java();
    }

    /** A call's effect on the life of an object. */
    public enum Effect {
        NONE,
        DESTROYS,
        RETAINS,
        RELEASES
    }

    public boolean destroys() {
        return effect == Effect.DESTROYS;
    }

    /** Returns whether the object may be gone after the call. */
    public boolean ends() {
        return effect == Effect.DESTROYS || effect == Effect.RELEASES;
    }

    public boolean creates() {
        return creation != null;
    }

    /** Returns whether each side computes it, so that it does not travel. */
    public boolean computed() {
        return hidden && nameIs != null;
    }

    /**
     * How a call creates an object.
     *
     * @param extent for addresses, the number of bytes that the name stands for
     * @param parent the parameter that names the owner, unless it is the lane's current object
     * @param dependsOn parameters whose objects must outlive it
     */
    public record Creation(@Nullable Expr extent, @Nullable Field parent, List<Field> dependsOn) {}

    /**
     * A callback parameter.
     *
     * @param once whether it is called once and then removed
     * @param livesWith the parameter whose object it lives with, unless it is called once
     */
    public record CallbackUse(CallbackType type, boolean once, @Nullable Field livesWith) {}
}
