package dev.hira.server.session;

import dev.hira.server.call.GuestMemory;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Resumed;
import org.jspecify.annotations.Nullable;

/** The frames that answer a router's requests for a session. */
final class Answers {
    private Answers() {}

    /** Returns the answer to an Open. */
    static Frame opened(
            ServerSession session,
            SessionHost.Settings settings,
            boolean usesRings,
            @Nullable RouterResumption resumption) {
        GuestMemory memory = session.memory();
        Opened.Builder body =
                Opened.newBuilder()
                        .setSession(session.id())
                        .setVm(session.request().getVm())
                        .setDevices(session.ordinals().size())
                        .setServer(settings.server())
                        .setLimits(WireLimits.of(settings.limits()))
                        .setUsesMemory(memory != null && !memory.isMirror())
                        .setMirrorsMemory(memory != null && memory.isMirror())
                        .setUsesRings(usesRings);
        if (resumption != null) {
            resumption.tell(body);
        }
        return frame(Control.newBuilder().setOpened(body), FrameLayout.AUDIENCE_PEER);
    }

    /** Returns the answer to the Resume of a process that has never seen the session. */
    static Frame resumed(Resumed anew) {
        return frame(Control.newBuilder().setResumed(anew), FrameLayout.AUDIENCE_HOP);
    }

    private static Frame frame(Control.Builder control, int audience) {
        byte[] args = control.build().toByteArray();
        try (FrameWriter writer = new FrameWriter()) {
            writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0).args(args, args.length).end();
            return writer.finish(audience);
        }
    }
}
