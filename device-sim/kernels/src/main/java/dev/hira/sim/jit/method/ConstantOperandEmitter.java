package dev.hira.sim.jit.method;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Value;
import java.lang.classfile.CodeBuilder;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Short bytecode for operations whose last operand is a constant within a certain range, by the
 * names of the operations' methods, to which it is equivalent. The other operands are on the stack,
 * and the result replaces them.
 */
final class ConstantOperandEmitter {
    /** The selectors that put the bytes of the first word in the opposite order. */
    private static final int REVERSE = 0x0123;

    private static final Map<String, Known> KNOWN =
            Map.ofEntries(
                    shift("shlB32", (code, by) -> code.loadConstant(by).ishl()),
                    shift("shrB32", (code, by) -> code.loadConstant(by).iushr()),
                    shift("shrU32", (code, by) -> code.loadConstant(by).iushr()),
                    shift("shrS32", (code, by) -> code.loadConstant(by).ishr()),
                    shift("shlB64", (code, by) -> code.loadConstant(by).lshl()),
                    shift("shrB64", (code, by) -> code.loadConstant(by).lushr()),
                    shift("shrU64", (code, by) -> code.loadConstant(by).lushr()),
                    shift("shrS64", (code, by) -> code.loadConstant(by).lshr()),
                    funnel("shfLWrapB32", ConstantOperandEmitter::funnelLeft),
                    funnel("shfLClampB32", ConstantOperandEmitter::funnelLeft),
                    funnel("shfRWrapB32", (code, by) -> funnelLeft(code, Integer.SIZE - by)),
                    funnel("shfRClampB32", (code, by) -> funnelLeft(code, Integer.SIZE - by)),
                    Map.entry("prmtB32", new Known(REVERSE, REVERSE, (code, _) -> reverse(code))));

    private ConstantOperandEmitter() {}

    /** Emits an operation by a constant. */
    @FunctionalInterface
    private interface Emitter {
        void emit(CodeBuilder code, int last);
    }

    /** The emitter for constants in a range. */
    private record Known(int least, int most, Emitter emitter) {
        boolean takes(int last) {
            return last >= least && last <= most;
        }
    }

    /** Returns the emitter of an operation with this last operand, or null. */
    static @Nullable Consumer<CodeBuilder> of(String method, Value last) {
        Known known = KNOWN.get(method);
        return known != null
                        && last instanceof Value.Constant(long bits, Carrier _)
                        && known.takes((int) bits)
                ? code -> known.emitter().emit(code, (int) bits)
                : null;
    }

    /** Returns the names of all methods that have an emitter for some operands. */
    static Set<String> methods() {
        return KNOWN.keySet();
    }

    private static Map.Entry<String, Known> shift(String method, Emitter emitter) {
        int width = method.endsWith("64") ? Long.SIZE : Integer.SIZE;
        return Map.entry(method, new Known(0, width - 1, emitter));
    }

    private static Map.Entry<String, Known> funnel(String method, Emitter emitter) {
        return Map.entry(method, new Known(1, Integer.SIZE - 1, emitter));
    }

    /**
     * Emits a funnel shift in a form in which the JVM's compiler sees a rotation if both words are
     * the same.
     */
    private static void funnelLeft(CodeBuilder code, int by) {
        code.loadConstant(by).ishl();
        code.swap();
        code.loadConstant(Integer.SIZE - by).iushr();
        code.ior();
    }

    private static void reverse(CodeBuilder code) {
        code.pop();
        code.invokestatic(
                GeneratedTypes.INTEGER,
                "reverseBytes",
                GeneratedTypes.method(GeneratedTypes.I, GeneratedTypes.I));
    }
}
