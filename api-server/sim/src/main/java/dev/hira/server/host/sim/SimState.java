package dev.hira.server.host.sim;

import dev.hira.api.StateSink;
import dev.hira.server.host.SessionState;
import dev.hira.sim.state.StateTransfer;
import java.time.Duration;

/** The state of a simulated process. */
record SimState(StateTransfer transfer) implements SessionState {
    @Override
    public boolean quiesce(Duration limit) throws InterruptedException {
        return transfer.quiesce(limit);
    }

    @Override
    public Stop stop(Duration limit) throws InterruptedException {
        if (!transfer.stop(limit)) {
            return Stop.TOO_LATE;
        }
        return transfer.standsStill() ? Stop.STANDS_STILL : Stop.ENDED;
    }

    @Override
    public void goOn() {
        transfer.goOn();
    }

    @Override
    public byte[] placements() {
        return transfer.placements();
    }

    @Override
    public void prepare(byte[] placements) {
        transfer.prepare(placements);
    }

    @Override
    public void save(StateSink sink) {
        transfer.save(sink);
    }

    @Override
    public StateSink restorer() {
        return transfer.restorer();
    }
}
