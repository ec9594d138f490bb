package dev.hira.sim.code;

import java.util.List;

/** How a block ends. Targets are numbers of blocks of the same routine. */
public sealed interface Exit {
    /** Its place in the text of the module. */
    int at();

    /** Goes on at another block. */
    record Jump(int target, int at) implements Exit {}

    /** Goes one way or the other. */
    record Branch(Value predicate, int ifTrue, int ifFalse, int at) implements Exit {}

    /** Goes where an INT says; what is behind the last target counts as an illegal instruction. */
    record Switch(Value index, List<Integer> targets, int at) implements Exit {}

    /** Leaves the routine; in a kernel the thread ends. */
    record Return(int at) implements Exit {}

    /** Ends the thread, however deep it is in calls. */
    record Quit(int at) implements Exit {}

    /** Ends the kernel with an error. */
    record Trap(int at) implements Exit {}

    /**
     * Waits for other threads, and then goes on at another block.
     *
     * @param site its number among all such places of the program
     */
    record Stop(int site, Meeting meeting, int next, int at) implements Exit {}
}
