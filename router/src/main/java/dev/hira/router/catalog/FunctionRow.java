package dev.hira.router.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One function of an API.
 *
 * @param priced whether {@link Catalog#cost} computes costs for it
 * @param asyncPossible whether calls may come without the SYNC flag
 * @param work whether calls start work that ends later on a device
 * @param record the effects of a call that replay must repeat
 * @param lane the effect of a call on the calling lane
 * @param maxPayloads most buffers of a call
 * @param outputs the fields of the buffers that a call fills without reading them
 */
public record FunctionRow(
        int id,
        String name,
        boolean priced,
        boolean asyncPossible,
        boolean work,
        RecordRule record,
        @Nullable LaneChange lane,
        int maxPayloads,
        List<Integer> outputs) {
    /** Whether a successful call leaves something behind that a session's journal keeps. */
    public boolean isRecorded() {
        return lane != null
                || !(record instanceof RecordRule.Nothing || record instanceof RecordRule.Orders);
    }
}
