package dev.hira.policy.gate;

import org.jspecify.annotations.Nullable;

/**
 * What sessions leave running when they end, of which no one ever tells that it has ended. It shows
 * in the next command that is done: when that began later than it should have, the device was not
 * free, and the VM of the first session that left something owes the difference.
 *
 * <p>Only where one kernel runs at a time; otherwise nothing can be told from the next command.
 */
final class Leftovers {
    /** What the way to the device and back may take. */
    private static final long WAY = 1_000_000;

    private final boolean told;
    private @Nullable GateVm suspect;

    /** The latest that it left. */
    private long number;

    Leftovers(int width) {
        told = width == 1;
    }

    /** A session left this at the device. */
    void left(GateVm vm, Ticket ticket) {
        if (told && (suspect == null || suspect == vm)) {
            suspect = vm;
            number = ticket.number;
        }
    }

    /** A command is done. */
    void next(Ticket ticket, long measured, long now) {
        GateVm vm = suspect;
        if (vm != null && measured > 0 && ticket.number > number) {
            suspect = null;
            vm.owe(Math.max(0, now - measured - WAY - ticket.startedAt));
        }
    }
}
