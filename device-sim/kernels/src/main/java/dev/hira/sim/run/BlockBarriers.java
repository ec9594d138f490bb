package dev.hira.sim.run;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Value;
import dev.hira.sim.kernel.FaultKind;
import java.util.Arrays;
import java.util.List;

/** The numbered barriers of a block. */
final class BlockBarriers {
    private static final int NUMBERS = Meeting.BARRIERS;

    private final List<Exit.Stop> stops;
    private final int[] arrived = new int[NUMBERS];
    private final int[] waiting = new int[NUMBERS];
    private final int[] present = new int[NUMBERS];
    private final int[] wanted = new int[NUMBERS];
    private final long[] trueOnes = new long[NUMBERS];

    BlockBarriers(List<Exit.Stop> stops) {
        this.stops = stops;
    }

    void reset() {
        Arrays.fill(arrived, 0);
    }

    /** Resets a barrier that is complete. */
    void forget(int site) {
        if (stops.get(site).meeting() instanceof Meeting.Barrier barrier
                && barrier.number() instanceof Value.Constant(long number, _)) {
            arrived[(int) number] = 0;
        }
    }

    /** Releases the threads whose barrier is complete; returns whether there were any. */
    boolean release(BlockState block) {
        boolean moved = count(block);
        int live = live(block);
        for (int number = 0; number < NUMBERS; number++) {
            boolean all = wanted[number] == 0;
            int come = waiting[number] + arrived[number];
            if (waiting[number] > 0 && come >= (all ? live : wanted[number])) {
                free(block, number);
                arrived[number] = 0;
                moved = true;
            }
        }
        return moved;
    }

    /** Counts the threads at each barrier; those that only arrive continue. */
    private boolean count(BlockState block) {
        Arrays.fill(waiting, 0);
        Arrays.fill(present, 0);
        Arrays.fill(wanted, 0);
        Arrays.fill(trueOnes, 0);
        boolean moved = false;
        for (int thread = 0; thread < block.threads; thread++) {
            if (block.phase[thread] != BlockState.WAITING
                    || !(stops.get(block.site[thread]).meeting() instanceof Meeting.Barrier here)) {
                continue;
            }
            int number = number(block, thread);
            if (here.kind() == Meeting.Barrier.Kind.ARRIVE) {
                arrived[number] += weight(block, thread);
                if (block.witness != null) {
                    block.witness.arrived(thread, number);
                }
                block.phase[thread] = BlockState.READY;
                moved = true;
                continue;
            }
            waiting[number] += weight(block, thread);
            present[number]++;
            wanted[number] = block.third[thread];
            trueOnes[number] += block.value[thread];
        }
        return moved;
    }

    private static int number(BlockState block, int thread) {
        int number = block.second[thread];
        if (number < 0 || number >= NUMBERS) {
            block.current = thread;
            throw DeviceFault.of(
                    FaultKind.ILLEGAL_INSTRUCTION,
                    "There is no barrier " + number + "; barriers have numbers from 0 to 15.");
        }
        return number;
    }

    private void free(BlockState block, int number) {
        int[] freed = new int[block.witness == null ? 0 : block.threads];
        int count = 0;
        for (int thread = 0; thread < block.threads; thread++) {
            if (block.phase[thread] == BlockState.WAITING
                    && stops.get(block.site[thread]).meeting() instanceof Meeting.Barrier here
                    && block.second[thread] == number) {
                long yes = trueOnes[number];
                block.result[thread] = yes;
                block.flag[thread] =
                        here.kind() == Meeting.Barrier.Kind.AND ? yes == present[number] : yes != 0;
                block.phase[thread] = BlockState.READY;
                if (block.witness != null) {
                    freed[count++] = thread;
                }
            }
        }
        if (block.witness != null) {
            block.witness.metAt(number, freed, count, stops);
        }
    }

    private static int live(BlockState block) {
        int live = 0;
        for (byte phase : block.phase) {
            live += phase == BlockState.ENDED ? 0 : 1;
        }
        return live;
    }

    /**
     * The number of threads for which a thread counts. Barriers with a count count whole warps:
     * missing and ended lanes count with the first lane that has not ended.
     */
    private static int weight(BlockState block, int thread) {
        if (block.third[thread] == 0) {
            return 1;
        }
        int first = thread - thread % BlockScheduler.WARP;
        int absent = 0;
        for (int lane = first; lane < first + BlockScheduler.WARP; lane++) {
            boolean gone = lane >= block.threads || block.phase[lane] == BlockState.ENDED;
            if (!gone && lane < thread) {
                return 1;
            }
            absent += gone ? 1 : 0;
        }
        return 1 + absent;
    }
}
