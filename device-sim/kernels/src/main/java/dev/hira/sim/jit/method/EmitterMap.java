package dev.hira.sim.jit.method;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Short bytecode for operations, by the names of the operations' methods, to which it is
 * equivalent. The operands are on the stack, and the result replaces them. All other operations are
 * calls. The JVM's compiler does not inline calls in rarely taken paths, and code around such a
 * call is several times slower than it could be.
 */
final class EmitterMap {
    private static final int MASK_16 = 0xffff;

    private static final Map<String, Consumer<CodeBuilder>> EMITTERS =
            Map.ofEntries(
                    is("addB32", CodeBuilder::iadd),
                    is("subB32", CodeBuilder::isub),
                    is("mulLoB32", CodeBuilder::imul),
                    is("mulWideU16", CodeBuilder::imul),
                    is("mulWideS32", EmitterMap::wideProduct),
                    is("madLoB32", code -> code.dup_x2().pop().imul().iadd()),
                    is("negS32", CodeBuilder::ineg),
                    is("andB32", CodeBuilder::iand),
                    is("orB32", CodeBuilder::ior),
                    is("xorB32", CodeBuilder::ixor),
                    is("notB32", code -> code.iconst_m1().ixor()),
                    is("addB64", CodeBuilder::ladd),
                    is("subB64", CodeBuilder::lsub),
                    is("mulLoB64", CodeBuilder::lmul),
                    is("negS64", CodeBuilder::lneg),
                    is("andB64", CodeBuilder::land),
                    is("orB64", CodeBuilder::lor),
                    is("xorB64", CodeBuilder::lxor),
                    is("notB64", code -> code.loadConstant(-1L).lxor()),
                    is("addB16", code -> cut16(code.iadd())),
                    is("subB16", code -> cut16(code.isub())),
                    is("mulLoB16", code -> cut16(code.imul())),
                    is("andB16", CodeBuilder::iand),
                    is("orB16", CodeBuilder::ior),
                    is("xorB16", CodeBuilder::ixor),
                    is("andPRED", CodeBuilder::iand),
                    is("orPRED", CodeBuilder::ior),
                    is("xorPRED", CodeBuilder::ixor),
                    is("notPRED", code -> code.iconst_1().ixor()),
                    is("addF32", CodeBuilder::fadd),
                    is("subF32", CodeBuilder::fsub),
                    is("mulF32", CodeBuilder::fmul),
                    is("divF32", CodeBuilder::fdiv),
                    is(
                            "fmaF32",
                            code ->
                                    math(
                                            code,
                                            "fma",
                                            GeneratedTypes.F,
                                            GeneratedTypes.F,
                                            GeneratedTypes.F,
                                            GeneratedTypes.F)),
                    is("absF32", code -> math(code, "abs", GeneratedTypes.F, GeneratedTypes.F)),
                    is("addF64", CodeBuilder::dadd),
                    is("subF64", CodeBuilder::dsub),
                    is("mulF64", CodeBuilder::dmul),
                    is("divF64", CodeBuilder::ddiv),
                    is(
                            "fmaF64",
                            code ->
                                    math(
                                            code,
                                            "fma",
                                            GeneratedTypes.D,
                                            GeneratedTypes.D,
                                            GeneratedTypes.D,
                                            GeneratedTypes.D)),
                    is("absF64", code -> math(code, "abs", GeneratedTypes.D, GeneratedTypes.D)),
                    is("sqrtF64", code -> math(code, "sqrt", GeneratedTypes.D, GeneratedTypes.D)),
                    is(
                            "minS32",
                            code ->
                                    math(
                                            code,
                                            "min",
                                            GeneratedTypes.I,
                                            GeneratedTypes.I,
                                            GeneratedTypes.I)),
                    is(
                            "maxS32",
                            code ->
                                    math(
                                            code,
                                            "max",
                                            GeneratedTypes.I,
                                            GeneratedTypes.I,
                                            GeneratedTypes.I)),
                    is(
                            "minS64",
                            code ->
                                    math(
                                            code,
                                            "min",
                                            GeneratedTypes.J,
                                            GeneratedTypes.J,
                                            GeneratedTypes.J)),
                    is(
                            "maxS64",
                            code ->
                                    math(
                                            code,
                                            "max",
                                            GeneratedTypes.J,
                                            GeneratedTypes.J,
                                            GeneratedTypes.J)),
                    is("cvtB64S32", CodeBuilder::i2l),
                    is("cvtB64U32", code -> code.i2l().loadConstant(0xffff_ffffL).land()),
                    is("cvtB32B64", CodeBuilder::l2i),
                    is("cvtB32B32", _ -> {}),
                    is("cvtB64B64", _ -> {}),
                    is("cvtB16B16", _ -> {}),
                    is("cvtB32U16", _ -> {}),
                    is("cvtB32U8", _ -> {}),
                    is("cvtB16U8", _ -> {}),
                    is("cvtB32S16", CodeBuilder::i2s),
                    is("cvtB32S8", CodeBuilder::i2b),
                    is("cvtB16B32", EmitterMap::cut16),
                    is("cvtB64U16", CodeBuilder::i2l),
                    is("cvtB64U8", CodeBuilder::i2l),
                    is("cvtRnF32S32", CodeBuilder::i2f),
                    is("cvtRnF32S64", CodeBuilder::l2f),
                    is("cvtRnF64S64", CodeBuilder::l2d),
                    is("cvtF64S32", CodeBuilder::i2d),
                    is("cvtF64F32", CodeBuilder::f2d),
                    is("cvtRnF32F64", CodeBuilder::d2f),
                    is("cvtF32F32", _ -> {}),
                    is("cvtF64F64", _ -> {}));

    private EmitterMap() {}

    /** Returns the emitter of an operation, or null. */
    static @Nullable Consumer<CodeBuilder> of(String method) {
        return EMITTERS.get(method);
    }

    /** Returns the names of all methods that have an emitter. */
    static Set<String> methods() {
        return EMITTERS.keySet();
    }

    private static Map.Entry<String, Consumer<CodeBuilder>> is(
            String method, Consumer<CodeBuilder> emitter) {
        return Map.entry(method, emitter);
    }

    private static void wideProduct(CodeBuilder code) {
        code.i2l().dup2_x1().pop2().i2l().lmul();
    }

    private static void cut16(CodeBuilder code) {
        code.loadConstant(MASK_16).iand();
    }

    private static void math(
            CodeBuilder code, String method, ClassDesc result, ClassDesc... parameters) {
        code.invokestatic(GeneratedTypes.MATH, method, GeneratedTypes.method(result, parameters));
    }
}
