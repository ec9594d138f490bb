package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.policy.NanoClock;
import dev.hira.router.judge.Controls;
import dev.hira.router.session.place.MoveOrSave;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.ComeToRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.CopyRound;
import dev.hira.wire.v1.EndCopy;
import dev.hira.wire.v1.GoOn;
import dev.hira.wire.v1.SendState;
import dev.hira.wire.v1.TellPlacements;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The present server of a session whose place changes: sends it orders and counts those that it has
 * not answered. Belongs to the session's thread.
 */
final class OldServer {
    private final RouterSession session;
    private final MoveOrSave move;
    private final NanoClock clock;
    private int orders;

    /** Whether work or functions there were told to stop. */
    private boolean stops;

    /** The task that runs when the guest's functions have ended; null if none waits for that. */
    private @Nullable Runnable functionsEnded;

    /** Whether the server holds memory ready that it sends in rounds. */
    private boolean copies;

    OldServer(RouterSession session, MoveOrSave move, NanoClock clock) {
        this.session = session;
        this.move = move;
        this.clock = clock;
    }

    // --- orders

    void tellPlacements() {
        order(Control.newBuilder().setTellPlacements(TellPlacements.getDefaultInstance()));
    }

    /** Makes it send the memory that has changed, in a round without slowdown. */
    void copyRound(String target, ByteString token) {
        copyRound(target, token, 1);
    }

    /**
     * Makes it send the memory that has changed.
     *
     * @param slowdown the session's work goes on for 1/slowdown of the time meanwhile
     */
    void copyRound(String target, ByteString token, int slowdown) {
        copies = true;
        order(
                Control.newBuilder()
                        .setCopyRound(
                                CopyRound.newBuilder()
                                        .setTarget(target)
                                        .setToken(token)
                                        .setSlowdown(slowdown)));
    }

    /**
     * Lets no further function of the guest begin, and waits until it has returned from all, while
     * commands and work go on. So none of them waits for a command that is held later.
     *
     * @param then runs at the end, unless there is a problem, with the time that is left
     */
    void endFunctions(Duration limit, Consumer<Duration> then) {
        long since = clock.nanoTime();
        functionsEnded =
                () -> {
                    long left = limit.toNanos() - (clock.nanoTime() - since);
                    then.accept(Duration.ofNanos(Math.max(1, left)));
                };
        order(
                limit,
                ComeToRest.newBuilder()
                        .setStopsWork(true)
                        .setCallsGoOn(true)
                        .setFunctionsOnly(true));
    }

    /** Goes on after {@link #endFunctions}; false when the answer is for another order. */
    boolean functionsEnded(AtRest answer) {
        Runnable then = functionsEnded;
        functionsEnded = null;
        if (then == null || !answer.getProblem().isEmpty()) {
            return false;
        }
        then.run();
        return true;
    }

    /** Makes work stand still while commands go on. */
    void settle(Duration limit) {
        order(limit, ComeToRest.newBuilder().setStopsWork(true).setCallsGoOn(true));
    }

    void comeToRest(Duration limit, boolean stopsWork) {
        order(limit, ComeToRest.newBuilder().setStopsWork(stopsWork));
    }

    private void order(Duration limit, ComeToRest.Builder rest) {
        stops |= rest.getStopsWork();
        order(Control.newBuilder().setComeToRest(rest.setLimitNanos(limit.toNanos())));
    }

    /** Makes it send the state to a server, or offer it to a caller if the target is empty. */
    void sendState(String target, ByteString token) {
        order(
                Control.newBuilder()
                        .setSendState(SendState.newBuilder().setTarget(target).setToken(token)));
    }

    private void order(Control.Builder order) {
        orders++;
        send(order);
    }

    // --- messages without an answer

    /** Makes it give up the rounds, if there were any. */
    void endCopy() {
        if (copies) {
            copies = false;
            send(Control.newBuilder().setEndCopy(EndCopy.getDefaultInstance()));
        }
    }

    /** Lets work and functions go on there, if they were to stop. */
    void goOn() {
        if (!stops) {
            return;
        }
        stops = false;
        send(Control.newBuilder().setGoOn(GoOn.getDefaultInstance()));
    }

    private void send(Control.Builder message) {
        session.links().server().send(Controls.frame(message.build()));
    }

    // --- answers

    /** Whether it has answered all orders. */
    boolean isIdle() {
        return orders == 0;
    }

    /** Counts a message that answers an order; false when it does not. */
    boolean countAnswer(Control message) {
        if (orders == 0 || !isAnswer(message)) {
            return false;
        }
        orders--;
        copies &= !message.hasStateMoved();
        return true;
    }

    private static boolean isAnswer(Control message) {
        return switch (message.getBodyCase()) {
            case PLACEMENTS, ROUND_COPIED, AT_REST, STATE_MOVED -> true;
            default -> false;
        };
    }

    /** Lets another move begin once all orders are answered, now that this move is over. */
    void over() {
        if (orders == 0) {
            session.place().answered(move);
        }
    }

    /** Notes that the server's link has ended, so that no answer will come. */
    void gone() {
        orders = 0;
        session.place().answered(move);
    }
}
