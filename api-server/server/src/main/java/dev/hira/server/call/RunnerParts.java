package dev.hira.server.call;

import dev.hira.base.SharedBudget;
import dev.hira.link.Link;
import dev.hira.server.turn.SessionTurn;
import dev.hira.server.work.CallThreads;
import dev.hira.server.work.Traffic;
import dev.hira.wire.MalformedFrameException;
import java.util.function.Consumer;

/**
 * The surroundings in which a session's frames are executed.
 *
 * @param awayCalls the number of calls that may be on server lane threads
 * @param violation receives, with the turn, a protocol violation found in a deferred record
 */
record RunnerParts(
        Link link,
        SessionLimits limits,
        SharedBudget.Part awayCalls,
        SessionTurn<?> turn,
        CallThreads threads,
        Traffic traffic,
        Consumer<MalformedFrameException> violation) {}
