package dev.hira.router.session;

import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.wire.v1.Control;
import org.jspecify.annotations.Nullable;

/** An attempt to open a session anew; all its commands are repeated after the switch. */
final class FromBeginning extends Recreation {
    /**
     * @param place counted for the session; given back when the attempt fails
     */
    FromBeginning(
            RouterSession session,
            MovableSession what,
            RouterServices services,
            Placed place,
            Outcome outcome) {
        super(session, what, services, place, outcome);
    }

    @Override
    void begin() {
        connect().open(what.openAt(place, services));
    }

    @Override
    public void answered() {
        outcome.recreated();
    }

    @Override
    Control.@Nullable Builder lastWord() {
        return null;
    }
}
