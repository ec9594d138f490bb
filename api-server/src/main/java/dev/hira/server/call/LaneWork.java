package dev.hira.server.call;

import dev.hira.wire.RecordCursor;
import java.util.function.IntPredicate;

/**
 * Sees to it that the end of every call's device work is reported exactly once, if its function
 * gives a device work: also for calls that are not made, or fail.
 */
final class LaneWork {
    private final IntPredicate givesWork;
    private final WorkReports reports;

    LaneWork(IntPredicate givesWork, WorkReports reports) {
        this.givesWork = givesWork;
        this.reports = reports;
    }

    /** A call is about to be made. Only with the turn. */
    void begins(Lane<?> lane, RecordCursor at) {
        if (givesWork.test(at.function())) {
            lane.work.begin(at.callId());
        }
    }

    /** A call was made, or failed. Only with the turn. */
    void ends(Lane<?> lane, int function, long call) {
        if (givesWork.test(function)) {
            long nanos = lane.work.end();
            if (nanos == WorkScope.UNDER_WAY) {
                reports.left();
            } else {
                reports.made(call, lane.work.device(), nanos);
            }
        }
    }

    /** A call is going to be made on its lane's thread. Only with the turn. */
    void goesAway(int function) {
        if (givesWork.test(function)) {
            reports.away();
        }
    }

    /** A call was made, or failed, on its lane's thread. */
    void endsAway(Lane<?> lane, int function, long call) {
        if (givesWork.test(function)) {
            reports.back();
            long nanos = lane.work.end();
            if (nanos == WorkScope.UNDER_WAY) {
                reports.left();
            } else {
                reports.madeAway(call, lane.work.device(), nanos);
            }
        }
    }

    /** A call is not made. Only with the turn. */
    void refused(RecordCursor at) {
        if (givesWork.test(at.function())) {
            reports.made(at.callId(), 0, 0);
        }
    }
}
