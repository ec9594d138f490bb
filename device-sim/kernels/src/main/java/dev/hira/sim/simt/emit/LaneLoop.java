package dev.hira.sim.simt.emit;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.plan.CarrierTypes;
import dev.hira.sim.simt.form.LaneForm;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Emits a loop over the running lanes, in which the scalar tier's emitters find each lane's values
 * and leave its results. It handles every operation that has no vectors.
 */
final class LaneLoop {
    private final LaneBody lanes;
    private final CodeBuilder code;
    private final int lane;
    private final int left;

    /** The scratch arrays or local variables with bits that hold the registers. */
    private final Map<Integer, Integer> places = new HashMap<>();

    private int arrays;

    private LaneLoop(LaneBody lanes) {
        this.lanes = lanes;
        this.code = lanes.code;
        this.lane = code.allocateLocal(TypeKind.INT);
        this.left = code.allocateLocal(TypeKind.LONG);
    }

    /**
     * Emits the loop.
     *
     * @param read values that each lane reads
     * @param written registers that each lane writes
     * @param keep the local variable with the mask of the lanes that receive results, if others
     *     keep theirs
     * @param step emits the work of one lane
     */
    static void emit(
            LaneBody lanes,
            List<? extends Value> read,
            List<Register> written,
            int keep,
            Runnable step) {
        Set<Register> registers = new LinkedHashSet<>();
        read.forEach(value -> {
            if (value instanceof Register register) {
                registers.add(register);
            }
        });
        boolean reads = read.contains(new Value.Special(SpecialRegister.TID_X));
        new LaneLoop(lanes).emit(registers, reads, new LinkedHashSet<>(written), keep, step);
    }

    /** Returns whether enough scratch arrays exist for these registers. */
    static boolean fits(List<? extends Value> read, List<Register> written) {
        return read.size() + written.size() <= LaneScratch.ARRAYS;
    }

    private void emit(
            Set<Register> read, boolean readsTid, Set<Register> written, int keep, Runnable step) {
        read.forEach(this::spill);
        written.stream().filter(register -> !read.contains(register)).forEach(this::prepare);
        Label loop = begin();
        List<Runnable> restore = new ArrayList<>();
        read.forEach(register -> load(register, restore));
        if (readsTid) {
            loadTid(restore);
        }
        step.run();
        restore.forEach(Runnable::run);
        written.forEach(this::keep);
        end(loop);
        written.forEach(register -> take(register, keep));
    }

    private Label begin() {
        Label loop = code.newLabel();
        if (lanes.active == LaneBody.NONE) {
            code.iconst_0().istore(lane).labelBinding(loop);
        } else {
            lanes.pushLanes();
            code.lstore(left).labelBinding(loop);
            code.lload(left)
                    .invokestatic(
                            GeneratedTypes.LONG,
                            "numberOfTrailingZeros",
                            GeneratedTypes.method(GeneratedTypes.I, GeneratedTypes.J))
                    .istore(lane);
        }
        code.iload(LaneBody.FROM).iload(lane).iadd().istore(lanes.leader);
        return loop;
    }

    private void end(Label loop) {
        if (lanes.active == LaneBody.NONE) {
            code.iinc(lane, 1).iload(lane).loadConstant(lanes.lanes).if_icmplt(loop);
        } else {
            code.lload(left).lload(left).lconst_1().lsub().land().lstore(left);
            code.lload(left).lconst_0().lcmp().ifne(loop);
        }
        code.iload(LaneBody.FROM).istore(lanes.leader);
    }

    /** Puts a register's lanes where the loop finds them. */
    private void spill(Register register) {
        switch (lanes.forms.of(register)) {
            case LaneForm.Same _, LaneForm.Stepped _, LaneForm.Array _ -> {}
            case LaneForm.Vector _ -> {
                code.aload(lanes.vectorSlot(register));
                if (register.carrier() == Carrier.BOOLEAN) {
                    int bits = code.allocateLocal(TypeKind.LONG);
                    lanes.vectors.toBits();
                    code.lstore(bits);
                    places.put(register.index(), bits);
                } else {
                    int array = arrays++;
                    lanes.pushScratch(register.carrier(), array);
                    code.iconst_0();
                    lanes.vectors.intoArray(LaneBody.vectorOf(register.carrier()));
                    places.put(register.index(), array);
                }
            }
            case LaneForm.Offset offset -> {
                if (!offset.stepped()) {
                    int array = arrays++;
                    code.aload(lanes.vectorSlot(register));
                    lanes.pushScratch(Carrier.INT, array);
                    code.iconst_0();
                    lanes.vectors.intoArray(VectorCalls.INTS);
                    places.put(register.index(), array);
                }
            }
        }
    }

    /** Reserves a place for a register that is only written. */
    private void prepare(Register register) {
        if (!(lanes.forms.of(register) instanceof LaneForm.Vector)) {
            return;
        }
        if (register.carrier() == Carrier.BOOLEAN) {
            int bits = code.allocateLocal(TypeKind.LONG);
            code.lconst_0().lstore(bits);
            places.put(register.index(), bits);
        } else {
            places.put(register.index(), arrays++);
        }
    }

    private int place(Register register) {
        return places.getOrDefault(register.index(), LaneBody.NONE);
    }

    /** Loads the lane's value of a register for the scalar emitters. */
    private void load(Register register, List<Runnable> restore) {
        switch (lanes.forms.of(register)) {
            case LaneForm.Same _ -> {}
            case LaneForm.Stepped(int step) -> {
                int first = lanes.body.slots.of(register);
                int own = code.allocateLocal(TypeKind.INT);
                pushStepped(first, step);
                code.istore(own);
                lanes.body.slots.pin(register, own);
                restore.add(() -> lanes.body.slots.pin(register, first));
            }
            case LaneForm.Vector _ -> loadVector(register);
            case LaneForm.Offset offset -> {
                code.lload(lanes.baseSlot(register));
                if (offset.inner() instanceof LaneForm.Stepped(int step)) {
                    pushStepped(lanes.vectorSlot(register), step);
                } else {
                    lanes.pushScratch(Carrier.INT, place(register));
                    code.iload(lane).iaload();
                }
                widen(code, offset);
                code.ladd();
                lanes.body.store(register);
            }
            case LaneForm.Array _ -> {
                code.aload(lanes.vectorSlot(register)).iload(lane);
                code.arrayLoad(CarrierTypes.kind(register.carrier()));
                lanes.body.store(register);
            }
        }
    }

    private void pushStepped(int first, int step) {
        code.iload(first).iload(lane).loadConstant(step).imul().iadd();
    }

    /** Widens the INT of an offset and multiplies it by the scale. */
    static void widen(CodeBuilder code, LaneForm.Offset offset) {
        code.i2l();
        if (!offset.signed()) {
            code.loadConstant(0xffff_ffffL).land();
        }
        code.loadConstant(offset.scale()).lmul();
    }

    private void loadVector(Register register) {
        if (register.carrier() == Carrier.BOOLEAN) {
            code.lload(place(register)).iload(lane).lushr().l2i().iconst_1().iand();
        } else {
            lanes.pushScratch(register.carrier(), place(register));
            code.iload(lane).arrayLoad(CarrierTypes.kind(register.carrier()));
        }
        lanes.body.store(register);
    }

    private void loadTid(List<Runnable> restore) {
        int first = lanes.body.tidX;
        int own = code.allocateLocal(TypeKind.INT);
        pushStepped(first, 1);
        code.istore(own);
        lanes.body.tidX = own;
        restore.add(() -> lanes.body.tidX = first);
    }

    /** Saves the value that a lane has written. */
    private void keep(Register register) {
        switch (lanes.forms.of(register)) {
            case LaneForm.Same _, LaneForm.Stepped _, LaneForm.Offset _ -> {}
            case LaneForm.Vector _ -> {
                if (register.carrier() == Carrier.BOOLEAN) {
                    keepBit(register);
                } else {
                    lanes.pushScratch(register.carrier(), place(register));
                    code.iload(lane);
                    lanes.body.load(register);
                    code.arrayStore(CarrierTypes.kind(register.carrier()));
                }
            }
            case LaneForm.Array _ -> {
                code.aload(lanes.vectorSlot(register)).iload(lane);
                lanes.body.load(register);
                code.arrayStore(CarrierTypes.kind(register.carrier()));
            }
        }
    }

    private void keepBit(Register register) {
        int bits = place(register);
        code.lload(bits).lconst_1().iload(lane).lshl().loadConstant(-1L).lxor().land();
        lanes.body.load(register);
        code.i2l().iload(lane).lshl().lor().lstore(bits);
    }

    /** Takes the values that the lanes have written. */
    private void take(Register register, int keep) {
        if (!(lanes.forms.of(register) instanceof LaneForm.Vector)) {
            return;
        }
        if (register.carrier() == Carrier.BOOLEAN) {
            lanes.vectors.maskFrom(place(register));
        } else {
            lanes.vectors.fromArray(
                    LaneBody.vectorOf(register.carrier()),
                    () -> {
                        lanes.pushScratch(register.carrier(), place(register));
                        code.iconst_0();
                    });
        }
        lanes.storeVector(register, keep);
    }
}
