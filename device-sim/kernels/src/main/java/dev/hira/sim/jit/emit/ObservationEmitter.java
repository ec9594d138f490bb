package dev.hira.sim.jit.emit;

import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.method.EmittedAddress;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.method.ValueEmitter;
import dev.hira.sim.jit.plan.ObservedAccesses;
import dev.hira.sim.run.AccessEvent;
import dev.hira.sim.run.AccessEvents;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * Emits reports to the observer of the block, if the code is {@linkplain
 * dev.hira.sim.jit.plan.CodeStyle#observed observed}; emits nothing otherwise.
 */
final class ObservationEmitter {
    private static final MethodTypeDesc OF_ACCESS =
            GeneratedTypes.method(
                    GeneratedTypes.V,
                    GeneratedTypes.WORKSPACE,
                    GeneratedTypes.I,
                    GeneratedTypes.J,
                    GeneratedTypes.I);

    private final MethodBody body;
    private final CodeBuilder code;
    private final ValueEmitter values;
    private final ObservedAccesses accesses;

    ObservationEmitter(MethodBody body, ValueEmitter values) {
        this.body = body;
        this.code = body.code;
        this.values = values;
        this.accesses = body.plan.observed();
    }

    private AccessEvents events() {
        return accesses.of(body.routine);
    }

    /** Returns whether the code is observed. */
    boolean on() {
        return body.style().observed();
    }

    /** Returns the class with a helper that observed code calls in place of the usual one. */
    ClassDesc helpers() {
        return on() ? GeneratedTypes.OBSERVATIONS : GeneratedTypes.SLOW;
    }

    /** Reports a load that follows. */
    void before(Step.Load load, EmittedAddress spot) {
        if (on() && load.access().space() != Space.PARAM) {
            report("access", events().of(load), spot);
        }
    }

    /** Reports a load that was made, if that matters. */
    void after(Step.Load load, EmittedAddress spot) {
        if (on()) {
            done(events().of(load), spot);
        }
    }

    /** Reports a store that follows. */
    void before(Step.Store store, EmittedAddress spot) {
        if (!on()) {
            return;
        }
        AccessEvent event = events().of(store);
        List<Value> stored = store.values();
        for (int i = 0; i < stored.size(); i++) {
            code.aload(MethodBody.WORKSPACE)
                    .getfield(GeneratedTypes.WORKSPACE, "stored", GeneratedTypes.J.arrayType(2))
                    .loadConstant(accesses.number(event))
                    .aaload()
                    .loadConstant(i);
            values.pushBits(stored.get(i));
            code.lastore();
        }
        report("store", event, spot);
    }

    /** Reports an atomic access that follows. */
    void before(Step.Atomic atomic, EmittedAddress spot) {
        if (on()) {
            report("access", events().of(atomic), spot);
        }
    }

    /** Reports an atomic access that was made. */
    void after(Step.Atomic atomic, EmittedAddress spot) {
        if (on()) {
            done(events().of(atomic), spot);
        }
    }

    private void done(AccessEvent event, EmittedAddress spot) {
        if (event.strong()) {
            report("done", event, spot);
        }
    }

    private void report(String helper, AccessEvent event, EmittedAddress spot) {
        body.pushPlace();
        spot.pushLong(0);
        code.loadConstant(accesses.number(event))
                .invokestatic(GeneratedTypes.OBSERVATIONS, helper, OF_ACCESS);
    }

    /** Reports a fence. */
    void fence() {
        if (on()) {
            body.pushPlace()
                    .invokestatic(
                            GeneratedTypes.OBSERVATIONS,
                            "fence",
                            GeneratedTypes.method(
                                    GeneratedTypes.V, GeneratedTypes.WORKSPACE, GeneratedTypes.I));
        }
    }
}
