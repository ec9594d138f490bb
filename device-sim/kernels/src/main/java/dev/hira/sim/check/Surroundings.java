package dev.hira.sim.check;

import dev.hira.base.CountText;
import dev.hira.sim.kernel.KernelContext.Extent;
import dev.hira.sim.kernel.KernelLedger;
import dev.hira.sim.ptx.SharedLayout;
import dev.hira.sim.ptx.model.Variable;
import dev.hira.sim.ptx.text.CppName;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of the memory at addresses, for the author of the kernel.
 *
 * @param shared the layout of shared variables
 * @param dynamicStart offset at which dynamic shared memory begins
 * @param variables of the module in device memory
 */
public record Surroundings(SharedLayout shared, long dynamicStart, Map<String, Extent> variables) {
    /** Describes the variable or region at a shared address, as a clause. */
    String ofShared(long place) {
        for (Map.Entry<Variable, Long> entry : shared.offsets().entrySet()) {
            long within = place - entry.getValue();
            if (within >= 0 && within < entry.getKey().bytes()) {
                return within(within, variable(entry.getKey().name()));
            }
        }
        return place >= dynamicStart
                ? within(place - dynamicStart, "dynamic shared memory")
                : "between the shared variables";
    }

    /** Describes the variable or allocation at a global address, as a clause. */
    String ofGlobal(long address, KernelLedger ledger, long since) {
        for (Map.Entry<String, Extent> entry : variables.entrySet()) {
            long within = address - entry.getValue().address();
            if (within >= 0 && within < entry.getValue().bytes()) {
                return within(within, variable(entry.getKey()));
            }
        }
        KernelLedger.@Nullable Holder holder = ledger.holder(address, 1, since);
        if (holder == null) {
            return "in no allocation";
        }
        Extent extent = holder.extent();
        return within(
                address - extent.address(),
                "the allocation of "
                        + CountText.of(extent.bytes(), "byte")
                        + " at 0x"
                        + Long.toHexString(extent.address()));
    }

    private static String variable(String name) {
        return "the variable '" + CppName.readable(name) + "'";
    }

    private static String within(long bytes, String what) {
        return bytes == 0 ? "the start of " + what : CountText.of(bytes, "byte") + " into " + what;
    }
}
