package dev.hira.sim.simt.emit;

import dev.hira.sim.jit.runtime.Workspace;

/**
 * Arrays with an element for each lane, for results that generated code computes lane by lane. Each
 * workspace has its own; generated code accesses the fields by name.
 */
public final class LaneScratch {
    /** The number of arrays of each kind. */
    static final int ARRAYS = 8;

    public final int[] ints0;
    public final int[] ints1;
    public final int[] ints2;
    public final int[] ints3;
    public final int[] ints4;
    public final int[] ints5;
    public final int[] ints6;
    public final int[] ints7;
    public final float[] floats0;
    public final float[] floats1;
    public final float[] floats2;
    public final float[] floats3;
    public final float[] floats4;
    public final float[] floats5;
    public final float[] floats6;
    public final float[] floats7;

    /** LONG registers, by number and lane. */
    public final long[][] longs;

    /** DOUBLE registers, by number and lane. */
    public final double[][] doubles;

    private LaneScratch(int lanes, int longs, int doubles) {
        this.ints0 = new int[lanes];
        this.ints1 = new int[lanes];
        this.ints2 = new int[lanes];
        this.ints3 = new int[lanes];
        this.ints4 = new int[lanes];
        this.ints5 = new int[lanes];
        this.ints6 = new int[lanes];
        this.ints7 = new int[lanes];
        this.floats0 = new float[lanes];
        this.floats1 = new float[lanes];
        this.floats2 = new float[lanes];
        this.floats3 = new float[lanes];
        this.floats4 = new float[lanes];
        this.floats5 = new float[lanes];
        this.floats6 = new float[lanes];
        this.floats7 = new float[lanes];
        this.longs = new long[longs][lanes];
        this.doubles = new double[doubles][lanes];
    }

    /**
     * Returns the scratch arrays of a workspace.
     *
     * @param longs number of LONG registers, the same at each call
     */
    public static LaneScratch of(Workspace work, int lanes, int longs, int doubles) {
        if (work.lanes instanceof LaneScratch scratch) {
            return scratch;
        }
        LaneScratch made = new LaneScratch(lanes, longs, doubles);
        work.lanes = made;
        return made;
    }
}
