package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClResult;
import dev.hira.sim.kernel.EnvironmentBlock;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a range that one launch runs: groups of one size.
 *
 * @param first the number of the first group in each dimension
 * @param groups the number of groups in each dimension
 * @param size the work-items of a group in each dimension
 */
@SuppressWarnings("ArrayRecordComponent") // never changed, never compared
record WorkRegion(long[] first, long[] groups, long[] size) {
    /** The most blocks of a grid in each dimension. */
    private static final long[] MOST_GROUPS = {Integer.MAX_VALUE, 65535, 65535};

    /** The most launches for one range. */
    private static final int MOST_REGIONS = 4096;

    /** Groups of one size in one dimension. */
    private record Stretch(long first, long groups, long size) {}

    /**
     * Returns the parts of a range: the full groups, and the smaller ones at the ends.
     *
     * @param severalPossible whether the kernel knows which part it runs
     */
    static List<WorkRegion> of(WorkSizes sizes, boolean severalPossible) {
        List<WorkRegion> regions = new ArrayList<>();
        List<List<Stretch>> all = new ArrayList<>();
        long number = 1;
        for (int i = 0; i < 3; i++) {
            all.add(stretches(sizes.global()[i], sizes.local()[i], MOST_GROUPS[i]));
            number *= all.getLast().size();
        }
        if (number > MOST_REGIONS || (number > 1 && !severalPossible)) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_GLOBAL_WORK_SIZE,
                    "the range has too many groups in the second or third dimension: "
                            + number
                            + " launches would be needed");
        }
        for (Stretch x : all.get(0)) {
            for (Stretch y : all.get(1)) {
                for (Stretch z : all.get(2)) {
                    regions.add(
                            new WorkRegion(
                                    new long[] {x.first, y.first, z.first},
                                    new long[] {x.groups, y.groups, z.groups},
                                    new long[] {x.size, y.size, z.size}));
                }
            }
        }
        return regions;
    }

    private static List<Stretch> stretches(long items, long size, long most) {
        List<Stretch> stretches = new ArrayList<>();
        long full = items / size;
        for (long at = 0; at < full && stretches.size() <= MOST_REGIONS; at += most) {
            stretches.add(new Stretch(at, Math.min(most, full - at), size));
        }
        if (items % size != 0) {
            stretches.add(new Stretch(full, 1, items % size));
        }
        return stretches;
    }

    /** Writes the environment registers of the launch. */
    void write(WorkSizes sizes, MemorySegment block) {
        int at = set(block, 0, sizes.dimensions());
        for (int i = 0; i < 3; i++) {
            at = set(block, at, first[i]);
        }
        for (int i = 0; i < 3; i++) {
            at = set(block, at, sizes.local()[i]);
        }
        for (int i = 0; i < 3; i++) {
            at = set(block, at, Math.ceilDiv(sizes.global()[i], sizes.local()[i]));
        }
        at = setLongs(block, at, sizes.offset());
        at = setLongs(block, at, sizes.global());
        if (at != EnvironmentBlock.BYTES) {
            throw new IllegalStateException("the environment has " + at + " bytes");
        }
    }

    private static int set(MemorySegment block, int at, long number) {
        block.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) number);
        return at + Integer.BYTES;
    }

    private static int setLongs(MemorySegment block, int at, long[] numbers) {
        int next = at;
        for (long number : numbers) {
            block.set(ValueLayout.JAVA_LONG_UNALIGNED, next, number);
            next += Long.BYTES;
        }
        return next;
    }
}
