package dev.hira.sim.jit.method;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Comparisons that become branches, by the names of their operations' methods. */
final class BranchComparisons {
    private static final Map<String, Comparison> ALL = new HashMap<>();

    static {
        ints();
        longs();
        numbers("F32", CodeBuilder::fcmpl, CodeBuilder::fcmpg);
        numbers("F64", CodeBuilder::dcmpl, CodeBuilder::dcmpg);
    }

    private BranchComparisons() {}

    /**
     * The comparison of two operands on the stack.
     *
     * @param prepare emits code before the jump
     * @param yes jumps when the comparison holds
     * @param no jumps when it does not
     */
    record Comparison(UnaryOperator<CodeBuilder> prepare, Opcode yes, Opcode no) {
        /** Jumps when the comparison's result is the wanted one. */
        void branch(CodeBuilder code, boolean wanted, Label target) {
            prepare.apply(code).branch(wanted ? yes : no, target);
        }

        /** Pushes the comparison's result. */
        void push(CodeBuilder code) {
            Label holds = code.newLabel();
            Label done = code.newLabel();
            branch(code, true, holds);
            code.iconst_0().goto_(done).labelBinding(holds).iconst_1().labelBinding(done);
        }
    }

    /** Returns the comparison that an operation makes, or null when it is none of these. */
    static @Nullable Comparison of(String method) {
        return ALL.get(method);
    }

    /** Returns the names of all methods that are comparisons of this kind. */
    static Set<String> methods() {
        return ALL.keySet();
    }

    private static void ints() {
        put("EqB32", same(), Opcode.IF_ICMPEQ, Opcode.IF_ICMPNE);
        put("NeB32", same(), Opcode.IF_ICMPNE, Opcode.IF_ICMPEQ);
        put("EqB16", same(), Opcode.IF_ICMPEQ, Opcode.IF_ICMPNE);
        put("NeB16", same(), Opcode.IF_ICMPNE, Opcode.IF_ICMPEQ);
        for (String type : new String[] {"S32", "U16"}) {
            put("Lt" + type, same(), Opcode.IF_ICMPLT, Opcode.IF_ICMPGE);
            put("Le" + type, same(), Opcode.IF_ICMPLE, Opcode.IF_ICMPGT);
            put("Gt" + type, same(), Opcode.IF_ICMPGT, Opcode.IF_ICMPLE);
            put("Ge" + type, same(), Opcode.IF_ICMPGE, Opcode.IF_ICMPLT);
        }
        ordered("U32", unsigned(GeneratedTypes.INTEGER, GeneratedTypes.I));
    }

    private static void longs() {
        put("EqB64", CodeBuilder::lcmp, Opcode.IFEQ, Opcode.IFNE);
        put("NeB64", CodeBuilder::lcmp, Opcode.IFNE, Opcode.IFEQ);
        ordered("S64", CodeBuilder::lcmp);
        ordered("U64", unsigned(GeneratedTypes.LONG, GeneratedTypes.J));
    }

    private static void ordered(String type, UnaryOperator<CodeBuilder> compare) {
        put("Lt" + type, compare, Opcode.IFLT, Opcode.IFGE);
        put("Le" + type, compare, Opcode.IFLE, Opcode.IFGT);
        put("Gt" + type, compare, Opcode.IFGT, Opcode.IFLE);
        put("Ge" + type, compare, Opcode.IFGE, Opcode.IFLT);
    }

    /**
     * Adds comparisons of floating-point numbers.
     *
     * @param low compares so that NaN counts as less
     * @param high compares so that NaN counts as greater
     */
    private static void numbers(
            String type, UnaryOperator<CodeBuilder> low, UnaryOperator<CodeBuilder> high) {
        put("Eq" + type, low, Opcode.IFEQ, Opcode.IFNE);
        put("Lt" + type, high, Opcode.IFLT, Opcode.IFGE);
        put("Le" + type, high, Opcode.IFLE, Opcode.IFGT);
        put("Gt" + type, low, Opcode.IFGT, Opcode.IFLE);
        put("Ge" + type, low, Opcode.IFGE, Opcode.IFLT);
        put("Neu" + type, low, Opcode.IFNE, Opcode.IFEQ);
        put("Ltu" + type, low, Opcode.IFLT, Opcode.IFGE);
        put("Leu" + type, low, Opcode.IFLE, Opcode.IFGT);
        put("Gtu" + type, high, Opcode.IFGT, Opcode.IFLE);
        put("Geu" + type, high, Opcode.IFGE, Opcode.IFLT);
    }

    private static void put(
            String name, UnaryOperator<CodeBuilder> prepare, Opcode yes, Opcode no) {
        ALL.put("setp" + name, new Comparison(prepare, yes, no));
    }

    private static UnaryOperator<CodeBuilder> same() {
        return UnaryOperator.identity();
    }

    private static UnaryOperator<CodeBuilder> unsigned(ClassDesc owner, ClassDesc type) {
        return code ->
                code.invokestatic(
                        owner,
                        "compareUnsigned",
                        GeneratedTypes.method(GeneratedTypes.I, type, type));
    }
}
