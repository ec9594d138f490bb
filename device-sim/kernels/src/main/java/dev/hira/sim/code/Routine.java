package dev.hira.sim.code;

import java.util.ArrayList;
import java.util.List;

/**
 * A kernel or device function.
 *
 * @param index its number in the program
 * @param address what stands for it in memory and registers
 * @param registers by their numbers
 * @param blocks by their numbers: reverse post order, so that it begins with the first, all can be
 *     reached, and who goes to the same or an earlier number closes a loop
 * @param parameters where callers put arguments; empty for a kernel, which reads {@link
 *     Space#PARAM}
 * @param results where it leaves its results for the caller
 * @param frameBytes of local memory that each call of it takes, a multiple of 16
 */
public record Routine(
        String name,
        int index,
        long address,
        List<Register> registers,
        List<BasicBlock> blocks,
        List<Place> parameters,
        List<Place> results,
        long frameBytes) {
    /** The same with other blocks. */
    public Routine withBlocks(List<BasicBlock> changed) {
        return new Routine(
                name,
                index,
                address,
                registers,
                List.copyOf(changed),
                parameters,
                results,
                frameBytes);
    }

    /** Where a parameter or result lies in the routine itself. */
    public sealed interface Place {
        /** In a register. */
        record InRegister(Register register) implements Place {}

        /** In its frame. */
        record InFrame(long offset, long bytes) implements Place {}
    }

    /** The registers among some places of parameters or results. */
    public static List<Register> registers(List<Place> places) {
        List<Register> registers = new ArrayList<>();
        for (Place place : places) {
            if (place instanceof Place.InRegister(Register register)) {
                registers.add(register);
            }
        }
        return registers;
    }
}
