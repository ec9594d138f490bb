package dev.hira.sim.interpret;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Address;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.SpecialValues;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The instructions of a segment during decoding. */
final class Instructions {
    private final Slots slots;
    private final @Nullable Watching watching;
    private final List<Action> actions = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();
    private int place;
    private boolean acquire;

    /**
     * Starts without instructions.
     *
     * @param watching makes the instructions report their accesses; null for no reports
     */
    Instructions(Slots slots, @Nullable Watching watching) {
        this.slots = slots;
        this.watching = watching;
    }

    List<Action> actions() {
        return actions;
    }

    List<Integer> places() {
        return places;
    }

    /** Whether any of them reads memory that other threads may have published. */
    boolean acquire() {
        return acquire;
    }

    /** Adds the action of a step; calls of routines end segments and are not allowed here. */
    void add(Step step) {
        place = step.at();
        enter(decode(step));
    }

    private void enter(Action action) {
        actions.add(action);
        places.add(place);
    }

    /** Returns the slot of a value; a clock is first read into it. */
    int slot(Value value) {
        int slot = slots.of(value);
        if (value instanceof Value.Special(SpecialRegister clock) && clock.isClock()) {
            enter((thread, all) ->
                    all[slot] = SpecialValues.read(clock, thread.block, thread.index));
        }
        return slot;
    }

    int[] slots(List<Value> values) {
        int[] found = new int[values.size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = slot(values.get(i));
        }
        return found;
    }

    private Accesses.Place place(Address address) {
        return Accesses.Place.of(address, slot(address.base()));
    }

    private Action decode(Step step) {
        return switch (step) {
            case Step.Compute(var target, var operation, var arguments, _) ->
                    Computations.of(operation, target.index(), slots(arguments));
            case Step.Move(Register target, Value value, _) -> move(target.index(), slot(value));
            case Step.Select select -> select(select);
            case Step.Load load -> load(load, place(load.address()));
            case Step.Store store -> store(store, place(store.address()));
            case Step.Atomic atomic -> update(atomic, slots(atomic.operands()));
            case Step.Fence _ -> {
                Action fence = (_, _) -> VarHandle.fullFence();
                yield watching == null ? fence : watching.fence(fence);
            }
            case Step.BuiltinCall call -> builtin(call);
            case Step.Guarded guarded -> guarded(guarded);
            case Step.Call _, Step.IndirectCall _ ->
                    throw new IllegalStateException("A call ends a segment.");
        };
    }

    private Action load(Step.Load load, Accesses.Place place) {
        Action action = Accesses.load(load.targets(), load.access(), place);
        acquire |= load.access().order() == Access.Order.ACQUIRE;
        return watching == null ? action : watching.load(load, place, action);
    }

    private Action store(Step.Store store, Accesses.Place place) {
        int[] stored = slots(store.values());
        Action action = Accesses.store(store.access(), place, stored);
        return watching == null ? action : watching.store(store, place, stored, action);
    }

    private Action update(Step.Atomic atomic, int[] operands) {
        Accesses.Place place = place(atomic.address());
        Action action =
                atomic.access().elements() == 1
                        ? Accesses.update(atomic, place, operands[0], operands[operands.length - 1])
                        : Accesses.updatePair(atomic, place, operands);
        return watching == null ? action : watching.update(atomic, place, action);
    }

    private static Action move(int target, int source) {
        return (_, all) -> all[target] = all[source];
    }

    private Action select(Step.Select select) {
        int target = select.target().index();
        int condition = slot(select.condition());
        int ifTrue = slot(select.ifTrue());
        int ifFalse = slot(select.ifFalse());
        return (_, all) -> all[target] = all[all[condition] != 0 ? ifTrue : ifFalse];
    }

    private Action guarded(Step.Guarded guarded) {
        int predicate = slot(guarded.predicate());
        long wanted = guarded.negated() ? 0 : 1;
        Action action = decode(guarded.step());
        return (thread, all) -> {
            if (all[predicate] == wanted) {
                action.run(thread, all);
            }
        };
    }

    private Action builtin(Step.BuiltinCall call) {
        int[] arguments = slots(call.arguments());
        Register result = call.result();
        return (thread, all) -> {
            long[] values = new long[arguments.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = all[arguments[i]];
            }
            long value = call(call.builtin(), thread, values);
            if (result != null) {
                all[result.index()] = value;
            }
        };
    }

    private static long call(Step.Builtin builtin, GuestThread thread, long[] arguments) {
        BlockState block = thread.block;
        block.current = thread.index;
        return switch (builtin) {
            case ALLOCA -> thread.allocate(arguments[0], arguments[1]);
            case STACK_SAVE -> thread.frame().end;
            case STACK_RESTORE -> thread.restore(arguments[0]);
            case MALLOC -> {
                long given = block.grid.host().call(builtin, block, thread.index, arguments);
                if (block.witness != null && given != 0) {
                    block.witness.given(given, arguments[0]);
                }
                yield given;
            }
            case VPRINTF, ASSERT_FAIL, FREE ->
                    block.grid.host().call(builtin, block, thread.index, arguments);
        };
    }
}
