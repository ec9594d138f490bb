package dev.hira.sim.engine;

import dev.hira.sim.engine.cost.Role;
import dev.hira.sim.work.CallTimes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The operations of a group that are under way and are for the compute engine or may last long.
 * Safe for any number of threads.
 */
final class RunningWork {
    private final Standstill standstill;
    private final Set<EngineOperation> running = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    /**
     * @param standstill while it is asked for, operations that begin are paused
     */
    RunningWork(Standstill standstill) {
        this.standstill = standstill;
    }

    /** Records that an operation is about to execute. */
    void begins(EngineOperation operation) {
        if (isKnown(operation)) {
            running.add(operation);
            if (stopping) {
                operation.stop();
            }
            if (standstill.asked()) {
                operation.pause();
            }
        }
    }

    /** Records that an operation has executed. */
    void ends(EngineOperation operation) {
        if (isKnown(operation)) {
            running.remove(operation);
        }
    }

    private static boolean isKnown(EngineOperation operation) {
        return operation.role() == Role.COMPUTE || operation.lasts();
    }

    /** Pauses the operations under way. */
    void pause() {
        running.forEach(EngineOperation::pause);
    }

    /** Stops the operations under way and all later ones. */
    void stop() {
        stopping = true;
        running.forEach(EngineOperation::stop);
    }

    /** Says which operation has not ended; empty: none is under way. */
    String underWay() {
        return running.stream()
                .findFirst()
                .map(operation ->
                        operation.role() == Role.COMPUTE
                                ? "a block of the kernel '" + operation.what() + "' had not ended"
                                : "a copy had not ended")
                .orElse("");
    }

    /** Reports the owners of the operations under way. */
    void tell(CallTimes to) {
        running.forEach(operation -> operation.tell(to));
    }
}
