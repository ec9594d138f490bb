package dev.hira.sim.simt.emit;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Address;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Space;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MemoryWindow;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.simt.form.LaneForm;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Emits accesses to elements of lanes that are consecutive in memory, with one check and one vector
 * for all. The form of the addresses shows that they are consecutive, or the code tests it when it
 * runs.
 */
final class LaneRow {
    private final LaneBody lanes;
    private final CodeBuilder code;
    private final int address;

    /** The local variable with the INT from which the first lane's address is derived. */
    private final int first;

    private final Map<MemoryWindow, Integer> limits = new EnumMap<>(MemoryWindow.class);

    LaneRow(LaneBody lanes) {
        this.lanes = lanes;
        this.code = lanes.code;
        this.address = code.allocateLocal(TypeKind.LONG);
        this.first = code.allocateLocal(TypeKind.INT);
        for (MemoryWindow window :
                new MemoryWindow[] {
                    MemoryWindow.ALLOCATIONS, MemoryWindow.VARIABLES, MemoryWindow.SHARED
                }) {
            int slot = code.allocateLocal(TypeKind.LONG);
            window.pushSize(code);
            code.loadConstant((long) lanes.lanes * Integer.BYTES).lsub().lstore(slot);
            limits.put(window, slot);
        }
    }

    /**
     * A row of elements.
     *
     * @param bytes size of an element
     * @param step difference, from lane to lane, of the INTs from which the addresses are derived
     * @param known whether the INTs are known to differ so
     */
    record Row(Address at, MemoryWindow window, int bytes, int step, boolean known) {}

    /** Returns the row that an access of one element may be; or null. */
    @Nullable Row of(Access access, Address at, MemoryWindow window) {
        int bytes = access.type().bytes();
        boolean fits = bytes == Integer.BYTES || access.type() == ScalarType.U8;
        if (access.elements() != 1 || !fits || !isPlain(access)) {
            return null;
        }
        return switch (lanes.forms.of(at.base())) {
            case LaneForm.Stepped(int step) when access.space() == Space.SHARED && step == bytes ->
                    new Row(at, window, bytes, step, true);
            case LaneForm.Vector _ when access.space() == Space.SHARED ->
                    new Row(at, window, bytes, bytes, false);
            case LaneForm.Offset offset when access.space() == Space.GLOBAL ->
                    ofOffset(offset, at, window, bytes);
            default -> null;
        };
    }

    private static @Nullable Row ofOffset(
            LaneForm.Offset offset, Address at, MemoryWindow window, int bytes) {
        if (offset.inner() instanceof LaneForm.Stepped(int step)) {
            return step > 0 && offset.stride() == bytes
                    ? new Row(at, window, bytes, step, true)
                    : null;
        }
        return offset.scale() > 0 && bytes % offset.scale() == 0
                ? new Row(at, window, bytes, (int) (bytes / offset.scale()), false)
                : null;
    }

    private static boolean isPlain(Access access) {
        return switch (access.order()) {
            case WEAK, READ_ONLY, VOLATILE, RELAXED -> true;
            case ACQUIRE, RELEASE, ACQUIRE_RELEASE -> false;
        };
    }

    /**
     * Computes the first lane's address, and jumps to {@code slow} unless the whole row is valid.
     */
    void check(Row row, Label slow) {
        Register base = (Register) row.at().base();
        findFirst(base, row, slow);
        if (lanes.forms.of(base) instanceof LaneForm.Offset offset) {
            checkWrap(row, offset, slow);
            code.lload(lanes.baseSlot(base)).iload(first);
            LaneLoop.widen(code, offset);
            code.ladd().loadConstant(row.at().offset()).ladd();
        } else {
            code.iload(first).loadConstant((int) row.at().offset()).iadd();
            code.i2l().loadConstant(0xffff_ffffL).land();
        }
        code.lstore(address);
        if (row.bytes() > 1) {
            code.lload(address).loadConstant(row.bytes() - 1L).land();
            code.lconst_0().lcmp().ifne(slow);
        }
        pushPlace(row.window());
        code.lconst_0().lcmp().iflt(slow);
        pushPlace(row.window());
        code.lload(Objects.requireNonNull(limits.get(row.window()))).lcmp().ifgt(slow);
    }

    /** Finds the first lane's INT, and tests whether the others follow it. */
    private void findFirst(Register base, Row row, Label slow) {
        boolean offset = lanes.forms.of(base) instanceof LaneForm.Offset;
        if (row.known()) {
            if (offset) {
                code.iload(lanes.vectorSlot(base));
            } else {
                lanes.body.load(base);
            }
            code.istore(first);
            return;
        }
        int vector = lanes.vectorSlot(base);
        code.aload(vector);
        lanes.vectors.firstLane();
        code.istore(first).aload(vector);
        lanes.vectors.compare(
                VectorCalls.INTS,
                "EQ",
                () -> {
                    lanes.vectors.broadcast(VectorCalls.INTS, () -> code.iload(first));
                    lanes.vectors.addIndex(row.step());
                });
        lanes.vectors.test("allTrue");
        code.ifeq(slow);
    }

    private void checkWrap(Row row, LaneForm.Offset offset, Label slow) {
        int span = (lanes.lanes - 1) * row.step();
        code.iload(first);
        if (offset.signed()) {
            code.loadConstant(Integer.MAX_VALUE - span).if_icmpgt(slow);
        } else {
            code.loadConstant(-1 - span);
            code.invokestatic(
                            GeneratedTypes.INTEGER,
                            "compareUnsigned",
                            GeneratedTypes.method(
                                    GeneratedTypes.I, GeneratedTypes.I, GeneratedTypes.I))
                    .ifgt(slow);
        }
    }

    private void pushPlace(MemoryWindow window) {
        code.lload(address);
        if (!window.isArray()) {
            lanes.body.push(window.base()).lsub();
        }
    }

    /** Pushes the elements of a row that was checked. */
    void push(Row row, ClassDesc vector) {
        Runnable place = () -> pushSpot(row.window());
        boolean array = row.window().isArray();
        if (row.bytes() == 1) {
            lanes.vectors.widenedBytes(array, place);
        } else if (array) {
            lanes.vectors.fromArray(VectorCalls.BYTES, place);
            lanes.vectors.reinterpret(VectorCalls.BYTES, vector);
        } else {
            lanes.vectors.fromSegment(vector, place);
        }
    }

    /** Pops the elements of a row that was checked. */
    void pop(Row row, ClassDesc vector) {
        if (row.window().isArray()) {
            lanes.vectors.reinterpret(vector, VectorCalls.BYTES);
            pushSpot(row.window());
            lanes.vectors.intoArray(VectorCalls.BYTES);
        } else {
            pushSpot(row.window());
            lanes.vectors.intoSegment(vector);
        }
    }

    private void pushSpot(MemoryWindow window) {
        if (window.isArray()) {
            lanes.body.push(window.base());
            code.lload(address).l2i();
        } else {
            code.getstatic(GeneratedTypes.RAW, "ALL", GeneratedTypes.SEGMENT).lload(address);
            lanes.body.push(window.delta()).ladd();
        }
    }
}
