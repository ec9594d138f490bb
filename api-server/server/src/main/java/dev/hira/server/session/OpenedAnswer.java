package dev.hira.server.session;

import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Opened;
import org.jspecify.annotations.Nullable;

/** The frame that answers an Open. */
final class OpenedAnswer {
    private OpenedAnswer() {}

    static Frame frame(
            ServerSession session,
            SessionHost.Settings settings,
            boolean usesRings,
            @Nullable RouterResumption resumption) {
        Opened.Builder body =
                Opened.newBuilder()
                        .setSession(session.id())
                        .setVm(session.request().getVm())
                        .setDevices(session.ordinals().size())
                        .setServer(settings.server())
                        .setLimits(WireLimits.of(settings.limits()))
                        .setUsesMemory(session.memory() != null)
                        .setUsesRings(usesRings);
        if (resumption != null) {
            resumption.tell(body);
        }
        byte[] args = Control.newBuilder().setOpened(body).build().toByteArray();
        try (FrameWriter writer = new FrameWriter()) {
            writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0).args(args, args.length).end();
            return writer.finish(FrameLayout.AUDIENCE_PEER);
        }
    }
}
