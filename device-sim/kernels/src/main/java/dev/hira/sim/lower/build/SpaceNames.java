package dev.hira.sim.lower.build;

import dev.hira.sim.code.Space;
import org.jspecify.annotations.Nullable;

/** Reads the state spaces that instructions name. */
public final class SpaceNames {
    private SpaceNames() {}

    /** Takes the space, and refuses memory of another block of the cluster. */
    public static Space takeOwn(InstructionModifiers words, LoweringContext context) {
        if (words.left().contains(".shared::cluster")) {
            throw LoweringRefusal.unsupported();
        }
        return take(words, context);
    }

    /** Takes the space from an instruction's modifiers; the generic one when they name none. */
    public static Space take(InstructionModifiers words, LoweringContext context) {
        @Nullable String named =
                words.takeOneOf(
                        ".global",
                        ".const",
                        ".shared",
                        ".shared::cta",
                        ".shared::cluster",
                        ".local",
                        ".param",
                        ".param::entry",
                        ".param::func");
        return switch (named) {
            case null -> Space.GENERIC;
            case ".global", ".const" -> Space.GLOBAL;
            case ".local", ".param::func" -> Space.LOCAL;
            case ".param::entry" -> Space.PARAM;
            case ".param" -> context.inKernel() ? Space.PARAM : Space.LOCAL;
            default -> Space.SHARED;
        };
    }
}
