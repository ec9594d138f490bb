package dev.hira.sim.interpret;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Assigns a slot to each value that a routine reads. */
final class Slots {
    private final Map<Value, Integer> places = new LinkedHashMap<>();
    private final int registers;

    Slots(Routine routine) {
        this.registers = routine.registers().size();
    }

    /** Returns the slot of a value. */
    int of(Value value) {
        return value instanceof dev.hira.sim.code.Register register
                ? register.index()
                : places.computeIfAbsent(value, _ -> registers + places.size());
    }

    /** Returns the code with these slots; call this after all instructions are decoded. */
    RoutineCode code(Routine routine, Segment entry) {
        long[] template = new long[registers + places.size()];
        List<RoutineCode.Symbol> symbols = new ArrayList<>();
        List<RoutineCode.FrameAddress> frameAddresses = new ArrayList<>();
        List<RoutineCode.Special> specials = new ArrayList<>();
        places.forEach((value, slot) -> {
            switch (value) {
                case dev.hira.sim.code.Register _ -> {}
                case Value.Constant(long bits, Carrier _) -> template[slot] = bits;
                case Value.SymbolAddress(int symbol, long offset, Carrier _) ->
                        symbols.add(new RoutineCode.Symbol(slot, symbol, offset));
                case Value.FrameAddress(long offset, Carrier _) ->
                        frameAddresses.add(new RoutineCode.FrameAddress(slot, offset));
                case Value.Special(var register) -> {
                    if (!register.isClock()) {
                        specials.add(new RoutineCode.Special(slot, register));
                    }
                }
            }
        });
        return new RoutineCode(routine, entry, template, symbols, frameAddresses, specials);
    }
}
