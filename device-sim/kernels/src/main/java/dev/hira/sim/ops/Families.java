package dev.hira.sim.ops;

import static dev.hira.sim.ptx.model.ScalarType.B32;
import static dev.hira.sim.ptx.model.ScalarType.PRED;
import static dev.hira.sim.ptx.model.ScalarType.S32;
import static dev.hira.sim.ptx.model.ScalarType.U32;

import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.ScalarType.Kind;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules from an instruction's text to the name and signature of its method. Opcodes fall into
 * families by the operands that they read; within a family the flags and types make the name. A
 * combination is therefore supported exactly when a method with its name exists.
 */
final class Families {
    private static final Map<String, Family> FAMILIES =
            Map.ofEntries(
                    // one source
                    Map.entry("abs", alike(1)),
                    Map.entry("neg", alike(1)),
                    Map.entry("not", alike(1)),
                    Map.entry("cnot", alike(1)),
                    Map.entry("brev", alike(1)),
                    Map.entry("sqrt", alike(1)),
                    Map.entry("rcp", alike(1)),
                    Map.entry("rsqrt", alike(1)),
                    Map.entry("sin", alike(1)),
                    Map.entry("cos", alike(1)),
                    Map.entry("lg2", alike(1)),
                    Map.entry("ex2", alike(1)),
                    Map.entry("tanh", alike(1)),
                    Map.entry("popc", one((spelling, t) -> Signature.of(U32, t))),
                    Map.entry("clz", one((spelling, t) -> Signature.of(U32, t))),
                    Map.entry("bfind", one((spelling, t) -> Signature.of(U32, t))),
                    Map.entry("testp", one((spelling, t) -> Signature.of(PRED, t))),
                    // two sources
                    Map.entry("add", alike(2)),
                    Map.entry("sub", alike(2)),
                    Map.entry("mul", one(Families::product)),
                    Map.entry("mul24", alike(2)),
                    Map.entry("div", alike(2)),
                    Map.entry("rem", alike(2)),
                    Map.entry("and", alike(2)),
                    Map.entry("or", alike(2)),
                    Map.entry("xor", alike(2)),
                    Map.entry("copysign", alike(2)),
                    Map.entry("bmsk", alike(2)),
                    Map.entry("min", Families::extreme),
                    Map.entry("max", Families::extreme),
                    Map.entry("shl", one((spelling, t) -> Signature.of(t, t, U32))),
                    Map.entry("shr", one((spelling, t) -> Signature.of(t, t, U32))),
                    Map.entry("szext", one((spelling, t) -> Signature.of(t, t, U32))),
                    Map.entry("setp", CompareFamily::compare),
                    Map.entry("set", CompareFamily::set),
                    Map.entry("cvt", ConversionFamily::convert),
                    // three sources and more
                    Map.entry("fma", alike(3)),
                    Map.entry("mad", Families::productAndSum),
                    Map.entry("mad24", alike(3)),
                    Map.entry("sad", alike(3)),
                    Map.entry("shf", one((spelling, t) -> Signature.of(t, t, t, U32))),
                    Map.entry("bfe", one((spelling, t) -> Signature.of(t, t, U32, U32))),
                    Map.entry("bfi", one((spelling, t) -> Signature.of(t, t, t, U32, U32))),
                    Map.entry("fns", one((spelling, t) -> Signature.of(t, t, t, S32))),
                    Map.entry("prmt", one((spelling, t) -> Signature.of(t, t, t, t))),
                    Map.entry("lop3", (spelling, n) -> lookUpTable(spelling)),
                    Map.entry("dp4a", (spelling, n) -> dotProduct(spelling)),
                    Map.entry("dp2a", (spelling, n) -> dotProduct(spelling)),
                    Map.entry("selp", (spelling, n) -> Selecting.byPredicate(spelling)),
                    Map.entry("slct", (spelling, n) -> Selecting.bySign(spelling)));

    private Families() {}

    /** Maps a spelling, and the number of sources where it matters, to an operation. */
    @FunctionalInterface
    interface Family {
        @Nullable Operation resolve(Spelling spelling, int sources);
    }

    /** The signature of an instruction that names one type. */
    @FunctionalInterface
    private interface Shape {
        Signature of(Spelling spelling, ScalarType type);
    }

    static @Nullable Operation resolve(Spelling spelling, int sources) {
        @Nullable Family family = FAMILIES.get(spelling.opcode());
        return family == null ? null : family.resolve(spelling, sources);
    }

    private static Family one(Shape shape) {
        return (spelling, sources) ->
                spelling.types().size() == 1
                        ? named(spelling, shape.of(spelling, spelling.type(0)))
                        : null;
    }

    private static Family alike(int sources) {
        return one((spelling, type) -> Signature.alike(type, sources));
    }

    /** Returns the operation named by the stem and the one type, with or without its signedness. */
    static @Nullable Operation named(Spelling spelling, Signature signature) {
        ScalarType type = spelling.lastType();
        boolean flush = spelling.has("ftz") && signature.uses(ScalarType.F32);
        boolean saturate = spelling.has("sat") && isFloat(signature.result());
        Spelling rest =
                type.kind() == Kind.FLOAT || type.kind() == Kind.PAIR
                        ? spelling.without("rn")
                        : spelling;
        rest = flush ? rest.without("ftz") : rest;
        rest = saturate ? rest.without("sat") : rest;
        String stem = rest.stem();
        @Nullable Operation exact =
                Methods.operation(stem + type.name(), signature, flush, saturate);
        @Nullable String bits = Spelling.unsigned(type);
        return exact != null || bits == null
                ? exact
                : Methods.operation(stem + bits, signature, flush, saturate);
    }

    static boolean isFloat(ScalarType type) {
        return type == ScalarType.F32 || type == ScalarType.F64;
    }

    private static @Nullable Operation extreme(Spelling spelling, int sources) {
        if (spelling.types().size() != 1) {
            return null;
        }
        Signature signature = Signature.alike(spelling.type(0), sources);
        return named(
                sources == 3
                        ? new Spelling(spelling.opcode() + "3", spelling.flags(), spelling.types())
                        : spelling,
                signature);
    }

    private static Signature product(Spelling spelling, ScalarType type) {
        return spelling.has("wide")
                ? Signature.of(wider(type), type, type)
                : Signature.alike(type, 2);
    }

    /** Returns the operation of {@code mad}, which is {@code fma} for floating-point types. */
    private static @Nullable Operation productAndSum(Spelling spelling, int sources) {
        ScalarType type = spelling.lastType();
        if (spelling.types().size() != 1) {
            return null;
        }
        if (isFloat(type)) {
            return resolve(new Spelling("fma", spelling.flags(), spelling.types()), sources);
        }
        return named(
                spelling,
                spelling.has("wide")
                        ? Signature.of(wider(type), type, type, wider(type))
                        : Signature.alike(type, 3));
    }

    /** Returns the integer type of twice the width, or the type itself when there is none. */
    private static ScalarType wider(ScalarType type) {
        return switch (type) {
            case U16 -> U32;
            case S16 -> S32;
            case U32 -> ScalarType.U64;
            case S32 -> ScalarType.S64;
            default -> type;
        };
    }

    private static @Nullable Operation lookUpTable(Spelling spelling) {
        return named(spelling.without("and", "or", "xor"), Signature.alike(B32, 4));
    }

    private static @Nullable Operation dotProduct(Spelling spelling) {
        if (spelling.types().size() != 2) {
            return null;
        }
        ScalarType a = spelling.type(0);
        ScalarType b = spelling.type(1);
        ScalarType sum = a == U32 && b == U32 ? U32 : S32;
        return Methods.operation(
                spelling.stem() + a + b, Signature.of(sum, a, b, sum), false, false);
    }
}
