package dev.hira.sim.jit;

import java.lang.classfile.Label;

/** Emits the question whether the device wants attention. */
public final class Polls {
    private Polls() {}

    public static void attend(Body body) {
        if (body.omitted.contains(Omission.POLLS)) {
            return;
        }
        Label goOn = body.code.newLabel();
        body.push(Fixture.GRID)
                .invokevirtual(Names.GRID, "wantsAttention", Names.method(Names.Z))
                .ifeq(goOn);
        body.pushPlace()
                .invokestatic(
                        Names.SLOW, "attend", Names.method(Names.V, Names.WORKSPACE, Names.I));
        body.code.labelBinding(goOn);
    }
}
