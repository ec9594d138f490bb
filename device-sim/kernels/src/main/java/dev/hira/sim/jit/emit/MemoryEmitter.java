package dev.hira.sim.jit.emit;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.check.AccessGroup;
import dev.hira.sim.jit.check.AccessGroups;
import dev.hira.sim.jit.check.AccessPath;
import dev.hira.sim.jit.check.CheckEmitter;
import dev.hira.sim.jit.check.GenericAccessPath;
import dev.hira.sim.jit.check.WindowAccessPath;
import dev.hira.sim.jit.check.WordAccessPath;
import dev.hira.sim.jit.method.ElementTransfer;
import dev.hira.sim.jit.method.EmittedAddress;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MemoryWindow;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.method.ValueEmitter;
import dev.hira.sim.jit.plan.RegisterPlan;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Emits loads and stores. Each checks its address and takes the fast path when the address is in
 * the window where such accesses usually lie, and the slow path otherwise. The slow path knows all
 * windows and ends the kernel on a bad address.
 */
final class MemoryEmitter {
    private final MethodBody body;
    private final CodeBuilder code;
    private final ValueEmitter values;
    private final AccessGroups groups;
    private final CheckEmitter checks;
    private final ObservationEmitter observations;

    /** The local variable with a word of a vector; none until one is needed. */
    private int word = MethodBody.NONE;

    MemoryEmitter(
            MethodBody body,
            ValueEmitter values,
            AccessGroups groups,
            CheckEmitter checks,
            ObservationEmitter observations) {
        this.body = body;
        this.code = body.code;
        this.values = values;
        this.groups = groups;
        this.checks = checks;
        this.observations = observations;
    }

    /** Emits the elements of an access through a path. */
    @FunctionalInterface
    private interface Elements {
        void emit(AccessPath place);
    }

    void load(Step.Load load) {
        Elements elements = place -> loadAll(load, place);
        if (RegisterPlan.isOfParameters(load, body.program.parameterBytes())) {
            elements.emit(
                    new WindowAccessPath(
                            body,
                            EmittedAddress.of(body, values, load.address()),
                            MemoryWindow.PARAMETERS,
                            load.access().type().bytes()));
            return;
        }
        boolean overwritten = load.targets().contains(load.address().base());
        EmittedAddress spot =
                overwritten || observations.on()
                        ? EmittedAddress.kept(body, values, load.address())
                        : EmittedAddress.of(body, values, load.address());
        observations.before(load, spot);
        emit(groups.of(load), load.access(), spot, elements);
        fence(load.access().order(), Access.Order.ACQUIRE, "acquireFence");
        observations.after(load, spot);
    }

    private void loadAll(Step.Load load, AccessPath place) {
        Access access = load.access();
        for (int i = 0; i < load.targets().size(); i++) {
            @Nullable Register target = load.targets().get(i);
            if (target != null) {
                ElementTransfer cell =
                        place.load(i, ElementTransfer.of(access.type(), target.carrier()));
                convert(cell, access, target);
                body.store(target);
            } else if (place.checks()) {
                place.load(i, ElementTransfer.of(access.type(), Carrier.LONG)).pop(code);
            }
        }
    }

    private void convert(ElementTransfer cell, Access access, Register target) {
        switch (target.carrier()) {
            case FLOAT -> {
                if (cell != ElementTransfer.FLOAT) {
                    values.fromInt(Carrier.FLOAT);
                }
            }
            case DOUBLE -> {
                if (cell != ElementTransfer.DOUBLE) {
                    values.fromBits(Carrier.DOUBLE);
                }
            }
            case BOOLEAN, INT, LONG ->
                    cell.widen(code, access.type(), target.carrier(), target.bits());
        }
    }

    void store(Step.Store store) {
        Access access = store.access();
        EmittedAddress spot = EmittedAddress.of(body, values, store.address());
        observations.before(store, spot);
        fence(access.order(), Access.Order.RELEASE, "releaseFence");
        emit(
                groups.of(store),
                access,
                spot,
                place -> {
                    List<Value> stored = store.values();
                    for (int i = 0; i < stored.size(); i++) {
                        Value value = stored.get(i);
                        ElementTransfer cell = ElementTransfer.of(access.type(), value.carrier());
                        place.store(i, cell, value.carrier(), () -> values.push(value));
                    }
                });
    }

    private void emit(AccessGroup group, Access access, EmittedAddress spot, Elements elements) {
        checks.emit(
                group,
                spot,
                () -> elements.emit(fast(group, access, spot)),
                () -> slow(access, spot, elements));
    }

    /**
     * Returns the fast path. An array belongs to one host thread, so its elements can be moved
     * singly.
     */
    private AccessPath fast(AccessGroup group, Access access, EmittedAddress spot) {
        return group.window().isArray()
                ? WindowAccessPath.of(body, spot, group, access.type().bytes())
                : words(WindowAccessPath.of(body, spot, group, access.wordBytes()), access);
    }

    private void slow(Access access, EmittedAddress spot, Elements elements) {
        GenericAccessPath place = new GenericAccessPath(body, spot, access);
        place.check();
        elements.emit(words(place, access));
    }

    private AccessPath words(AccessPath place, Access access) {
        if (access.wordElements() == 1) {
            return place;
        }
        if (word == MethodBody.NONE) {
            word = code.allocateLocal(TypeKind.LONG);
        }
        return new WordAccessPath(code, place, access, word);
    }

    private void fence(Access.Order order, Access.Order half, String method) {
        if (order == half || order == Access.Order.ACQUIRE_RELEASE) {
            code.invokestatic(
                    GeneratedTypes.VAR_HANDLE, method, GeneratedTypes.method(GeneratedTypes.V));
        }
    }
}
