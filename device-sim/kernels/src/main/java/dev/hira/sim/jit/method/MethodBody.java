package dev.hira.sim.jit.method;

import dev.hira.sim.code.Program;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.jit.plan.CarrierTypes;
import dev.hira.sim.jit.plan.CodeStyle;
import dev.hira.sim.jit.plan.ExpressionFolding;
import dev.hira.sim.jit.plan.KernelPlan;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.EnumMap;
import java.util.Map;

/** A method under generation: its code and the contents of its local variables. */
public final class MethodBody {
    /** No local variable. */
    public static final int NONE = -1;

    /** The local variable of the workspace, in all methods. */
    public static final int WORKSPACE = 0;

    public final CodeBuilder code;

    public final KernelPlan plan;

    /** The generated class. */
    public final ClassDesc owner;

    public final Program program;
    public final Routine routine;
    public final ExpressionFolding folding;
    public final RegisterSlots slots;

    /** The local variable with the thread's number. */
    public final int thread;

    /** The local variable with the start of the routine's frame; none in a kernel. */
    public final int frame;

    /** The local variable for an address that is used more than once. */
    public final int address;

    /** The bounds on addresses. */
    public final AddressBounds limits;

    /** The bounds on indices. */
    public final IndexBounds reaches;

    private final Map<WorkspaceField, Integer> fixtures = new EnumMap<>(WorkspaceField.class);

    /** The local variables with the thread's coordinates; none where they are not read. */
    public int tidX = NONE;

    public int tidY = NONE;
    public int tidZ = NONE;

    /** The local variable with the thread's local memory. */
    public int local = NONE;

    private int line;

    /** Creates the method of a routine. */
    public MethodBody(
            CodeBuilder code,
            KernelPlan plan,
            Routine routine,
            ExpressionFolding folding,
            int thread,
            int frame) {
        this.code = code;
        this.plan = plan;
        this.owner = plan.owner();
        this.program = plan.program();
        this.routine = routine;
        this.folding = folding;
        this.slots = new RegisterSlots(routine, folding);
        this.thread = thread;
        this.frame = frame;
        this.address = code.allocateLocal(TypeKind.LONG);
        this.limits = new AddressBounds(this);
        this.reaches = new IndexBounds(this);
    }

    /** Returns how the code differs from the usual. */
    public CodeStyle style() {
        return plan.style();
    }

    /** Loads the fields that the code needs from the workspace. */
    public void load(PieceRequirements needs) {
        for (WorkspaceField fixture : needs.fixtures()) {
            int slot = code.allocateLocal(fixture.kind());
            code.aload(WORKSPACE)
                    .getfield(GeneratedTypes.WORKSPACE, fixture.field(), fixture.type())
                    .storeLocal(fixture.kind(), slot);
            fixtures.put(fixture, slot);
        }
    }

    /** Pushes a workspace field. */
    public CodeBuilder push(WorkspaceField fixture) {
        if (fixture == WorkspaceField.LOCAL) {
            return pushLocal();
        }
        Integer slot = fixtures.get(fixture);
        return slot == null
                ? code.aload(WORKSPACE)
                        .getfield(GeneratedTypes.WORKSPACE, fixture.field(), fixture.type())
                : code.loadLocal(fixture.kind(), slot);
    }

    /** Pushes the local variable of a register. */
    public void load(Register register) {
        code.loadLocal(CarrierTypes.kind(register.carrier()), slots.of(register));
    }

    /** Pops into the local variable of a register. */
    public void store(Register register) {
        code.storeLocal(CarrierTypes.kind(register.carrier()), slots.of(register));
    }

    /** Pushes the workspace and the thread's number, the first arguments of slow paths. */
    public CodeBuilder pushPlace() {
        return code.aload(WORKSPACE).iload(thread);
    }

    /** Pushes the thread's local memory. */
    public CodeBuilder pushLocal() {
        return local == NONE
                ? pushPlace()
                        .invokestatic(
                                GeneratedTypes.SLOW,
                                "local",
                                GeneratedTypes.method(
                                        GeneratedTypes.BYTES,
                                        GeneratedTypes.WORKSPACE,
                                        GeneratedTypes.I))
                : code.aload(local);
    }

    /** Records the line of the text for the code that follows. */
    public void at(int place) {
        int now = Math.min(program.line(place), 0xffff);
        if (now != line) {
            line = now;
            code.lineNumber(now);
        }
    }
}
