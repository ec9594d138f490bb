package dev.hira.sim.ops;

import static dev.hira.sim.ops.Composition.part;

import dev.hira.sim.ops.Composition.Lane;
import dev.hira.sim.ops.convert.IntegersToFloats;
import dev.hira.sim.ops.floating.BF16;
import dev.hira.sim.ops.floating.F16;
import dev.hira.sim.ops.floating.Rounding;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Composes {@code cvt} to and from f16, bf16 and their pairs, by way of f32, which has all their
 * values. A value with more bits than f32 is rounded to odd on its way to a half, so the second
 * rounding gives the correctly rounded result.
 */
final class HalfConversions {
    private static final Pattern FROM_HALF =
            Pattern.compile("cvt(?<to>R[nzmp]i[US](8|16|32|64)|F32|F64)B?F16");

    private static final Pattern WHOLE =
            Pattern.compile("cvt((?<rounding>R[nzmp]i)|Sat(?=F))?(B?F16)\\3");

    private static final Pattern TO_HALF =
            Pattern.compile(
                    "cvt(?<rounding>R[nzmp])?(?<finite>Satfinite)?(?<last>Sat|Relu)?"
                            + "(?<half>B?F16)(?<pair>X2)?(?<from>[USF](8|16|32|64)|BF16)");

    /** The names of {@link #TO_HALF} that exist. */
    private static final Pattern EXIST =
            Pattern.compile(
                    "cvt(R[nzmp](Relu)?B?F16F32|R[nzmp](Sat)?F16F(32|64)|R[nzmp]BF16F64"
                            + "|R[nz](Satfinite)?(Relu)?B?F16(X2)?F32|R[nzmp](F16BF16|BF16F16)"
                            + "|R[nzmp]B?F16[US](16|32|64)|B?F16[US]8)");

    private HalfConversions() {}

    /** Returns the composition of a conversion, or null when none has this name. */
    static @Nullable Composition composition(String name) {
        Matcher from = FROM_HALF.matcher(name);
        if (from.matches()) {
            return fromHalf(HalfMethods.format(name), from.group("to"));
        }
        Matcher whole = WHOLE.matcher(name);
        if (whole.matches()) {
            return whole(name, whole.group("rounding"));
        }
        Matcher to = TO_HALF.matcher(name);
        return EXIST.matcher(name).matches() && to.matches() ? toHalf(to) : null;
    }

    private static Composition fromHalf(Class<?> format, String to) {
        return one(
                List.of(HalfMethods.wide(format)),
                to.equals("F32") ? List.of() : List.of(Methods.known("cvt" + to + "F32")));
    }

    /**
     * Returns the conversion of a half to its own format: unchanged, clamped, or rounded to a whole
     * number.
     */
    private static Composition whole(String name, @Nullable String rounding) {
        if (rounding == null) {
            return one(List.of(), HalfMethods.last(name.startsWith("cvtSat") ? "Sat" : ""));
        }
        Class<?> format = HalfMethods.format(name);
        return one(
                List.of(HalfMethods.wide(format)),
                List.of(
                        Methods.known("cvt" + rounding + "F32F32"),
                        part(format, "narrow", float.class)));
    }

    private static Composition toHalf(Matcher name) {
        Class<?> format = name.group("half").equals("F16") ? F16.class : BF16.class;
        @Nullable String rounding = name.group("rounding");
        boolean nearest = rounding == null || rounding.equals("Rn");
        List<Method> then = new ArrayList<>();
        then.add(part(format, nearest ? "narrow" : "narrow" + rounding, float.class));
        if (name.group("finite") != null) {
            then.add(part(format, "finite", int.class));
        }
        if (name.group("last") != null) {
            then.addAll(HalfMethods.last(name.group("last")));
        }
        List<Method> each = toSingle(name.group("from"));
        return name.group("pair") == null
                ? one(each, then)
                : new Composition(
                        List.of(
                                new Lane(List.of(1), each, then),
                                new Lane(List.of(0), each, then)));
    }

    /** Returns the conversion to a float that is exact or rounded to odd. */
    private static List<Method> toSingle(String from) {
        Method odd = part(Rounding.class, "odd", double.class);
        return switch (from) {
            case "F32" -> List.of();
            case "F64" -> List.of(odd);
            case "F16" -> List.of(HalfMethods.wide(F16.class));
            case "BF16" -> List.of(HalfMethods.wide(BF16.class));
            case "U32", "S32" -> List.of(Methods.known("cvtF64" + from), odd);
            case "S64" -> List.of(part(IntegersToFloats.class, "odd", long.class), odd);
            case "U64" -> List.of(part(IntegersToFloats.class, "oddUnsigned", long.class), odd);
            default -> List.of(Methods.known("cvtF32" + from));
        };
    }

    private static Composition one(List<Method> each, List<Method> then) {
        return new Composition(List.of(new Lane(List.of(0), each, then)));
    }
}
