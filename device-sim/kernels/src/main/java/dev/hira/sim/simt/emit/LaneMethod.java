package dev.hira.sim.simt.emit;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.check.AccessGroups;
import dev.hira.sim.jit.emit.MeetingEmitter;
import dev.hira.sim.jit.emit.PieceSteps;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.method.PieceRequirements;
import dev.hira.sim.jit.method.WorkspaceField;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.plan.Piece;
import dev.hira.sim.jit.plan.RegisterUses;
import dev.hira.sim.jit.runtime.PieceCode;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.simt.form.LanePlan;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Emits the method of a piece: {@code (workspace, from, to, scalar)}. The method runs whole groups,
 * one after another, and leaves a group whose saved registers do not have the expected form to the
 * scalar tier.
 */
final class LaneMethod implements LaneFlow.Leaving {
    /** The type of the methods of pieces. */
    static final MethodTypeDesc TYPE =
            GeneratedTypes.method(
                    GeneratedTypes.I,
                    GeneratedTypes.WORKSPACE,
                    GeneratedTypes.I,
                    GeneratedTypes.I,
                    GeneratedTypes.of(PieceCode.class));

    private final LanePlan.LanePiece lanePiece;
    private final KernelPlan plan;
    private final Piece piece;
    private final LaneBody lanes;
    private final CodeBuilder code;
    private final AccessGroups groups;
    private final PieceSteps chosen;
    private final MeetingEmitter meetings;
    private final LaneArrays arrays;
    private final LaneEntry entry;
    private final LaneExit exit;
    private final Label other;

    /** The local variable with the combined places where threads have stopped. */
    private final int places;

    private LaneMethod(CodeBuilder code, LanePlan plan, LanePlan.LanePiece lanePiece, int count) {
        this.code = code;
        this.lanePiece = lanePiece;
        this.plan = plan.kernel();
        this.piece = lanePiece.piece();
        this.lanes = new LaneBody(code, plan, count);
        this.groups = new AccessGroups(this.plan.symbolic(), this.plan.alignment());
        piece.blocks().forEach(groups::add);
        this.chosen = PieceSteps.of(this.plan, piece, groups);
        this.meetings = new MeetingEmitter(lanes.body, lanes.values);
        this.arrays = new LaneArrays(lanes);
        this.entry = new LaneEntry(lanes, arrays);
        this.exit = new LaneExit(lanes, arrays);
        this.places = code.allocateLocal(TypeKind.INT);
        this.other = code.newLabel();
    }

    static void emit(CodeBuilder code, LanePlan plan, LanePlan.LanePiece piece, int lanes) {
        new LaneMethod(code, plan, piece, lanes).emit();
    }

    private void emit() {
        returnIfNone();
        MethodBody body = lanes.body;
        body.at(plan.kernel().blocks().getFirst().exit().at());
        body.load(chosen.needs());
        code.iconst_0().istore(places).iload(LaneBody.FROM).istore(lanes.leader);
        lanes.slots.begin();
        lanes.slots.allocate(registers());
        allocateCoordinates();
        LaneSteps steps = new LaneSteps(lanes, groups);
        steps.beginBlock(_ -> false);
        chosen.ofBlock().forEach(steps::emit);
        body.limits.compute(groups.limits());
        arrays.fetch(chosen.arrays());
        LaneFlow flow = new LaneFlow(lanes, lanePiece, steps, this);
        Label group = code.newBoundLabel();
        Label next = code.newLabel();
        code.iload(LaneBody.FROM).istore(lanes.leader);
        coordinates();
        flow.begin();
        enter();
        chosen.ofThread().forEach(steps::emit);
        flow.emit(this::isElsewhere);
        code.goto_(next);
        leaveToScalar();
        code.labelBinding(next).iinc(LaneBody.FROM, lanes.lanes);
        code.iload(LaneBody.FROM).iload(LaneBody.TO).if_icmplt(group);
        code.iload(places).ireturn();
    }

    /** Returns at once if there are no threads; the workspace may be null then. */
    private void returnIfNone() {
        Label some = code.newLabel();
        code.iload(LaneBody.FROM).iload(LaneBody.TO).if_icmplt(some);
        code.iconst_0().ireturn().labelBinding(some);
    }

    /** Makes the scalar tier run the group's threads. */
    private void leaveToScalar() {
        code.labelBinding(other).iload(places);
        code.aload(LaneBody.SCALAR).loadConstant(piece.site()).aload(MethodBody.WORKSPACE);
        code.iload(LaneBody.FROM).iload(LaneBody.FROM).loadConstant(lanes.lanes).iadd();
        code.invokeinterface(
                        GeneratedTypes.of(PieceCode.class),
                        "run",
                        GeneratedTypes.method(
                                GeneratedTypes.I,
                                GeneratedTypes.I,
                                GeneratedTypes.WORKSPACE,
                                GeneratedTypes.I,
                                GeneratedTypes.I))
                .ior()
                .istore(places);
    }

    /** Returns all registers that the method mentions. */
    private Set<Register> registers() {
        Set<Register> all = new LinkedHashSet<>();
        for (BasicBlock block : piece.blocks()) {
            block.steps().forEach(step -> add(step, all));
            RegisterUses.read(block.exit()).forEach(value -> add(value, all));
        }
        chosen.ofBlock().forEach(step -> add(step, all));
        chosen.ofThread().forEach(step -> add(step, all));
        groups.limits().forEach(limit -> all.addAll(limit.pointers()));
        all.addAll(chosen.loaded());
        all.addAll(chosen.results());
        all.addAll(chosen.stored());
        return all;
    }

    private static void add(Step step, Set<Register> all) {
        RegisterUses.read(step).forEach(value -> add(value, all));
        all.addAll(RegisterUses.written(step));
    }

    private static void add(Value value, Set<Register> all) {
        if (value instanceof Register register) {
            all.add(register);
        }
    }

    private boolean isElsewhere(Step step) {
        return RegisterUses.written(step).stream().anyMatch(plan.kept()::ofBlock);
    }

    private void allocateCoordinates() {
        PieceRequirements needs = chosen.needs();
        if (needs.reads(SpecialRegister.TID_X)
                || needs.reads(SpecialRegister.TID_Y)
                || needs.reads(SpecialRegister.TID_Z)) {
            lanes.body.tidX = code.allocateLocal(TypeKind.INT);
            lanes.body.tidY = code.allocateLocal(TypeKind.INT);
            lanes.body.tidZ = code.allocateLocal(TypeKind.INT);
        }
    }

    /** Loads the first lane's coordinates; the other lanes are in the same row. */
    private void coordinates() {
        if (lanes.body.tidX == MethodBody.NONE) {
            return;
        }
        coordinate("tidX", lanes.body.tidX);
        coordinate("tidY", lanes.body.tidY);
        coordinate("tidZ", lanes.body.tidZ);
    }

    private void coordinate(String method, int slot) {
        code.aload(MethodBody.WORKSPACE)
                .getfield(GeneratedTypes.WORKSPACE, "block", GeneratedTypes.BLOCK)
                .iload(LaneBody.FROM)
                .invokevirtual(
                        GeneratedTypes.BLOCK,
                        method,
                        GeneratedTypes.method(GeneratedTypes.I, GeneratedTypes.I))
                .istore(slot);
    }

    private void enter() {
        if (piece.site() == BlockState.START) {
            chosen.loaded().forEach(entry::zero);
        } else {
            chosen.loaded().forEach(register -> entry.load(register, other));
        }
        Exit.Stop meeting = piece.meeting();
        if (meeting != null && !chosen.results().isEmpty()) {
            entry.take(meeting, chosen.results(), meetings, other);
        }
    }

    @Override
    public void stop(Exit.Stop stop) {
        if (stop.meeting().isSimple()) {
            storeSites(stop.site());
        } else {
            LaneLoop.emit(
                    lanes,
                    RegisterUses.read(stop),
                    List.of(),
                    LaneBody.NONE,
                    () -> meetings.bring(stop));
        }
        BitSet alive = plan.liveness().liveIn(stop.next());
        RegisterUses.written(stop).forEach(register -> alive.clear(register.index()));
        store(alive);
        leave(PieceCode.at(stop.site()));
    }

    /** Stores the site of the running lanes. */
    private void storeSites(int site) {
        boolean all = lanes.active == LaneBody.NONE;
        if (!all) {
            lanes.vectors.fromArray(
                    VectorCalls.INTS,
                    () -> lanes.body.push(WorkspaceField.SITE).iload(LaneBody.FROM));
        }
        lanes.vectors.broadcast(VectorCalls.INTS, () -> code.loadConstant(site));
        if (!all) {
            code.aload(lanes.active);
            lanes.vectors.blend(VectorCalls.INTS);
        }
        lanes.body.push(WorkspaceField.SITE).iload(LaneBody.FROM);
        lanes.vectors.intoArray(VectorCalls.INTS);
    }

    private void store(BitSet alive) {
        List<Register> stored = new ArrayList<>(arrays.among(alive));
        stored.retainAll(chosen.stored());
        exit.store(stored);
    }

    private void leave(int place) {
        code.iload(places).loadConstant(place).ior().istore(places);
    }

    @Override
    public void quit() {
        if (!plan.runsThrough()) {
            lanes.body.push(WorkspaceField.PHASE).iload(LaneBody.FROM);
            lanes.pushLanes();
            code.invokestatic(
                    lanes.runtime(),
                    "end",
                    GeneratedTypes.method(
                            GeneratedTypes.V,
                            GeneratedTypes.BYTES,
                            GeneratedTypes.I,
                            GeneratedTypes.J));
        }
        leave(PieceCode.ENDED);
    }

    @Override
    public void leaveFor(int block) {
        store(plan.liveness().liveIn(block));
        int site = plan.cut().cutSite(block);
        storeSites(site);
        leave(PieceCode.at(site));
    }
}
