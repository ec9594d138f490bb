package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClException;
import dev.hira.base.SharedBudget;
import dev.hira.sim.opencl.device.OpenClLane;
import dev.hira.sim.opencl.object.OpenClFailures;

/** The functions of a process that wait to be called: each takes heap of the process's part. */
final class Callbacks {
    /** The heap that a function takes with the channel on which it waits. */
    static final long BYTES = 1024;

    private Callbacks() {}

    /** Returns the failure of a call that sets a function for which there is no heap. */
    static OpenClException refused(OpenClLane lane) {
        SharedBudget.Part heap = lane.process().heap();
        return OpenClFailures.of(
                ClResult.CL_OUT_OF_HOST_MEMORY,
                "callbacks and queued commands of the process take "
                        + heap.held()
                        + " bytes of the server's memory, and "
                        + heap.room()
                        + " more are free for it; a callback takes "
                        + BYTES
                        + ": let some be called first");
    }

    /**
     * Returns a function that holds its heap until it has been called.
     *
     * @throws OpenClException with CL_OUT_OF_HOST_MEMORY when there is none
     */
    static Runnable held(OpenClLane lane, Runnable function) {
        SharedBudget.Part heap = lane.process().heap();
        if (!heap.take(BYTES)) {
            throw refused(lane);
        }
        return () -> {
            try {
                function.run();
            } finally {
                heap.give(BYTES);
            }
        };
    }
}
