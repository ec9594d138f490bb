package dev.hira.sim.simt.emit;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.check.AccessGroups;
import dev.hira.sim.simt.form.LaneForm;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import org.jspecify.annotations.Nullable;

/**
 * Emits loads and stores. If the lanes access consecutive places, the access is one vector;
 * otherwise each lane accesses memory itself.
 */
final class LaneMemory {
    private final LaneBody lanes;
    private final CodeBuilder code;
    private final AccessGroups groups;
    private final LaneSteps steps;
    private final LaneRow rows;

    LaneMemory(LaneBody lanes, AccessGroups groups, LaneSteps steps) {
        this.lanes = lanes;
        this.code = lanes.code;
        this.groups = groups;
        this.steps = steps;
        this.rows = new LaneRow(lanes);
    }

    void load(Step.Load load) {
        Register target = load.targets().getFirst();
        LaneRow.@Nullable Row row =
                rows.of(load.access(), load.address(), groups.of(load).window());
        if (target == null || row == null || !fits(target, row)) {
            steps.loop(load);
            return;
        }
        Label slow = code.newLabel();
        Label done = code.newLabel();
        rows.check(row, slow);
        rows.push(row, LaneBody.vectorOf(target.carrier()));
        steps.storeLoaded(target);
        code.goto_(done).labelBinding(slow);
        steps.loop(load);
        code.labelBinding(done);
    }

    private boolean fits(Register target, LaneRow.Row row) {
        if (!(lanes.forms.of(target) instanceof LaneForm.Vector)) {
            return false;
        }
        return row.bytes() == 1
                ? target.carrier() == Carrier.INT
                : target.bits() == Integer.SIZE
                        && (target.carrier() == Carrier.INT || target.carrier() == Carrier.FLOAT);
    }

    void store(Step.Store store) {
        Value value = store.values().getFirst();
        LaneForm base = lanes.forms.of(store.address().base());
        Space space = store.access().space();
        boolean own = space == Space.LOCAL || space == Space.GENERIC;
        if (base instanceof LaneForm.Same
                && !own
                && store.values().stream().allMatch(lanes.forms::same)) {
            lanes.lead();
            steps.alone(store);
            return;
        }
        LaneRow.@Nullable Row row =
                rows.of(store.access(), store.address(), groups.of(store).window());
        boolean fits =
                row != null
                        && row.bytes() == Integer.BYTES
                        && (value.carrier() == Carrier.INT || value.carrier() == Carrier.FLOAT)
                        && steps.hasVectors(value);
        if (row != null && fits) {
            storeRow(store, value, row);
        } else {
            steps.loop(store);
        }
    }

    private void storeRow(Step.Store store, Value value, LaneRow.Row row) {
        ClassDesc vector = LaneBody.vectorOf(value.carrier());
        Label slow = code.newLabel();
        Label done = code.newLabel();
        rows.check(row, slow);
        boolean some = lanes.active != LaneBody.NONE;
        if (some && !row.window().isArray()) {
            code.aload(lanes.active);
            lanes.vectors.test("allTrue");
            code.ifeq(slow);
        }
        if (some && row.window().isArray()) {
            rows.push(row, vector);
            lanes.pushVector(value);
            code.aload(lanes.active);
            lanes.vectors.blend(vector);
        } else {
            lanes.pushVector(value);
        }
        rows.pop(row, vector);
        code.goto_(done).labelBinding(slow);
        steps.loop(store);
        code.labelBinding(done);
    }
}
