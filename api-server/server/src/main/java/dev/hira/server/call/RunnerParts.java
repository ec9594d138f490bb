package dev.hira.server.call;

import dev.hira.link.Link;
import dev.hira.server.turn.SessionTurn;
import dev.hira.server.work.CallThreads;
import dev.hira.server.work.Traffic;
import dev.hira.wire.MalformedFrameException;
import java.util.function.Consumer;

/**
 * The surroundings in which a session's frames are executed.
 *
 * @param violation receives, with the turn, a protocol violation found in a deferred record
 */
record RunnerParts(
        Link link,
        SessionLimits limits,
        SessionTurn<?> turn,
        CallThreads threads,
        Traffic traffic,
        Consumer<MalformedFrameException> violation) {}
