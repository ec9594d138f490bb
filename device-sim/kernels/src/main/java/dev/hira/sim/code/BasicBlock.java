package dev.hira.sim.code;

import java.util.List;

/**
 * Steps that execute one after another.
 *
 * @param index its number in its routine
 */
public record BasicBlock(int index, List<Step> steps, Exit exit) {
    /** The offset in the text of what it does first. */
    public int at() {
        return steps.isEmpty() ? exit.at() : steps.getFirst().at();
    }
}
