package dev.hira.sim.jit.plan;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.analysis.Liveness;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Numbers the arrays in which registers are saved while threads are stopped. */
public final class SavedRegisters {
    private static final int NONE = -1;

    private final int[] number;
    private int ints;
    private int longs;
    private int floats;
    private int doubles;

    private SavedRegisters(int registers) {
        this.number = new int[registers];
        Arrays.fill(number, NONE);
    }

    /** Numbers the registers that are alive at the beginning of any piece but the first. */
    public static SavedRegisters of(
            Routine kernel, List<Piece> pieces, Liveness liveness, RegisterPlan kept) {
        BitSet alive = new BitSet();
        for (Piece piece : pieces.subList(1, pieces.size())) {
            alive.or(liveness.liveIn(piece.entry().index()));
        }
        SavedRegisters stored = new SavedRegisters(kernel.registers().size());
        alive.stream().mapToObj(kernel.registers()::get).filter(kept::stored).forEach(stored::add);
        return stored;
    }

    private void add(Register register) {
        number[register.index()] =
                switch (register.carrier()) {
                    case BOOLEAN, INT -> ints++;
                    case LONG -> longs++;
                    case FLOAT -> floats++;
                    case DOUBLE -> doubles++;
                };
    }

    /** Returns the number of a register among those of its kind. */
    public int number(Register register) {
        return number[register.index()];
    }

    /** Returns the workspace field with a carrier's arrays. */
    public static String field(Carrier carrier) {
        return switch (carrier) {
            case BOOLEAN, INT -> "ints";
            case LONG -> "longs";
            case FLOAT -> "floats";
            case DOUBLE -> "doubles";
        };
    }

    public int ints() {
        return ints;
    }

    public int longs() {
        return longs;
    }

    public int floats() {
        return floats;
    }

    public int doubles() {
        return doubles;
    }
}
