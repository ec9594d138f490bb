package dev.hira.sim.lower.build;

import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.ptx.ScalarType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a routine keeps through its whole body besides its variables. */
public final class RoutineResults {
    private final RoutineBuilder code;
    private final List<Step> beforeReturn = new ArrayList<>();
    private @Nullable Register carry;

    RoutineResults(RoutineBuilder code) {
        this.code = code;
    }

    /** The carry that one instruction leaves for the next. */
    public Register carry() {
        Register known = carry;
        if (known == null) {
            known = code.register(dev.hira.sim.code.Carrier.of(ScalarType.PRED), 1, "carry");
            carry = known;
        }
        return known;
    }

    /** What brings a result from memory to where callers expect it. */
    public void beforeReturn(Step step) {
        beforeReturn.add(step);
    }

    /** Adds what must be done before the routine returns. */
    public void gather() {
        beforeReturn.forEach(code::add);
    }
}
