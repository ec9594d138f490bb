package dev.hira.server.host.sim;

import dev.hira.api.MemoryRounds;
import dev.hira.api.StateReceiver;
import dev.hira.api.StateSink;
import dev.hira.server.dispatch.HandleType;
import dev.hira.server.host.SessionState;
import dev.hira.sim.state.StateTransfer;
import java.time.Duration;
import java.util.List;

/** The state of a simulated process. */
record SimState(StateTransfer transfer) implements SessionState {
    @Override
    public boolean quiesce(Duration limit) throws InterruptedException {
        return transfer.quiesce(limit);
    }

    @Override
    public String waitsInVain() {
        return transfer.waitsInVain();
    }

    @Override
    public Stop stop(Duration limit) throws InterruptedException {
        if (!transfer.stop(limit)) {
            return Stop.TOO_LATE;
        }
        return transfer.standsStill() ? Stop.STANDS_STILL : Stop.ENDED;
    }

    @Override
    public String settle(Duration limit) throws InterruptedException {
        return transfer.settle(limit);
    }

    @Override
    public void slowDown(int factor) throws InterruptedException {
        transfer.slowDown(factor);
    }

    @Override
    public boolean endFunctions(Duration limit) throws InterruptedException {
        return transfer.endFunctions(limit);
    }

    @Override
    public void workGoesOn() {
        transfer.workGoesOn();
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
    public void agree(byte[] placements) {
        transfer.agree(placements);
    }

    @Override
    public byte[] choicesFor(long name) {
        return transfer.choicesFor(name);
    }

    /** The variables of modules get addresses. */
    @Override
    public boolean createsInOrder(HandleType type) {
        return type.name().equals("module");
    }

    @Override
    public void chooseInOrder() {
        transfer.chooseInOrder();
    }

    @Override
    public void prepareObjects(List<byte[]> choices) {
        transfer.prepareObjects(choices);
    }

    @Override
    public void endRepetition() {
        transfer.endRepetition();
    }

    @Override
    public void save(StateSink sink) {
        transfer.save(sink);
    }

    @Override
    public MemoryRounds precopy() {
        return transfer.precopy();
    }

    @Override
    public StateReceiver restorer() {
        return transfer.restorer();
    }
}
