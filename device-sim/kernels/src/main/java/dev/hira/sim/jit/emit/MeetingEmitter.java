package dev.hira.sim.jit.emit;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.method.ValueEmitter;
import dev.hira.sim.jit.method.WorkspaceField;
import dev.hira.sim.run.BlockState;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import org.jspecify.annotations.Nullable;

/** Emits the operands that a thread brings to a meeting and the results that it takes from one. */
public final class MeetingEmitter {
    private final MethodBody body;
    private final CodeBuilder code;
    private final ValueEmitter values;

    public MeetingEmitter(MethodBody body, ValueEmitter values) {
        this.body = body;
        this.code = body.code;
        this.values = values;
    }

    /**
     * Stores the operands and makes the thread wait. Where all threads of the block usually arrive
     * together, it does not set phase and mask, nor number and count of a barrier; these are set
     * later if some threads are missing.
     */
    public void bring(Exit.Stop stop) {
        body.at(stop.at());
        body.push(WorkspaceField.SITE).iload(body.thread).loadConstant(stop.site()).iastore();
        if (!stop.meeting().isSimple()) {
            bring(stop.meeting());
        }
        if (!isNoted(stop.meeting())) {
            phase(BlockState.WAITING);
        }
    }

    /** Returns whether the thread records only its site, and the rest is set later if necessary. */
    public static boolean isNoted(Meeting meeting) {
        return meeting.isSimple() || meeting.isOfWholeWarp();
    }

    private void bring(Meeting meeting) {
        switch (meeting) {
            case Meeting.Barrier it -> {
                if (it.predicate() != null) {
                    bringValue(it.predicate());
                }
                bringInt("second", it.number());
                bringInt("third", it.count());
                bringInt("mask", null);
            }
            case Meeting.WarpBarrier it -> bringMask(it.mask());
            case Meeting.Shuffle it -> {
                bringValue(it.value());
                bringUnlessKnown("second", it.lane());
                bringUnlessKnown("third", it.clamp());
                bringMask(it.mask());
            }
            case Meeting.Vote it -> bring(it.predicate(), it.mask());
            case Meeting.Match it -> bring(it.value(), it.mask());
            case Meeting.ActiveMask _, Meeting.InStep _ -> bringMask(null);
            case Meeting.Reduce it -> bring(it.value(), it.mask());
            case Meeting.Elect it -> bringMask(it.mask());
        }
    }

    private void bring(Value value, Value mask) {
        bringValue(value);
        bringMask(mask);
    }

    private void bringUnlessKnown(String place, Value value) {
        if (!(value instanceof Value.Constant)) {
            bringInt(place, value);
        }
    }

    private void bringMask(@Nullable Value mask) {
        if (!isFull(mask)) {
            bringInt("mask", mask);
        }
    }

    private void bringValue(Value value) {
        array("value", GeneratedTypes.J.arrayType()).iload(body.thread);
        values.pushBits(value);
        code.lastore();
    }

    /** Sets the thread's phase. */
    public void phase(byte phase) {
        body.push(WorkspaceField.PHASE).iload(body.thread).loadConstant((int) phase).bastore();
    }

    private static boolean isFull(@Nullable Value mask) {
        return mask instanceof Value.Constant(long bits, Carrier _) && (int) bits == -1;
    }

    private void bringInt(String place, @Nullable Value value) {
        array(place, GeneratedTypes.I.arrayType()).iload(body.thread);
        if (value == null) {
            code.iconst_0();
        } else {
            values.push(value);
            if (value.carrier() == Carrier.LONG) {
                code.l2i();
            }
        }
        code.iastore();
    }

    /** Takes the results into registers. */
    public void take(Exit.Stop stop) {
        switch (stop.meeting()) {
            case Meeting.Barrier it -> take(it.target(), null);
            case Meeting.WarpBarrier _, Meeting.InStep _ -> {}
            case Meeting.Shuffle it -> take(it.target(), it.inRange());
            case Meeting.Vote it -> take(it.target(), null);
            case Meeting.Match it -> take(it.target(), it.allSame());
            case Meeting.ActiveMask it -> take(it.target(), null);
            case Meeting.Reduce it -> take(it.target(), null);
            case Meeting.Elect it -> take(it.target(), it.chosen());
        }
    }

    private void take(@Nullable Register target, @Nullable Register flag) {
        if (target != null && body.slots.has(target)) {
            if (target.carrier() == Carrier.BOOLEAN) {
                takeFlag(target);
            } else {
                array("result", GeneratedTypes.J.arrayType()).iload(body.thread).laload();
                values.fromBits(target.carrier());
                body.store(target);
            }
        }
        if (flag != null && body.slots.has(flag)) {
            takeFlag(flag);
        }
    }

    private void takeFlag(Register target) {
        array("flag", ConstantDescs.CD_boolean.arrayType()).iload(body.thread).baload();
        body.store(target);
    }

    private CodeBuilder array(String field, ClassDesc type) {
        return code.aload(MethodBody.WORKSPACE)
                .getfield(GeneratedTypes.WORKSPACE, "block", GeneratedTypes.BLOCK)
                .getfield(GeneratedTypes.BLOCK, field, type);
    }
}
