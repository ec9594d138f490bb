package dev.hira.sim.ops;

import dev.hira.sim.ptx.ScalarType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * A pure instruction: a static method and what an engine has to do around it.
 *
 * @param owner the class that has the method
 * @param method its name, unique for what it computes; emitters are found by it
 * @param type its parameters and result, as carriers
 * @param sources the types of the operands as the instruction reads them
 * @param result the type of the result
 * @param flush whether denormal single-precision operands and results count as zero
 * @param saturate whether the result is clamped to 0..1, with 0 for what is not a number
 */
public record Operation(
        Class<?> owner,
        String method,
        MethodType type,
        List<ScalarType> sources,
        ScalarType result,
        boolean flush,
        boolean saturate) {
    /** The method, without what is done around it. */
    public MethodHandle handle() {
        try {
            return MethodHandles.lookup().findStatic(owner, method, type);
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException("There is no " + method + type + ".", missing);
        }
    }
}
