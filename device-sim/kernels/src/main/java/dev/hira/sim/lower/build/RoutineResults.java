package dev.hira.sim.lower.build;

import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The registers and steps of a routine that persist through its whole body, besides its variables.
 */
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

    /** Adds a step that loads a result from memory into the place where callers expect it. */
    public void beforeReturn(Step step) {
        beforeReturn.add(step);
    }

    /** Adds the steps that must run before the routine returns. */
    public void gather() {
        beforeReturn.forEach(code::add);
    }
}
