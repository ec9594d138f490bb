package dev.hira.server.work;

import dev.hira.server.host.WorkScope;
import dev.hira.server.lane.ServerLane;
import dev.hira.wire.RecordCursor;
import java.util.function.IntPredicate;

/**
 * Makes sure that the end of the work of each call is reported once, if its function gives work to
 * a device: also when the server refuses the call, or the call fails. The driver reports the end of
 * work that is still under way. What the router refused is not reported.
 */
public final class LaneWorkReporter {
    private final IntPredicate givesWork;
    private final WorkReports reports;

    public LaneWorkReporter(IntPredicate givesWork, WorkReports reports) {
        this.givesWork = givesWork;
        this.reports = reports;
    }

    /** Records that a call is about to be made. Only with the turn. */
    public void begins(ServerLane<?> lane, RecordCursor at) {
        if (givesWork.test(at.function())) {
            lane.work.begin(at.callId());
        }
    }

    /** Records that a call was made or failed. Only with the turn. */
    public void ends(ServerLane<?> lane, int function, long call) {
        if (givesWork.test(function)) {
            long nanos = lane.work.end();
            if (nanos == WorkScope.UNDER_WAY) {
                reports.leftWork();
            } else {
                reports.workOver(call, lane.work.device(), nanos);
            }
        }
    }

    /** Records that a call is about to go to a server lane thread. Only with the turn. */
    public void goesAway(int function) {
        if (givesWork.test(function)) {
            reports.away();
        }
    }

    /** Records that a call was made or failed on a server lane thread. */
    public void endsAway(ServerLane<?> lane, int function, long call) {
        if (givesWork.test(function)) {
            reports.back();
            long nanos = lane.work.end();
            if (nanos == WorkScope.UNDER_WAY) {
                reports.leftWork();
            } else {
                reports.workOverAway(call, lane.work.device(), nanos);
            }
        }
    }

    /** Records that a call is refused. Only with the turn. */
    public void refused(RecordCursor at) {
        if (givesWork.test(at.function())) {
            reports.workOver(at.callId(), 0, 0);
        }
    }
}
