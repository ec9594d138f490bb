package dev.hira.lab.guest;

/**
 * The work of a guest: iterations of thinking, copying, launching and waiting, in one or several
 * threads.
 *
 * @param name the name in reports
 * @param lanes threads that each make iterations of their own
 * @param launches number of kernels of an iteration
 * @param kernel run time of a kernel, in nanoseconds
 * @param think time that the guest computes between two iterations, in nanoseconds
 * @param bytesIn copied to the device before the kernels of an iteration
 * @param bytesOut copied back behind them
 * @param iterations number of iterations of each lane; {@link #ENDLESS}: until the end
 * @param begin time at which the guest connects, in nanoseconds
 * @param busy time that it works before it rests; 0: it never rests
 * @param rest time that it rests
 */
public record GuestWorkload(
        String name,
        int lanes,
        int launches,
        Duration kernel,
        Duration think,
        long bytesIn,
        long bytesOut,
        long iterations,
        long begin,
        long busy,
        long rest) {
    public static final long ENDLESS = Long.MAX_VALUE;

    /** A guest that always has work waiting: two threads with a kernel each. */
    public static GuestWorkload eager(String name, Duration kernel) {
        return new GuestWorkload(name, 2, 1, kernel, Duration.NONE, 0, 0, ENDLESS, 0, 0, 0);
    }

    /** A guest that launches one kernel, waits for it, and launches the next. */
    public static GuestWorkload synchronous(String name, Duration kernel) {
        return eager(name, kernel).lanes(1);
    }

    public GuestWorkload named(String newName) {
        return new GuestWorkload(
                newName,
                lanes,
                launches,
                kernel,
                think,
                bytesIn,
                bytesOut,
                iterations,
                begin,
                busy,
                rest);
    }

    public GuestWorkload lanes(int newLanes) {
        return new GuestWorkload(
                name,
                newLanes,
                launches,
                kernel,
                think,
                bytesIn,
                bytesOut,
                iterations,
                begin,
                busy,
                rest);
    }

    public GuestWorkload launches(int newLaunches) {
        return new GuestWorkload(
                name,
                lanes,
                newLaunches,
                kernel,
                think,
                bytesIn,
                bytesOut,
                iterations,
                begin,
                busy,
                rest);
    }

    public GuestWorkload think(Duration newThink) {
        return new GuestWorkload(
                name,
                lanes,
                launches,
                kernel,
                newThink,
                bytesIn,
                bytesOut,
                iterations,
                begin,
                busy,
                rest);
    }

    public GuestWorkload copies(long in, long out) {
        return new GuestWorkload(
                name, lanes, launches, kernel, think, in, out, iterations, begin, busy, rest);
    }

    public GuestWorkload iterations(long most) {
        return new GuestWorkload(
                name, lanes, launches, kernel, think, bytesIn, bytesOut, most, begin, busy, rest);
    }

    public GuestWorkload from(long newBegin) {
        return new GuestWorkload(
                name,
                lanes,
                launches,
                kernel,
                think,
                bytesIn,
                bytesOut,
                iterations,
                newBegin,
                busy,
                rest);
    }

    public GuestWorkload resting(long newBusy, long newRest) {
        return new GuestWorkload(
                name,
                lanes,
                launches,
                kernel,
                think,
                bytesIn,
                bytesOut,
                iterations,
                begin,
                newBusy,
                newRest);
    }
}
