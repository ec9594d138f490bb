package dev.hira.sim.lower;

import dev.hira.sim.code.Space;
import org.jspecify.annotations.Nullable;

/** The state spaces that instructions name. */
final class Spaces {
    private Spaces() {}

    /** The same for what must not be in another block of the cluster. */
    static Space takeOwn(Words words, Context context) {
        if (words.left().contains(".shared::cluster")) {
            throw Refusal.unsupported();
        }
        return take(words, context);
    }

    /** Takes the space from an instruction's modifiers; the generic one when it names none. */
    static Space take(Words words, Context context) {
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
