package dev.hira.sim.code;

import java.util.ArrayList;
import java.util.List;

/**
 * A kernel or device function.
 *
 * @param index its number in the program
 * @param address the value that represents it in memory and registers
 * @param registers by their numbers
 * @param blocks by their numbers, in reverse post order: the first block is the entry, all blocks
 *     are reachable, and an edge to the same or a lower number closes a loop
 * @param parameters places into which callers put arguments; empty for a kernel, which reads {@link
 *     Space#PARAM}
 * @param results places in which it leaves its results for the caller
 * @param frameBytes of local memory that each call takes, a multiple of 16
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
    /** Returns the same routine with other blocks. */
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

    /** The place of a parameter or result within the routine. */
    public sealed interface Place {
        /** In a register. */
        record InRegister(Register register) implements Place {}

        /** In the routine's frame. */
        record InFrame(long offset, long bytes) implements Place {}
    }

    /** Returns the registers among the places of parameters or results. */
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
