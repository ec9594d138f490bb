package dev.hira.sim.simt.form;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Effects;
import dev.hira.sim.code.analysis.Liveness;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The forms of a kernel's registers. A register's form holds the results of all its writers, given
 * the forms that they read. A register that is written while lanes may be apart has the form that
 * holds any values; the analysis that finds such registers reports them with {@link #spread}.
 */
public final class LaneForms {
    private final Routine kernel;
    private final @Nullable LaneForm[] forms;
    private final BitSet any = new BitSet();
    private boolean changed;

    LaneForms(Routine kernel) {
        this.kernel = kernel;
        this.forms = new LaneForm[kernel.registers().size()];
        solve();
    }

    /** Returns the form of a value. */
    public LaneForm of(Value value) {
        return switch (value) {
            case Register register -> {
                LaneForm form = forms[register.index()];
                yield form == null ? LaneForm.SAME : form;
            }
            case Value.Constant _, Value.SymbolAddress _, Value.FrameAddress _ -> LaneForm.SAME;
            case Value.Special(SpecialRegister special) -> of(special);
        };
    }

    private static LaneForm of(SpecialRegister special) {
        return switch (special) {
            case TID_X, LANEID -> new LaneForm.Stepped(1);
            case TID_Y, TID_Z, WARPID -> LaneForm.SAME;
            default -> special.isUniform() ? LaneForm.SAME : LaneForm.any(special.carrier());
        };
    }

    /** Returns whether all lanes have the same value. */
    public boolean same(Value value) {
        return of(value) instanceof LaneForm.Same;
    }

    /** Returns whether a register's form is the one that holds any values. */
    boolean isAny(Register register) {
        return of(register).equals(LaneForm.any(register.carrier()));
    }

    /**
     * Gives registers the form that holds any values, and updates the forms that depend on them.
     */
    void spread(BitSet registers) {
        any.or(registers);
        solve();
    }

    private void solve() {
        Liveness liveness = Liveness.of(kernel);
        liveness.liveIn(0).stream()
                .mapToObj(kernel.registers()::get)
                .forEach(register -> join(register, LaneForm.SAME));
        any.stream()
                .mapToObj(kernel.registers()::get)
                .forEach(register -> join(register, LaneForm.any(register.carrier())));
        changed = true;
        while (changed) {
            changed = false;
            for (BasicBlock block : kernel.blocks()) {
                block.steps().forEach(step -> step(step, false));
                exit(block.exit());
            }
        }
    }

    private void join(Register register, LaneForm form) {
        LaneForm old = forms[register.index()];
        LaneForm now = old == null ? form : LaneForm.join(old, form, register.carrier());
        if (!now.equals(old)) {
            forms[register.index()] = now;
            changed = true;
        }
    }

    private void joinAny(Register register) {
        join(register, LaneForm.any(register.carrier()));
    }

    private boolean known(Step step) {
        boolean[] known = {true};
        Effects.reads(
                step,
                value ->
                        known[0] &=
                                !(value instanceof Register register)
                                        || forms[register.index()] != null);
        return known[0];
    }

    private void step(Step step, boolean apart) {
        if (apart) {
            Effects.writes(step, this::joinAny);
        } else if (step instanceof Step.Guarded(Value predicate, _, Step inner, _)) {
            step(inner, !same(predicate));
        } else if (known(step)) {
            LaneForm form = made(step);
            Effects.writes(
                    step,
                    register -> {
                        if (form == null) {
                            joinAny(register);
                        } else {
                            join(register, form);
                        }
                    });
        }
    }

    /** Returns the form of a step's result; null for a value without structure. */
    private @Nullable LaneForm made(Step step) {
        return switch (step) {
            case Step.Compute compute -> ComputeForms.of(compute, this);
            case Step.Move move -> of(move.value());
            case Step.Select select ->
                    same(select.condition())
                            ? LaneForm.join(
                                    of(select.ifTrue()),
                                    of(select.ifFalse()),
                                    select.target().carrier())
                            : null;
            case Step.Load load -> loadsSame(load) ? LaneForm.SAME : null;
            case Step.Store _,
                    Step.Atomic _,
                    Step.Fence _,
                    Step.Call _,
                    Step.IndirectCall _,
                    Step.BuiltinCall _,
                    Step.Guarded _ ->
                    null;
        };
    }

    /**
     * Returns whether all lanes load from one place. A generic address may be in each lane's own
     * memory.
     */
    public boolean loadsSame(Step.Load load) {
        Space space = load.access().space();
        return same(load.address().base())
                && (space != Space.LOCAL && space != Space.GENERIC)
                && load.access().order() != Access.Order.ACQUIRE;
    }

    private void exit(Exit exit) {
        boolean same = exit instanceof Exit.Stop stop && givesSame(stop.meeting());
        Effects.writes(
                exit,
                register -> {
                    if (same) {
                        join(register, LaneForm.SAME);
                    } else {
                        joinAny(register);
                    }
                });
    }

    /** Returns whether a meeting has the same result in all lanes of a warp. */
    private static boolean givesSame(Meeting meeting) {
        return switch (meeting) {
            case Meeting.Barrier barrier -> barrier.count() == null;
            case Meeting.Vote _, Meeting.Reduce _ -> meeting.isOfWholeWarp();
            case Meeting.WarpBarrier _,
                    Meeting.Shuffle _,
                    Meeting.Match _,
                    Meeting.ActiveMask _,
                    Meeting.Elect _,
                    Meeting.InStep _ ->
                    false;
        };
    }
}
