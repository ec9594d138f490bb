package dev.hira.sim.lower.build;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Value;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The predefined registers by name. Each block is its own cluster; the environment registers here
 * are those of cooperative launches (those of an {@link dev.hira.sim.kernel.EnvironmentBlock} are
 * loaded), and there are no performance counters.
 */
public final class SpecialRegisterReads {
    private static final Value ZERO = new Value.Constant(0, Carrier.INT);
    private static final Value ONE = new Value.Constant(1, Carrier.INT);

    private static final Map<String, String> VECTORS =
            Map.of(
                    "%tid", "TID",
                    "%ntid", "NTID",
                    "%ctaid", "CTAID",
                    "%nctaid", "NCTAID",
                    "%clusterid", "CTAID",
                    "%nclusterid", "NCTAID");

    private static final Map<String, SpecialRegister> SCALARS =
            Map.of(
                    "%envreg1", SpecialRegister.ENVREG1,
                    "%envreg2", SpecialRegister.ENVREG2,
                    "%aggr_smem_size", SpecialRegister.TOTAL_SMEM_SIZE);

    private SpecialRegisterReads() {}

    /** Returns a register without components, or null. */
    static @Nullable Value scalar(String name) {
        SpecialRegister own = SCALARS.get(name);
        if (own != null) {
            return new Value.Special(own);
        }
        return switch (name) {
            case "%is_explicit_cluster" -> new Value.Constant(0, Carrier.BOOLEAN);
            case "%current_graph_exec" -> new Value.Constant(0, Carrier.LONG);
            case "%cluster_ctarank" -> ZERO;
            case "%cluster_nctarank" -> ONE;
            default -> other(name);
        };
    }

    private static @Nullable Value other(String name) {
        if (name.startsWith("%envreg") || name.startsWith("%reserved_smem")) {
            return ZERO;
        }
        if (name.matches("%pm\\d(_64)?")) {
            return name.endsWith("_64") ? new Value.Constant(0, Carrier.LONG) : ZERO;
        }
        return name.startsWith("%") ? named(name.substring(1)) : null;
    }

    /** Returns a component of a register, or null. */
    public static @Nullable Value component(String name, String component) {
        if (component.equals(".w") && name.startsWith("%")) {
            return ZERO;
        }
        return switch (name) {
            case "%cluster_ctaid" -> ZERO;
            case "%cluster_nctaid" -> ONE;
            default -> {
                @Nullable String stem = VECTORS.get(name);
                yield stem == null ? null : named(stem + "_" + component.substring(1));
            }
        };
    }

    private static @Nullable Value named(String name) {
        String wanted = name.toUpperCase(Locale.ROOT);
        for (SpecialRegister register : SpecialRegister.values()) {
            if (register.name().equals(wanted) && register != SpecialRegister.ZERO) {
                return new Value.Special(register);
            }
        }
        return null;
    }
}
