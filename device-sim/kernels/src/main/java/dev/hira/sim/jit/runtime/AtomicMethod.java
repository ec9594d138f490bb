package dev.hira.sim.jit.runtime;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A method that does an atomic update at a checked place.
 *
 * @param carrier type of its operands and of the old value that it returns
 */
public record AtomicMethod(String name, Carrier carrier) {
    private static final Set<String> OF_DEVICE = names(DeviceAtomics.class);
    private static final Set<String> OF_SHARED = names(SharedAtomics.class);

    /** Returns the method for an update, or null when it has none. */
    public static @Nullable AtomicMethod of(Step.Atomic atomic) {
        Space space = atomic.access().space();
        if (space == Space.LOCAL || space == Space.PARAM) {
            return null;
        }
        Set<String> known = space == Space.SHARED ? OF_SHARED : OF_DEVICE;
        ScalarType type = atomic.access().type();
        String update = atomic.update().name().toLowerCase(Locale.ROOT);
        String exact = update + type.name();
        String bits = update + "B" + type.bits();
        boolean plain = type.kind() != ScalarType.Kind.FLOAT && type.kind() != ScalarType.Kind.PAIR;
        if (known.contains(exact)) {
            return new AtomicMethod(exact, carrier(type));
        }
        boolean moves =
                atomic.update() == Step.Update.EXCHANGE || atomic.update() == Step.Update.CAS;
        return (plain || moves) && known.contains(bits)
                ? new AtomicMethod(bits, type.bits() == 64 ? Carrier.LONG : Carrier.INT)
                : null;
    }

    private static Carrier carrier(ScalarType type) {
        return switch (type) {
            case F32 -> Carrier.FLOAT;
            case F64 -> Carrier.DOUBLE;
            default -> type.bits() == 64 ? Carrier.LONG : Carrier.INT;
        };
    }

    private static Set<String> names(Class<?> owner) {
        return Arrays.stream(owner.getDeclaredMethods())
                .map(java.lang.reflect.Method::getName)
                .collect(Collectors.toUnmodifiableSet());
    }
}
