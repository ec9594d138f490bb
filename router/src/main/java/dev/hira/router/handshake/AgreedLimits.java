package dev.hira.router.handshake;

import dev.hira.router.config.LimitsConfig;
import dev.hira.wire.v1.Limits;

/** The limits of a session: the lower ones of router and server. */
public final class AgreedLimits {
    private AgreedLimits() {}

    public static LimitsConfig of(LimitsConfig own, Limits server) {
        return new LimitsConfig(
                own.sessions(),
                own.sessionsPerVm(),
                lower(own.lanes(), server.getLanes()),
                lower(own.handles(), server.getHandles()),
                lower(own.frameBytes(), server.getFrameBytes()),
                lower(own.frameRecords(), server.getBatchRecords()),
                lower(own.payloadBytes(), server.getPayloadBytes()));
    }

    public static Limits toMessage(LimitsConfig limits) {
        return Limits.newBuilder()
                .setFrameBytes(limits.frameBytes())
                .setBatchRecords(limits.frameRecords())
                .setPayloadBytes(limits.payloadBytes())
                .setLanes(limits.lanes())
                .setHandles(limits.handles())
                .build();
    }

    /** Returns the lower limit; 0 means that the server has none. */
    private static int lower(int own, long server) {
        return server <= 0 ? own : (int) Math.min(own, server);
    }
}
