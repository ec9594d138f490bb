package dev.hira.sim.simt;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Address;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.Groups;
import dev.hira.sim.jit.Names;
import dev.hira.sim.jit.Window;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Emits loads and stores. Where the lanes' places follow each other, one check and one vector do
 * for all; if that check fails, and everywhere else, each lane does its own.
 */
final class LaneMemory {
    private static final int BYTES = Integer.BYTES;

    private final LaneBody lanes;
    private final CodeBuilder code;
    private final Groups groups;
    private final LaneSteps steps;
    private final int address;
    private final Map<Window, Integer> limits = new EnumMap<>(Window.class);

    LaneMemory(LaneBody lanes, Groups groups, LaneSteps steps) {
        this.lanes = lanes;
        this.code = lanes.code;
        this.groups = groups;
        this.steps = steps;
        this.address = code.allocateLocal(TypeKind.LONG);
        for (Window window : new Window[] {Window.ALLOCATIONS, Window.VARIABLES, Window.SHARED}) {
            int slot = code.allocateLocal(TypeKind.LONG);
            window.pushSize(code);
            code.loadConstant((long) lanes.lanes * BYTES).lsub().lstore(slot);
            limits.put(window, slot);
        }
    }

    /** Whether the lanes' places follow each other, one element of 32 bits each. */
    private boolean inRow(Access access, Address at) {
        if (access.elements() != 1 || access.type().bytes() != BYTES || !isPlain(access)) {
            return false;
        }
        return switch (lanes.forms.of(at.base())) {
            case Form.Stepped(int step) -> access.space() == Space.SHARED && step == BYTES;
            case Form.Offset offset ->
                    access.space() == Space.GLOBAL && offset.stride() == BYTES && step(offset) > 0;
            case Form.Same _, Form.Vector _, Form.Array _ -> false;
        };
    }

    private static boolean isPlain(Access access) {
        return switch (access.order()) {
            case WEAK, READ_ONLY, VOLATILE, RELAXED -> true;
            case ACQUIRE, RELEASE, ACQUIRE_RELEASE -> false;
        };
    }

    private static int step(Form.Offset offset) {
        return offset.inner() instanceof Form.Stepped(int step) ? step : 0;
    }

    void load(Step.Load load) {
        Register target = load.targets().getFirst();
        boolean fits =
                target != null
                        && target.bits() == Integer.SIZE
                        && (target.carrier() == Carrier.INT || target.carrier() == Carrier.FLOAT)
                        && lanes.forms.of(target) instanceof Form.Vector;
        if (target == null || !fits || !inRow(load.access(), load.address())) {
            steps.loop(load);
            return;
        }
        Window window = groups.of(load).window();
        Label slow = code.newLabel();
        Label done = code.newLabel();
        check(load.address(), window, slow);
        pushRow(window, LaneBody.vectorOf(target.carrier()));
        steps.storeLoaded(target);
        code.goto_(done).labelBinding(slow);
        steps.loop(load);
        code.labelBinding(done);
    }

    void store(Step.Store store) {
        Access access = store.access();
        Value value = store.values().getFirst();
        Form base = lanes.forms.of(store.address().base());
        boolean own = access.space() == Space.LOCAL || access.space() == Space.GENERIC;
        if (base instanceof Form.Same
                && !own
                && store.values().stream().allMatch(lanes.forms::same)) {
            lanes.lead();
            steps.alone(store);
        } else if (inRow(access, store.address())
                && (value.carrier() == Carrier.INT || value.carrier() == Carrier.FLOAT)
                && steps.hasVectors(value)) {
            storeRow(store, value);
        } else {
            steps.loop(store);
        }
    }

    private void storeRow(Step.Store store, Value value) {
        Window window = groups.of(store).window();
        ClassDesc vector = LaneBody.vectorOf(value.carrier());
        Label slow = code.newLabel();
        Label done = code.newLabel();
        check(store.address(), window, slow);
        if (lanes.active != LaneBody.NONE && !window.isArray()) {
            code.aload(lanes.active);
            lanes.vectors.test("allTrue");
            code.ifeq(slow);
        }
        if (lanes.active != LaneBody.NONE && window.isArray()) {
            pushRow(window, vector);
            lanes.pushVector(value);
            code.aload(lanes.active);
            lanes.vectors.blend(vector);
        } else {
            lanes.pushVector(value);
        }
        popRow(window, vector);
        code.goto_(done).labelBinding(slow);
        steps.loop(store);
        code.labelBinding(done);
    }

    /** Computes the first lane's address, and goes elsewhere unless the whole row is in place. */
    private void check(Address at, Window window, Label slow) {
        Register base = (Register) at.base();
        if (lanes.forms.of(base) instanceof Form.Offset offset) {
            checkWrap(base, offset, slow);
            code.lload(lanes.baseSlot(base)).iload(lanes.vectorSlot(base));
            LaneLoop.widen(code, offset);
            code.ladd().loadConstant(at.offset()).ladd();
        } else {
            lanes.body.load(base);
            code.loadConstant((int) at.offset()).iadd();
            code.i2l().loadConstant(0xffff_ffffL).land();
        }
        code.lstore(address).lload(address).loadConstant((long) BYTES - 1).land();
        code.lconst_0().lcmp().ifne(slow);
        pushPlace(window);
        code.lconst_0().lcmp().iflt(slow);
        pushPlace(window);
        code.lload(Objects.requireNonNull(limits.get(window))).lcmp().ifgt(slow);
    }

    private void checkWrap(Register base, Form.Offset offset, Label slow) {
        int span = (lanes.lanes - 1) * step(offset);
        code.iload(lanes.vectorSlot(base));
        if (offset.signed()) {
            code.loadConstant(Integer.MAX_VALUE - span).if_icmpgt(slow);
        } else {
            code.loadConstant(-1 - span);
            code.invokestatic(
                            Names.INTEGER,
                            "compareUnsigned",
                            Names.method(Names.I, Names.I, Names.I))
                    .ifgt(slow);
        }
    }

    private void pushPlace(Window window) {
        code.lload(address);
        if (!window.isArray()) {
            lanes.body.push(window.base()).lsub();
        }
    }

    private void pushRow(Window window, ClassDesc vector) {
        if (window.isArray()) {
            lanes.vectors.fromArray(
                    Vectors.BYTES,
                    () -> {
                        lanes.body.push(window.base());
                        code.lload(address).l2i();
                    });
            lanes.vectors.reinterpret(Vectors.BYTES, vector);
        } else {
            lanes.vectors.fromSegment(vector, () -> pushSegment(window));
        }
    }

    private void popRow(Window window, ClassDesc vector) {
        if (window.isArray()) {
            lanes.vectors.reinterpret(vector, Vectors.BYTES);
            lanes.body.push(window.base());
            code.lload(address).l2i();
            lanes.vectors.intoArray(Vectors.BYTES);
        } else {
            pushSegment(window);
            lanes.vectors.intoSegment(vector);
        }
    }

    private void pushSegment(Window window) {
        code.getstatic(Names.RAW, "ALL", Names.SEGMENT).lload(address);
        lanes.body.push(window.delta()).ladd();
    }
}
