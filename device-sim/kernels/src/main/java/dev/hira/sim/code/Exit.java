package dev.hira.sim.code;

import java.util.List;
import java.util.function.IntUnaryOperator;

/** The end of a block. Targets are numbers of blocks of the same routine. */
public sealed interface Exit {
    /** Its offset in the text of the module. */
    int at();

    /** The possible next blocks, in the order in which the exit names them; they may repeat. */
    default List<Integer> targets() {
        return switch (this) {
            case Jump(int target, _) -> List.of(target);
            case Branch(_, int ifTrue, int ifFalse, _) -> List.of(ifTrue, ifFalse);
            case Switch(_, List<Integer> targets, _) -> targets;
            case Stop(_, _, int next, _) -> List.of(next);
            case Return _, Quit _, Trap _ -> List.of();
        };
    }

    /** Returns the same exit with other targets. */
    default Exit retarget(IntUnaryOperator map) {
        return switch (this) {
            case Jump(int target, int at) -> new Jump(map.applyAsInt(target), at);
            case Branch(Value predicate, int ifTrue, int ifFalse, int at) ->
                    new Branch(predicate, map.applyAsInt(ifTrue), map.applyAsInt(ifFalse), at);
            case Switch(Value index, List<Integer> targets, int at) ->
                    new Switch(index, targets.stream().map(map::applyAsInt).toList(), at);
            case Stop(int site, Meeting meeting, int next, int at) ->
                    new Stop(site, meeting, map.applyAsInt(next), at);
            case Return _, Quit _, Trap _ -> this;
        };
    }

    /** Continues at another block. */
    record Jump(int target, int at) implements Exit {}

    /** Continues at one of two blocks. */
    record Branch(Value predicate, int ifTrue, int ifFalse, int at) implements Exit {}

    /**
     * Continues at the target that an INT selects; an index past the last target counts as an
     * illegal instruction.
     */
    record Switch(Value index, List<Integer> targets, int at) implements Exit {}

    /** Leaves the routine; in a kernel the thread ends. */
    record Return(int at) implements Exit {}

    /** Ends the thread at any call depth. */
    record Quit(int at) implements Exit {}

    /** Ends the kernel with an error. */
    record Trap(int at) implements Exit {}

    /**
     * Waits for other threads and then continues at another block.
     *
     * @param site its number among all stops of the program
     */
    record Stop(int site, Meeting meeting, int next, int at) implements Exit {}
}
