package dev.hira.sim.jit.emit;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.jit.check.AccessGroups;
import dev.hira.sim.jit.method.CoordinateEmitter;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.method.PieceRequirements;
import dev.hira.sim.jit.method.ValueEmitter;
import dev.hira.sim.jit.method.WorkspaceField;
import dev.hira.sim.jit.plan.CarrierTypes;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.plan.Piece;
import dev.hira.sim.jit.plan.RegisterUses;
import dev.hira.sim.jit.plan.SavedRegisters;
import dev.hira.sim.jit.runtime.PieceCode;
import dev.hira.sim.jit.runtime.ThreadEnd;
import dev.hira.sim.jit.runtime.Workspace;
import dev.hira.sim.run.BlockState;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Emits the method of a piece: {@code (workspace, from, to)}. The method loads the fields it needs
 * from the workspace, computes the values that the whole block shares, and then runs one thread
 * after another.
 */
final class PieceEmitter implements FlowEmitter.Leaving {
    /** The type of the methods of pieces. */
    static final MethodTypeDesc TYPE =
            GeneratedTypes.method(
                    GeneratedTypes.I, GeneratedTypes.WORKSPACE, GeneratedTypes.I, GeneratedTypes.I);

    private static final int FROM = 1;
    private static final int TO = 2;

    private final KernelPlan plan;
    private final Piece piece;
    private final MethodBody body;
    private final CodeBuilder code;
    private final ValueEmitter values;
    private final AccessGroups groups;
    private final FlowEmitter flow;
    private final MeetingEmitter meetings;
    private final PieceSteps chosen;
    private final Map<Integer, Integer> arrays = new HashMap<>();
    private final Label next;
    private final int patience;

    /** The local variable with the combined places where threads have stopped. */
    private final int places;

    private PieceEmitter(CodeBuilder code, KernelPlan plan, Piece piece) {
        this.code = code;
        this.plan = plan;
        this.piece = piece;
        this.body =
                new MethodBody(code, plan, plan.kernel(), plan.folding(), FROM, MethodBody.NONE);
        this.values = new ValueEmitter(body);
        this.groups = new AccessGroups(plan);
        piece.blocks().forEach(groups::add);
        this.flow = new FlowEmitter(body, values, groups, piece.blocks(), this);
        this.meetings = new MeetingEmitter(body, values);
        this.chosen = PieceSteps.of(plan, piece, groups);
        this.next = code.newLabel();
        this.patience =
                plan.cut().yields().isEmpty() ? MethodBody.NONE : code.allocateLocal(TypeKind.INT);
        this.places = code.allocateLocal(TypeKind.INT);
    }

    static void emit(CodeBuilder code, KernelPlan plan, Piece piece) {
        new PieceEmitter(code, plan, piece).emit();
    }

    /** Returns the name of a piece's method. */
    static String name(KernelPlan plan, Piece piece) {
        String kernel = javaName(plan.kernel().name());
        if (piece.site() == BlockState.START) {
            return kernel;
        }
        return piece.meeting() == null
                ? kernel + "$block" + piece.entry().index()
                : kernel + "$stop" + piece.site();
    }

    /** Converts a PTX name to a valid method name. */
    static String javaName(String name) {
        return name.replaceAll("[^\\w$]", "_");
    }

    private void emit() {
        PieceRequirements needs = chosen.needs();
        body.at(plan.kernel().blocks().getFirst().exit().at());
        body.load(needs);
        code.iconst_0().istore(places);
        pinBlockRegisters();
        allocate();
        chosen.ofBlock().forEach(flow.steps()::emit);
        body.limits.compute(groups.limits());
        body.reaches.compute(groups.reaches(), values);
        loadArrays();
        CoordinateEmitter coordinates = new CoordinateEmitter(body, needs);
        Label row = code.newBoundLabel();
        Label end = code.newLabel();
        code.iload(FROM).iload(TO).if_icmpge(end);
        coordinates.beginRow();
        Label loop = code.newBoundLabel();
        coordinates.beginThread();
        beginThread(needs);
        runThread();
        code.labelBinding(next);
        code.iinc(FROM, 1).iload(FROM);
        coordinates.pushRowEnd();
        code.if_icmplt(loop).goto_(row);
        code.labelBinding(end);
        code.iload(places).ireturn();
    }

    private void runThread() {
        if (!plan.mayQuit()) {
            flow.emit(this::isElsewhere);
            return;
        }
        Label start = code.newBoundLabel();
        flow.emit(this::isElsewhere);
        Label end = code.newBoundLabel();
        code.exceptionCatch(start, end, end, GeneratedTypes.of(ThreadEnd.class));
        code.pop();
        quit();
    }

    private boolean isElsewhere(Step step) {
        return RegisterUses.written(step).stream().anyMatch(plan.kept()::ofBlock);
    }

    private void pinBlockRegisters() {
        for (Step step : chosen.ofBlock()) {
            for (Register register : RegisterUses.written(step)) {
                body.slots.pin(register, code.allocateLocal(CarrierTypes.kind(register.carrier())));
            }
        }
    }

    private void allocate() {
        body.slots.scan(piece.blocks(), plan.liveness());
        for (Step step : chosen.ofThread()) {
            RegisterUses.written(step).forEach(body.slots::touchBeginning);
        }
        chosen.loaded().forEach(body.slots::touchBeginning);
        chosen.results().forEach(body.slots::touchBeginning);
        body.slots.allocate(code, plan.kept()::ofBlock);
    }

    private void loadArrays() {
        for (Register register : chosen.arrays()) {
            if (plan.stored().number(register) < 0) {
                continue; // never written before this piece
            }
            String field = SavedRegisters.field(register.carrier());
            int slot = code.allocateLocal(TypeKind.REFERENCE);
            code.aload(MethodBody.WORKSPACE)
                    .getfield(GeneratedTypes.WORKSPACE, field, elements(register).arrayType(2))
                    .loadConstant(plan.stored().number(register))
                    .aaload()
                    .astore(slot);
            arrays.put(register.index(), slot);
        }
    }

    private static java.lang.constant.ClassDesc elements(Register register) {
        return switch (register.carrier()) {
            case BOOLEAN, INT -> GeneratedTypes.I;
            case LONG -> GeneratedTypes.J;
            case FLOAT -> GeneratedTypes.F;
            case DOUBLE -> GeneratedTypes.D;
        };
    }

    private void beginThread(PieceRequirements needs) {
        if (needs.local()) {
            if (body.local == MethodBody.NONE) {
                int slot = code.allocateLocal(TypeKind.REFERENCE);
                body.pushLocal();
                code.astore(slot);
                body.local = slot;
            }
        }
        if (patience != MethodBody.NONE) {
            code.loadConstant(Workspace.MOST_ROUNDS_ALONE).istore(patience);
        }
        for (Register register : chosen.loaded()) {
            if (piece.site() == BlockState.START) {
                code.lconst_0();
                values.fromBits(register.carrier());
            } else {
                pushArray(register).iload(FROM).arrayLoad(TypeKind.from(elements(register)));
            }
            body.store(register);
        }
        Exit.Stop meeting = piece.meeting();
        if (meeting != null) {
            meetings.take(meeting);
        }
        chosen.ofThread().forEach(flow.steps()::emit);
    }

    @Override
    public void stop(Exit.Stop stop) {
        meetings.bring(stop);
        BitSet alive = plan.liveness().liveIn(stop.next());
        RegisterUses.written(stop).forEach(register -> alive.clear(register.index()));
        storeAll(alive);
        leave(PieceCode.at(stop.site()));
    }

    private void leave(int place) {
        code.iload(places).loadConstant(place).ior().istore(places).goto_(next);
    }

    @Override
    public void finish() {
        quit();
    }

    @Override
    public void quit() {
        if (!plan.runsThrough()) {
            meetings.phase(BlockState.ENDED);
        }
        leave(PieceCode.ENDED);
    }

    @Override
    public void leaveFor(int block) {
        storeAll(plan.liveness().liveIn(block));
        body.push(WorkspaceField.SITE)
                .iload(FROM)
                .loadConstant(plan.cut().cutSite(block))
                .iastore();
        leave(PieceCode.at(plan.cut().cutSite(block)));
    }

    @Override
    public boolean leavesAt(int block) {
        return plan.cut().turns().get(block);
    }

    @Override
    public boolean yieldsAt(int block) {
        return plan.cut().yields().get(block) || plan.cut().turns().get(block);
    }

    @Override
    public boolean yieldAt(int block) {
        if (plan.cut().turns().get(block)) {
            leaveFor(block);
            return false;
        }
        Label goOn = code.newLabel();
        code.iinc(patience, -1).iload(patience).ifgt(goOn);
        leaveFor(block);
        code.labelBinding(goOn);
        return true;
    }

    private CodeBuilder pushArray(Register register) {
        return code.aload(arrays.getOrDefault(register.index(), MethodBody.NONE));
    }

    private void storeAll(BitSet alive) {
        alive.stream()
                .mapToObj(plan.kernel().registers()::get)
                .filter(chosen.stored()::contains)
                .forEach(register -> {
                    pushArray(register).iload(FROM);
                    body.load(register);
                    code.arrayStore(TypeKind.from(elements(register)));
                });
    }
}
