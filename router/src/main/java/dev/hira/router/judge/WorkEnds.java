package dev.hira.router.judge;

import dev.hira.policy.SessionPolicy;
import dev.hira.router.books.WorkInFlight;
import dev.hira.router.judge.count.PathCounters;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.wire.DoneReader;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Identified;
import dev.hira.wire.v1.KernelsHeld;
import dev.hira.wire.v1.Running;

/** Tells the policy about a session's work at devices, as the server reports it. */
final class WorkEnds {
    private final SessionLinks links;
    private final SessionPolicy policy;
    private final WorkInFlight work;
    private final int devices;
    private final PathCounters counters;
    private final Runnable resume;
    private final DoneReader done = new DoneReader();

    /** The number of the last call whose work may have begun before the router was restarted. */
    private long callsBefore = -1;

    /**
     * @param devices number of devices that the session sees
     * @param resume lets the guest's commands go on that wait because of too much work
     */
    WorkEnds(
            SessionLinks links,
            SessionPolicy policy,
            WorkInFlight work,
            int devices,
            PathCounters counters,
            Runnable resume) {
        this.links = links;
        this.policy = policy;
        this.work = work;
        this.devices = devices;
        this.counters = counters;
        this.resume = resume;
    }

    /** Notes the number of the last call before the router was restarted. */
    void callsBefore(long call) {
        callsBefore = call;
    }

    /** Handles a record of kind DONE. */
    void done(RecordCursor record) {
        done.wrap(record);
        long nanos = 0;
        while (done.next()) {
            requireDevice(done.device());
            links.workEnded(done.call());
            if (!links.isNew(RecordKinds.DONE, done.call(), 0)) {
                continue;
            }
            if (!work.ended(done.call())) {
                if (done.call() <= callsBefore) {
                    continue;
                }
                throw new MalformedFrameException(
                        "the work of call " + done.call() + " ended, but there was none under way");
            }
            nanos += done.nanos();
            policy.completed(done.call(), done.device(), done.nanos());
        }
        counters.worked(nanos, work.size());
    }

    /** Resumes the guest if there is room for more work again; called at the end of each frame. */
    void frameEnded() {
        if (work.reopen()) {
            resume.run();
        }
    }

    /**
     * Handles a report of running calls, which may include calls that have ended meanwhile, and of
     * their device time; 0 where it is measured only at the end.
     */
    void running(Running calls) {
        boolean timed = calls.getNanosCount() == calls.getCallsCount();
        for (int i = 0; i < calls.getCallsCount(); i++) {
            policy.running(calls.getCalls(i));
            if (timed && calls.getNanos(i) > 0) {
                policy.spent(calls.getCalls(i), calls.getNanos(i));
            }
        }
        policy.endReport();
    }

    /** Handles a report of held calls, which may include calls that have ended meanwhile. */
    void held(KernelsHeld calls) {
        if (calls.getCallsCount() != calls.getNanosCount()) {
            throw new MalformedFrameException(
                    calls.getNanosCount()
                            + " device times are for "
                            + calls.getCallsCount()
                            + " held calls");
        }
        for (int i = 0; i < calls.getCallsCount(); i++) {
            policy.spent(calls.getCalls(i), Math.max(0, calls.getNanos(i)));
        }
        policy.endReport();
    }

    /** Handles the codes of objects. */
    void identified(Identified codes) {
        int count = codes.getNamesCount();
        if (codes.getDevicesCount() != count
                || codes.getCodesCount() != count
                || codes.getLabelsCount() != count) {
            throw new MalformedFrameException(
                    count
                            + " objects were identified with "
                            + codes.getCodesCount()
                            + " codes of "
                            + codes.getDevicesCount()
                            + " devices and "
                            + codes.getLabelsCount()
                            + " labels");
        }
        for (int i = 0; i < count; i++) {
            requireDevice(codes.getDevices(i));
            policy.identified(
                    codes.getNames(i), codes.getDevices(i), codes.getCodes(i), codes.getLabels(i));
        }
    }

    private void requireDevice(int device) {
        if (device < 0 || device >= devices) {
            throw new MalformedFrameException(
                    "the session sees "
                            + devices
                            + " devices, but not device "
                            + Integer.toUnsignedString(device));
        }
    }
}
