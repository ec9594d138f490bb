package dev.hira.sim.jit.method;

import dev.hira.sim.code.Program;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.jit.plan.CarrierTypes;
import dev.hira.sim.jit.plan.ExpressionFolding;
import dev.hira.sim.jit.plan.OmittedFeature;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** A method that is being generated: its code, and where everything is in its local variables. */
public final class MethodBody {
    /** No local variable. */
    public static final int NONE = -1;

    /** The local variable of the workspace, in all methods. */
    public static final int WORKSPACE = 0;

    public final CodeBuilder code;

    /** The class that is generated. */
    public final ClassDesc owner;

    public final Program program;
    public final Routine routine;
    public final ExpressionFolding folding;
    public final RegisterSlots slots;

    /** The local variable with the thread's number. */
    public final int thread;

    /** The local variable with the beginning of the routine's frame; none in a kernel. */
    public final int frame;

    /** For addresses that are looked at more than once. */
    public final int address;

    /** What addresses are compared with. */
    public final AddressBounds limits;

    /** What indices are compared with. */
    public final IndexBounds reaches;

    private final Map<WorkspaceField, Integer> fixtures = new EnumMap<>(WorkspaceField.class);

    /** The local variables with the thread's coordinates; none where nobody asks. */
    public int tidX = NONE;

    public int tidY = NONE;
    public int tidZ = NONE;

    /** The local variable with the thread's local memory. */
    public int local = NONE;

    /** What the code does without. */
    public final Set<OmittedFeature> omitted;

    private int line;

    public MethodBody(
            CodeBuilder code,
            ClassDesc owner,
            Program program,
            Routine routine,
            ExpressionFolding folding,
            int thread,
            int frame) {
        this(code, owner, program, routine, folding, thread, frame, Set.of());
    }

    /** A method whose code does without something. */
    public MethodBody(
            CodeBuilder code,
            ClassDesc owner,
            Program program,
            Routine routine,
            ExpressionFolding folding,
            int thread,
            int frame,
            Set<OmittedFeature> omitted) {
        this.omitted = omitted;
        this.code = code;
        this.owner = owner;
        this.program = program;
        this.routine = routine;
        this.folding = folding;
        this.slots = new RegisterSlots(routine, folding);
        this.thread = thread;
        this.frame = frame;
        this.address = code.allocateLocal(TypeKind.LONG);
        this.limits = new AddressBounds(this);
        this.reaches = new IndexBounds(this);
    }

    /** Takes what the code needs from the workspace. */
    public void load(PieceRequirements needs) {
        for (WorkspaceField fixture : needs.fixtures()) {
            int slot = code.allocateLocal(fixture.kind());
            code.aload(WORKSPACE)
                    .getfield(GeneratedTypes.WORKSPACE, fixture.field(), fixture.type())
                    .storeLocal(fixture.kind(), slot);
            fixtures.put(fixture, slot);
        }
    }

    /** Pushes something taken from the workspace. */
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

    /** Pushes the workspace and the number of the thread, as slow ways want them first. */
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

    /** Notes the place in the text of what follows. */
    public void at(int place) {
        int now = Math.min(program.line(place), 0xffff);
        if (now != line) {
            line = now;
            code.lineNumber(now);
        }
    }
}
