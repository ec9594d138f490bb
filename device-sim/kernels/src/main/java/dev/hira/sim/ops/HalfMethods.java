package dev.hira.sim.ops;

import static dev.hira.sim.ops.Composition.part;

import dev.hira.sim.ops.Composition.Lane;
import dev.hira.sim.ops.floating.BF16;
import dev.hira.sim.ops.floating.F16;
import dev.hira.sim.ops.floating.Floats32;
import dev.hira.sim.ops.floating.Halves;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Composes {@code add}, {@code sub}, {@code mul}, {@code fma}, {@code neg}, {@code abs}, {@code
 * min}, {@code max}, {@code ex2}, {@code tanh}, {@code setp} and {@code set} on f16, bf16 and their
 * pairs, rounded to nearest even. Each method is composed when an instruction first needs it: its
 * sources are widened, which is exact, a method on f32 computes, and its result is rounded to a
 * half. The patterns list the existing names.
 *
 * <p>Double rounding does no harm. F32 has at least twice the bits of a half plus two, which makes
 * the second rounding of a sum, difference or product of halves innocuous (Figueroa, "When is
 * double rounding innocuous?", 1995). A fused product and sum is first rounded to odd, so every
 * rounding to fewer bits gives the correctly rounded result (Boldo and Melquiond, "Emulation of a
 * FMA and correctly rounded sums", 2008).
 */
final class HalfMethods {
    private static final Pattern ARITHMETIC =
            Pattern.compile(
                    "((?<stem>(add|sub|mul)(Ftz)?(Sat)?|fma(Ftz)?(Sat|Relu)?|(neg|abs)(Ftz)?"
                            + "|(min|max)(Ftz)?(Nan)?(XorsignAbs)?|(ex2|tanh)Approx)F16"
                            + "|(?<bstem>(add|sub|mul|neg|abs)|fma(Relu)?"
                            + "|(min|max)(Nan)?(XorsignAbs)?|ex2ApproxFtz|tanhApprox)BF16)"
                            + "(?<pair>X2)?");

    private static final String TEST = "(?<test>Eq|Ne|Lt|Le|Gt|Ge|Equ|Neu|Ltu|Leu|Gtu|Geu|Num|Nan)";

    private static final Pattern PREDICATE =
            Pattern.compile("setp" + TEST + "(B?F16|(?<side>Low|High)B?F16X2)");

    private static final Pattern MASK =
            Pattern.compile("set" + TEST + "(?<to>B32(?=B?F16X2$)|(B?F16X2)(?=\\3$))B?F16X2");

    private static final Method RELU = part(Halves.class, "relu", int.class);

    private static final Map<String, Method> COMPOSED = new ConcurrentHashMap<>();

    private HalfMethods() {}

    /** Returns the method with this name, or null when it cannot be composed. */
    static @Nullable Method find(String name, MethodType type) {
        @Nullable Composition composition = name.contains("F16") ? composition(name, type) : null;
        return composition == null
                ? null
                : COMPOSED.computeIfAbsent(name, _ -> composition.define(name, type));
    }

    private static @Nullable Composition composition(String name, MethodType type) {
        Matcher arithmetic = ARITHMETIC.matcher(name);
        if (arithmetic.matches()) {
            return arithmetic(arithmetic, type.parameterCount());
        }
        Matcher predicate = PREDICATE.matcher(name);
        if (predicate.matches()) {
            @Nullable String side = predicate.group("side");
            return new Composition(
                    List.of(comparison(name, predicate.group("test"), side, List.of())));
        }
        Matcher mask = MASK.matcher(name);
        return mask.matches() ? mask(name, mask) : HalfConversions.composition(name);
    }

    /** Returns the class of the format with which a name ends. */
    static Class<?> format(String name) {
        return name.endsWith("BF16") || name.endsWith("BF16X2") ? BF16.class : F16.class;
    }

    static Method wide(Class<?> format) {
        return part(format, "wide", int.class);
    }

    /** Returns the method that extracts a half from a pair. */
    static Method half(String side) {
        return part(Halves.class, side.equals("Low") ? "low" : "high", int.class);
    }

    private static Composition arithmetic(Matcher name, int sources) {
        boolean brain = name.group("stem") == null;
        String stem = brain ? name.group("bstem") : name.group("stem");
        Class<?> format = brain ? BF16.class : F16.class;
        boolean signs = stem.startsWith("neg") || stem.startsWith("abs");
        List<Method> each = new ArrayList<>();
        List<Method> then = new ArrayList<>();
        if (stem.contains("Ftz") && !brain) {
            each.add(part(F16.class, "flush", int.class));
        }
        if (signs) {
            then.add(part(Halves.class, stem.substring(0, 3), int.class));
        } else {
            each.add(wide(format));
            then.addAll(rounded(stem, format));
        }
        return sources(sources, name.group("pair") != null, each, then);
    }

    /** Returns methods that compute with floats and round to a half. */
    private static List<Method> rounded(String stem, Class<?> format) {
        boolean flush = stem.contains("Ftz");
        List<Method> steps = new ArrayList<>();
        steps.add(single(stem.replaceAll("Ftz|Sat|Relu", "")));
        if (flush && format == BF16.class) {
            steps.add(part(Floats32.class, "flushF32", float.class));
        }
        steps.add(part(format, "narrow", float.class));
        if (flush && format == F16.class) {
            steps.add(part(F16.class, "flush", int.class));
        }
        steps.addAll(last(stem));
        return steps;
    }

    /** Returns the methods after the rounding: clamping, or replacing negative values by zero. */
    static List<Method> last(String flags) {
        return flags.endsWith("Sat")
                ? List.of(part(F16.class, "saturate", int.class))
                : flags.endsWith("Relu") ? List.of(RELU) : List.of();
    }

    private static Method single(String stem) {
        return stem.equals("fma")
                ? part(Halves.class, "fused", float.class, float.class, float.class)
                : Methods.known(stem + "F32");
    }

    private static Composition sources(
            int count, boolean pair, List<Method> each, List<Method> then) {
        List<Integer> sources = IntStream.range(0, count).boxed().toList();
        return pair
                ? new Composition(
                        List.of(
                                new Lane(sources, before("Low", each), then),
                                new Lane(sources, before("High", each), then)))
                : new Composition(List.of(new Lane(sources, each, then)));
    }

    private static List<Method> before(String side, List<Method> each) {
        List<Method> steps = new ArrayList<>(List.of(half(side)));
        steps.addAll(each);
        return steps;
    }

    private static Lane comparison(
            String name, String test, @Nullable String side, List<Method> last) {
        List<Method> each = List.of(wide(format(name)));
        List<Method> then = new ArrayList<>(List.of(Methods.known("setp" + test + "F32")));
        then.addAll(last);
        return new Lane(List.of(0, 1), side == null ? each : before(side, each), then);
    }

    /**
     * Returns a composition that produces all ones, or the number one, for each half whose
     * comparison holds.
     */
    private static Composition mask(String name, Matcher mask) {
        Class<?> owner = mask.group("to").equals("B32") ? Halves.class : format(name);
        List<Method> last = List.of(part(owner, "one", boolean.class));
        String test = mask.group("test");
        return new Composition(
                List.of(comparison(name, test, "Low", last), comparison(name, test, "High", last)));
    }
}
