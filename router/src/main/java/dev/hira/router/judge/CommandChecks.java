package dev.hira.router.judge;

import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.config.LimitsConfig;
import dev.hira.wire.PayloadPlaces;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import org.jspecify.annotations.Nullable;

/** The checks of a command that do not depend on the policy: its form, and the session's limits. */
final class CommandChecks {
    private final LimitsConfig limits;
    private final long arenaBytes;
    private final LaneLimit lanes;

    CommandChecks(LimitsConfig limits, long arenaBytes, LaneLimit lanes) {
        this.limits = limits;
        this.arenaBytes = arenaBytes;
        this.lanes = lanes;
    }

    /** Returns the problem of a command; null when there is none. */
    @Nullable CommandRefusal problem(RecordCursor command, FunctionRow row) {
        boolean sync = (command.flags() & RecordFlags.SYNC) != 0;
        if (!sync && !row.asyncPossible()) {
            return CommandRefusal.badCall(
                    row.name() + " returns a value, so it cannot be called asynchronously");
        }
        if (!lanes.admits(command.lane())) {
            return CommandRefusal.limit(
                    "the session uses more than " + limits.lanes() + " threads; use fewer");
        }
        return payloadsProblem(command, row);
    }

    void laneEnded(int lane) {
        lanes.forget(lane);
    }

    private @Nullable CommandRefusal payloadsProblem(RecordCursor command, FunctionRow row) {
        int payloads = command.payloads();
        if (payloads > row.maxPayloads()) {
            return CommandRefusal.badBuffer(
                    row.name()
                            + " has at most "
                            + row.maxPayloads()
                            + " buffers, but came with "
                            + payloads);
        }
        for (int i = 0; i < payloads; i++) {
            long bytes = command.payloadLength(i);
            if (command.payloadPlace(i) == PayloadPlaces.ARENA) {
                if (row.isRecorded()) {
                    return CommandRefusal.badBuffer(
                            row.name()
                                    + " is recorded, so its buffers must travel in the frame, not in"
                                    + " shared memory; use a guest library of this version");
                }
                long offset = command.payloadArenaOffset(i);
                if (offset > arenaBytes - bytes) {
                    return outsideArena(row, offset, bytes);
                }
            } else if (bytes > limits.payloadBytes() && !row.isRecorded()) {
                return tooLarge(row, bytes);
            }
        }
        return null;
    }

    private CommandRefusal outsideArena(FunctionRow row, long offset, long bytes) {
        return CommandRefusal.badBuffer(
                row.name()
                        + ": a buffer of "
                        + bytes
                        + " bytes at "
                        + offset
                        + " is outside the session's arena of "
                        + arenaBytes
                        + " bytes");
    }

    private CommandRefusal tooLarge(FunctionRow row, long bytes) {
        return CommandRefusal.badBuffer(
                row.name()
                        + ": a buffer of "
                        + bytes
                        + " bytes exceeds the limit of "
                        + limits.payloadBytes()
                        + "; send it in parts");
    }
}
