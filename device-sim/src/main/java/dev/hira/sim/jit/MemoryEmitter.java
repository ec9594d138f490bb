package dev.hira.sim.jit;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Emits loads and stores. Each checks its address, and goes the short way when that lies where
 * accesses through such an address usually lie, and the slow way otherwise. The slow way knows all
 * windows and ends the kernel when it has to.
 */
final class MemoryEmitter {
    private final Body body;
    private final CodeBuilder code;
    private final ValueEmitter values;
    private final Groups groups;
    private final CheckEmitter checks;

    /** The local variable with a word of a vector; none until one is needed. */
    private int word = Body.NONE;

    MemoryEmitter(Body body, ValueEmitter values, Groups groups, CheckEmitter checks) {
        this.body = body;
        this.code = body.code;
        this.values = values;
        this.groups = groups;
        this.checks = checks;
    }

    /** The elements of an access, on the way to a place. */
    @FunctionalInterface
    private interface Elements {
        void emit(Place place);
    }

    void load(Step.Load load) {
        Elements elements = place -> loadAll(load, place);
        if (Kept.isOfParameters(load, body.program.parameterBytes())) {
            elements.emit(
                    new FastPlace(
                            body,
                            Spot.of(body, values, load.address()),
                            Window.PARAMETERS,
                            load.access().type().bytes()));
            return;
        }
        boolean overwritten = load.targets().contains(load.address().base());
        Spot spot =
                overwritten
                        ? Spot.kept(body, values, load.address())
                        : Spot.of(body, values, load.address());
        emit(groups.of(load), load.access(), spot, elements);
        fence(load.access().order(), Access.Order.ACQUIRE, "acquireFence");
    }

    private void loadAll(Step.Load load, Place place) {
        Access access = load.access();
        for (int i = 0; i < load.targets().size(); i++) {
            @Nullable Register target = load.targets().get(i);
            if (target != null) {
                Cell cell = place.load(i, Cell.of(access.type(), target.carrier()));
                convert(cell, access, target);
                body.store(target);
            } else if (place.checks()) {
                place.load(i, Cell.of(access.type(), Carrier.LONG)).pop(code);
            }
        }
    }

    private void convert(Cell cell, Access access, Register target) {
        switch (target.carrier()) {
            case FLOAT -> {
                if (cell != Cell.FLOAT) {
                    values.fromInt(Carrier.FLOAT);
                }
            }
            case DOUBLE -> {
                if (cell != Cell.DOUBLE) {
                    values.fromBits(Carrier.DOUBLE);
                }
            }
            case BOOLEAN, INT, LONG ->
                    cell.widen(code, access.type(), target.carrier(), target.bits());
        }
    }

    void store(Step.Store store) {
        Access access = store.access();
        fence(access.order(), Access.Order.RELEASE, "releaseFence");
        Spot spot = Spot.of(body, values, store.address());
        emit(
                groups.of(store),
                access,
                spot,
                place -> {
                    List<Value> stored = store.values();
                    for (int i = 0; i < stored.size(); i++) {
                        Value value = stored.get(i);
                        Cell cell = Cell.of(access.type(), value.carrier());
                        place.store(i, cell, value.carrier(), () -> values.push(value));
                    }
                });
    }

    private void emit(Group group, Access access, Spot spot, Elements elements) {
        checks.emit(
                group,
                spot,
                () -> elements.emit(fast(group, access, spot)),
                () -> slow(access, spot, elements));
    }

    /** Arrays belong to one thread of the host, so that their elements can be moved one by one. */
    private Place fast(Group group, Access access, Spot spot) {
        return group.window().isArray()
                ? FastPlace.of(body, spot, group, access.type().bytes())
                : words(FastPlace.of(body, spot, group, access.wordBytes()), access);
    }

    private void slow(Access access, Spot spot, Elements elements) {
        SlowPlace place = new SlowPlace(body, spot, access);
        place.check();
        elements.emit(words(place, access));
    }

    private Place words(Place place, Access access) {
        if (access.wordElements() == 1) {
            return place;
        }
        if (word == Body.NONE) {
            word = code.allocateLocal(TypeKind.LONG);
        }
        return new WordPlace(code, place, access, word);
    }

    private void fence(Access.Order order, Access.Order half, String method) {
        if (order == half || order == Access.Order.ACQUIRE_RELEASE) {
            code.invokestatic(Names.VAR_HANDLE, method, Names.method(Names.V));
        }
    }
}
