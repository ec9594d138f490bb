package dev.hira.sim.ops;

import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.ScalarType.Kind;
import org.jspecify.annotations.Nullable;

/** The naming rules for conversions. */
final class ConversionFamily {
    private ConversionFamily() {}

    static @Nullable Operation convert(Spelling spelling, int sources) {
        if (spelling.has("pack")) {
            return packed(spelling);
        }
        if (spelling.types().size() != 2) {
            return null;
        }
        ScalarType to = spelling.type(0);
        ScalarType from = spelling.type(1);
        Signature signature =
                to.kind() == Kind.PAIR && from == ScalarType.F32
                        ? Signature.of(to, from, from)
                        : Signature.of(to, from);
        if (isWhole(to)) {
            return isWhole(from)
                    ? wholes(spelling, signature)
                    : named(spelling.without("sat"), signature, to.name());
        }
        return named(rounded(spelling, to, from), signature, to.name());
    }

    /** Returns the spelling with the rounding and the order of modifiers that method names have. */
    private static Spelling rounded(Spelling spelling, ScalarType to, ScalarType from) {
        if (isExact(to, from)) {
            return spelling.without("rn", "rz", "rm", "rp");
        }
        if (spelling.flags().isEmpty() && isHalf(to) && isHalf(from) && to != from) {
            return spelling.with("rn");
        }
        return spelling.has("relu") ? spelling.without("relu").with("relu") : spelling;
    }

    private static boolean isHalf(ScalarType type) {
        return type == ScalarType.F16 || type == ScalarType.BF16;
    }

    private static @Nullable Operation wholes(Spelling spelling, Signature signature) {
        ScalarType to = signature.result();
        ScalarType from = signature.sources().get(0);
        if (spelling.has("sat") && !contains(to, from)) {
            return named(spelling, signature, to.name());
        }
        String width = "B" + to.bits();
        String source = to.bits() > from.bits() ? from.name() : "B" + from.bits();
        Spelling plain = spelling.without("sat");
        return Methods.operation(plain.stem() + width + source, signature, false, false);
    }

    private static @Nullable Operation named(
            Spelling spelling, Signature signature, String target) {
        boolean flush = spelling.has("ftz") && signature.uses(ScalarType.F32);
        boolean saturate = spelling.has("sat") && Families.isFloat(signature.result());
        Spelling rest = flush ? spelling.without("ftz") : spelling;
        rest = saturate ? rest.without("sat") : rest;
        ScalarType from = signature.sources().get(0);
        return Methods.operation(rest.stem() + target + from.name(), signature, flush, saturate);
    }

    /**
     * Returns the conversion of two integers into one word; some forms put them below the bits of a
     * third.
     */
    private static @Nullable Operation packed(Spelling spelling) {
        StringBuilder name = new StringBuilder(spelling.stem());
        spelling.types().forEach(name::append);
        boolean three = spelling.lastType() == ScalarType.B32;
        Signature signature =
                three
                        ? Signature.of(
                                ScalarType.B32, ScalarType.S32, ScalarType.S32, ScalarType.B32)
                        : Signature.of(ScalarType.B32, ScalarType.S32, ScalarType.S32);
        return Methods.operation(name.toString(), signature, false, false);
    }

    private static boolean isWhole(ScalarType type) {
        return type.kind() == Kind.UNSIGNED || type.kind() == Kind.SIGNED;
    }

    /** Returns whether an integer type has all values of another. */
    private static boolean contains(ScalarType to, ScalarType from) {
        if (to.kind() == from.kind()) {
            return to.bits() >= from.bits();
        }
        return to.kind() == Kind.SIGNED && to.bits() > from.bits();
    }

    /**
     * Returns whether a floating-point type has all values of another type for which a rounding may
     * be named.
     */
    private static boolean isExact(ScalarType to, ScalarType from) {
        return isWhole(from)
                ? from.bits() <= bitsOfWholes(to)
                : from == ScalarType.BF16 && Families.isFloat(to);
    }

    private static int bitsOfWholes(ScalarType to) {
        return switch (to) {
            case F16, BF16 -> 8;
            case F32 -> 16;
            case F64 -> 32;
            default -> 0;
        };
    }
}
