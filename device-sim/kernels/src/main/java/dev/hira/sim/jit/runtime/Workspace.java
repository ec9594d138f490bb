package dev.hira.sim.jit.runtime;

import dev.hira.sim.code.Program;
import dev.hira.sim.code.Routine;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.plan.SavedRegisters;
import dev.hira.sim.kernel.FlatMemory;
import dev.hira.sim.run.AccessEvent;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.DeviceMemory;
import dev.hira.sim.run.Grid;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The state that generated code uses besides the block itself: the places of memory, and the saved
 * registers of stopped threads. Each block state has its own; generated code accesses the fields by
 * name.
 *
 * <p>A window of device memory is given by its base, its size and its delta: a device address in
 * the window plus the delta is the host address.
 */
public final class Workspace {
    /**
     * The rounds that a thread makes in loops in which it may wait for others, before the others
     * run.
     */
    public static final int MOST_ROUNDS_ALONE = 1024;

    public final BlockState block;
    final Grid grid;

    /** The program that made it. */
    public final Object owner;

    final long base;
    final long size;
    final long delta;
    final long variablesBase;
    final long variablesSize;
    final long variablesDelta;
    final byte[] shared;
    final byte[] parameters;
    final long sharedBytes;
    final long localBytes;
    final long parameterBytes;
    final long[] symbols;
    final byte[] phase;
    final int[] site;
    final long[] result;
    final boolean[] flag;
    public final int ntidX;
    final int ntidY;
    final int ntidZ;
    final int nctaX;
    final int nctaY;
    final int nctaZ;

    /** Saved INT and BOOLEAN registers, by number and thread. */
    final int[][] ints;

    final long[][] longs;
    final float[][] floats;
    final double[][] doubles;

    /** State of the code that runs several threads at once. */
    public @Nullable Object lanes;

    /** Which calls of pieces are measured. */
    public @Nullable Object sampling;

    /** Host stack bytes that the calls of the running thread take. */
    int nested;

    /** The second of two numbers that a call returns. */
    long high;

    /** Results of routines beyond the first. */
    final long[] results;

    /** The accesses that the code reports, by number. */
    final AccessEvent[] accesses;

    /** The values of a store that is reported, by the number of the access. */
    final long[][] stored;

    /** Creates the workspace of a block for the code of a plan. */
    public Workspace(BlockState block, Object owner, KernelPlan plan) {
        this.block = block;
        this.owner = owner;
        this.grid = block.grid;
        this.results = new long[mostResults(grid.program())];
        this.accesses = plan.observed().all().toArray(AccessEvent[]::new);
        this.stored = new long[accesses.length][];
        Arrays.setAll(stored, number -> new long[accesses[number].access().elements()]);
        DeviceMemory memory = grid.memory();
        this.base = memory.base;
        this.size = memory.size;
        this.delta = memory.segment.address() - memory.base;
        FlatMemory variables = memory.allocations().variables();
        this.variablesBase = variables.base();
        this.variablesSize = variables.limit() - variables.base();
        this.variablesDelta = variables.segment().address() - variables.base();
        this.shared = block.shared;
        this.parameters = grid.parameters();
        this.sharedBytes = shared.length;
        this.localBytes = grid.localBytes();
        this.parameterBytes = parameters.length;
        this.symbols = grid.symbols();
        this.phase = block.phase;
        this.site = block.site;
        this.result = block.result;
        this.flag = block.flag;
        this.ntidX = grid.shape().blockX();
        this.ntidY = grid.shape().blockY();
        this.ntidZ = grid.shape().blockZ();
        this.nctaX = grid.shape().gridX();
        this.nctaY = grid.shape().gridY();
        this.nctaZ = grid.shape().gridZ();
        SavedRegisters saved = plan.stored();
        this.ints = new int[saved.ints()][block.threads];
        this.longs = new long[saved.longs()][block.threads];
        this.floats = new float[saved.floats()][block.threads];
        this.doubles = new double[saved.doubles()][block.threads];
    }

    private static int mostResults(Program program) {
        int most = 0;
        for (Routine routine : program.routines()) {
            most = Math.max(most, routine.results().size());
        }
        return most;
    }
}
