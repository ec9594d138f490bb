package dev.hira.server.host;

import dev.hira.api.BlockingBan;
import dev.hira.api.WorkTrace;
import org.jspecify.annotations.Nullable;

/**
 * A driver as the threads of one guest process see it: APIs keep state per thread, so each lane has
 * its own view.
 *
 * @param <D> the API's interface
 */
public interface LaneDrivers<D> {
    /** Returns the view of one lane; called once per lane. Used by one thread at a time. */
    D lane(long lane);

    /**
     * Whether calls may block their thread, as calls of native drivers do. If so, every call is
     * made on a server lane thread.
     *
     * <p>Either way, a call must announce its waits by {@link BlockingBan#waits}. In a protected
     * session, a call on a server lane thread holds the calls of all lanes until it announces a
     * wait or ends; if it waits unannounced for the call of another lane, both wait forever.
     *
     * <p>A driver that returns false is called on event loops, which serve other sessions too. It
     * must call {@link BlockingBan#require} before it waits or takes long, and before the call has
     * an effect that would matter if the call were made again; the call is then made again on a
     * server lane thread.
     */
    boolean mayBlock();

    /**
     * Returns the measurement of a lane's device work; called once per lane, after {@link #lane}.
     */
    default WorkScope work(long lane) {
        return WorkScope.UNMEASURED;
    }

    /**
     * Reports the calls, among those with work under way, that the devices are executing now and do
     * not hold, with the device time so far (ns). Any thread; never waits.
     */
    default void tellRunning(CallTimes to) {}

    /**
     * Holds the process's kernels at a device, so that those of others run: they stop soon, and go
     * on when they are {@linkplain #letKernelsGo let go} or the process's work comes to a
     * standstill. Only for devices that {@linkplain DeviceReport#holdsKernels can}. Any thread.
     *
     * @param device the device, as the process counts
     * @param still runs when none of them runs any longer, if that happens during the hold
     */
    default void holdKernels(int device, Runnable still) {}

    /** Lets held kernels go on. Any thread. */
    default void letKernelsGo(int device) {}

    /** Reports the calls whose work a device has begun, with the device time so far (ns). */
    default void tellSpent(int device, CallTimes to) {}

    /** Receives device times of calls. */
    @FunctionalInterface
    interface CallTimes {
        /** Takes the device time of a call so far. */
        void spent(long call, long nanos);
    }

    /**
     * Reports what the devices execute for the process from now on. Any thread; never waits. A
     * driver that does not measure work ignores it.
     *
     * @param receiver null: ends the trace
     */
    default void trace(@Nullable WorkTrace receiver) {}

    /** The present time of the driver's clock, by which traces tell times. Any thread. */
    default long nanos() {
        return System.nanoTime();
    }

    /**
     * Limits the run time of each kernel of the process from now on, also of running ones,
     * regardless of the devices' limits.
     */
    default void limitKernels(long nanos) {}

    /**
     * Limits the device memory of the process from now on; all memory of the VM's processes counts,
     * also that of allocations that state no size, such as variables of modules.
     */
    default void limitMemory(long bytes) {}

    /**
     * Returns the bytes of device memory that the process holds although no call states their size.
     * Any thread; never waits.
     */
    default long unstatedMemory() {
        return 0;
    }

    /**
     * Whether a call of a lane waits for work of the devices that has not ended, and has no other
     * effect than that work, so that it can be made again in another process. Any thread.
     */
    default boolean waitsForWork(long lane) {
        return false;
    }

    /** Ends a lane whose guest thread has ended; its number may be reused for another thread. */
    default void laneEnded(long lane) {}
}
