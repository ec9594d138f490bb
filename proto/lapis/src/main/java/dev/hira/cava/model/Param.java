package dev.hira.cava.model;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.type.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parameter or a returned value of a function.
 *
 * @param creation set when the call creates the object that it names
 * @param effect what the call does to the life of the object that it names, when it does not create
 *     it
 * @param nameIs the name, when it follows from the arguments
 * @param hidden whether it is missing in the interface
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

    /** The name in Java. */
    public String java() {
        return field.java();
    }

    /** What a call does to the life of an object. */
    public enum Effect {
        NONE,
        DESTROYS,
        RETAINS,
        RELEASES
    }

    public boolean destroys() {
        return effect == Effect.DESTROYS;
    }

    /** Whether the object may be gone after the call. */
    public boolean ends() {
        return effect == Effect.DESTROYS || effect == Effect.RELEASES;
    }

    public boolean creates() {
        return creation != null;
    }

    /** Whether each side computes it, so that it does not travel. */
    public boolean computed() {
        return hidden && nameIs != null;
    }

    /**
     * How an object is created.
     *
     * @param extent for addresses, how many bytes the name stands for
     * @param parent the parameter that owns it, when it is not the lane's current one
     * @param dependsOn parameters whose objects must outlive it
     */
    public record Creation(@Nullable Expr extent, @Nullable Field parent, List<Field> dependsOn) {}

    /**
     * A parameter that is called back.
     *
     * @param once whether it is called once and then forgotten
     * @param livesWith the parameter whose object it lives with, when it is not called once
     */
    public record CallbackUse(CallbackType type, boolean once, @Nullable Field livesWith) {}
}
