package dev.hira.router.catalog;

import org.jspecify.annotations.Nullable;

/**
 * One function of an API.
 *
 * @param priced whether {@link Catalog#cost} has something to say about it
 * @param asyncPossible whether it may come without the SYNC flag
 * @param work whether calls give a device work that ends later
 * @param record what a call leaves behind that replay must repeat
 * @param lane what a call does to the calling lane
 * @param maxPayloads the most buffers it can have
 */
public record FunctionRow(
        int id,
        String name,
        boolean priced,
        boolean asyncPossible,
        boolean work,
        RecordRule record,
        @Nullable LaneChange lane,
        int maxPayloads) {}
