package dev.hira.sim.ops;

import dev.hira.sim.ptx.model.ScalarType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A pure instruction: a static method with its operand and result types.
 *
 * @param owner the public class that has the method
 * @param type the carriers of sources and result, as the package documentation lists them
 * @param sources types of the sources as the instruction reads them
 * @param flush whether denormals of sources and result of type f32 are flushed to zeros of their
 *     sign
 * @param saturate whether the result, an f32 or f64, is clamped to [0, 1], with NaN as +0
 */
public record Operation(
        Class<?> owner,
        String method,
        MethodType type,
        List<ScalarType> sources,
        ScalarType result,
        boolean flush,
        boolean saturate) {
    private static final Map<Operation, MethodHandle> HANDLES = new ConcurrentHashMap<>();

    public Operation {
        sources = List.copyOf(sources);
    }

    /** Returns a handle of the method, without flushing and clamping. */
    public MethodHandle handle() {
        return HANDLES.computeIfAbsent(this, Operation::lookUp);
    }

    private MethodHandle lookUp() {
        try {
            return MethodHandles.publicLookup().findStatic(owner, method, type);
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException(
                    owner.getSimpleName() + " has no method " + method + " of type " + type,
                    missing);
        }
    }
}
