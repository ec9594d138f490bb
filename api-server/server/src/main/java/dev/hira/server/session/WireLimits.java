package dev.hira.server.session;

import dev.hira.server.call.SessionLimits;

/** Converts limits to their wire form. */
public final class WireLimits {
    private WireLimits() {}

    public static dev.hira.wire.v1.Limits of(SessionLimits limits) {
        return dev.hira.wire.v1.Limits.newBuilder()
                .setFrameBytes(limits.frameBytes())
                .setBatchRecords(limits.batchRecords())
                .setPayloadBytes(limits.payloadBytes())
                .setLanes(limits.lanes())
                .setHandles(limits.handles())
                .build();
    }
}
