package dev.hira.sim.jit.method;

import dev.hira.sim.jit.plan.OmittedFeature;
import java.lang.classfile.Label;

/** Emits polls of the device's attention flag. */
public final class PollEmitter {
    private PollEmitter() {}

    public static void attend(MethodBody body) {
        if (body.style().omits(OmittedFeature.POLLS)) {
            return;
        }
        Label goOn = body.code.newLabel();
        body.push(WorkspaceField.GRID)
                .invokevirtual(
                        GeneratedTypes.GRID,
                        "wantsAttention",
                        GeneratedTypes.method(GeneratedTypes.Z))
                .ifeq(goOn);
        body.pushPlace()
                .invokestatic(
                        GeneratedTypes.SLOW,
                        "attend",
                        GeneratedTypes.method(
                                GeneratedTypes.V, GeneratedTypes.WORKSPACE, GeneratedTypes.I));
        body.code.labelBinding(goOn);
    }
}
