package dev.hira.e2e.quota;

import dev.hira.api.cuda.CudaFunctions;
import dev.hira.api.cuda.catalog.CudaCatalog;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.local.LocalLinks;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.router.books.Ledger;
import dev.hira.router.books.VmLedger;
import dev.hira.router.journal.JournalBudget;
import dev.hira.router.judge.ByteBudget;
import dev.hira.router.judge.SessionPaths;
import dev.hira.router.judge.SessionPaths.Judging;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.SessionEvents;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A guest's session, with the router's part of it and its link to the server. */
final class QuotaSession {
    private final QuotaRig rig;
    private final Link server;
    private final Link guest;
    private final Ledger ledger;
    private final SessionPolicy policy;
    private final SessionPaths paths;
    private final FrameWriter batch = new FrameWriter();
    private final ArgsWriter args = new ArgsWriter();
    private long lastCall;
    private long time;
    private boolean opened;
    private boolean ended;

    QuotaSession(QuotaRig rig, String vm, String id, Link server, VmLedger books) {
        this.rig = rig;
        this.server = server;
        LocalLinks.Pair toGuest = LocalLinks.pair(rig.steps);
        this.guest = toGuest.first();
        this.ledger =
                new Ledger(
                        books,
                        List.of(),
                        rig.catalog.resourceNames(),
                        QuotaRig.LIMITS.handles(),
                        4711);
        this.policy =
                rig.policy.open(
                        new SessionIdentity(
                                vm,
                                id,
                                "",
                                List.of("server/0"),
                                rig.catalog.resourceNames(),
                                rig.catalog.roles()),
                        () -> {});
        this.paths =
                SessionPaths.between(
                        new SessionLinks(toGuest.second(), server),
                        new Judging(
                                rig.catalog,
                                ledger,
                                policy,
                                1,
                                _ -> {},
                                _ -> {},
                                new SessionEvents(new EventHub(InstantSource.system()), vm, id),
                                this::longAfterTheLastTime,
                                new ByteBudget(1 << 20, 1 << 20),
                                JournalBudget.unlimited().open("vm"),
                                (_, _) -> {},
                                0),
                        QuotaRig.LIMITS,
                        0,
                        4711,
                        rig.meters);
        guest.start(new Sink());
        toGuest.second().start(new Sink());
        server.start(new ServerSide());
        ask(id, vm);
    }

    /** Returns a time: the server has reported all deaths before the next command is judged. */
    private long longAfterTheLastTime() {
        time += TimeUnit.HOURS.toNanos(1);
        return time;
    }

    private void ask(String id, String vm) {
        Open open =
                Open.newBuilder()
                        .setProtocol(1)
                        .setApi(rig.api())
                        .setApiDigest(new CudaCatalog().digest())
                        .setVm(vm)
                        .setSession(id)
                        .addDeviceOrdinals(0)
                        .build();
        byte[] control = Control.newBuilder().setOpen(open).build().toByteArray();
        batch.begin(RecordKinds.CONTROL, 0, 0, 0, 0).args(control, control.length).end();
        server.send(batch.finish(FrameLayout.AUDIENCE_PEER));
    }

    boolean hasEnded() {
        return ended;
    }

    /** Adds a command. */
    void call(boolean sync, int lane, int function, Consumer<ArgsWriter> arguments) {
        args.reset();
        arguments.accept(args);
        batch.begin(RecordKinds.CALL, sync ? RecordFlags.SYNC : 0, function, ++lastCall, lane)
                .args(args.array(), args.length())
                .end();
    }

    /** Adds a command that loads a module. */
    void load(long module, String text) {
        byte[] image = text.getBytes(StandardCharsets.UTF_8);
        args.reset();
        args.uint64(1, module);
        batch.begin(
                        RecordKinds.CALL,
                        RecordFlags.SYNC,
                        CudaFunctions.CU_MODULE_LOAD_DATA,
                        ++lastCall,
                        0)
                .args(args.array(), args.length())
                .payloadInline(2, MemorySegment.ofArray(image), image.length, false)
                .end();
    }

    void initialize(long context) {
        call(true, 0, CudaFunctions.CU_INIT, _ -> {});
        call(true, 0, CudaFunctions.CU_CTX_CREATE, out -> out.uint64(1, context));
        send();
    }

    /** Sends the added commands, as a guest does; any failure ends the session. */
    void send() {
        Frame frame = batch.finish(FrameLayout.AUDIENCE_PEER);
        if (ended) {
            frame.release();
            return;
        }
        try {
            paths.down().onFrame(frame);
        } catch (MalformedFrameException broken) {
            kill();
        }
    }

    /** Ends the session, as when the guest is gone or breaks the protocol. */
    void kill() {
        if (!ended) {
            ended = true;
            paths.close();
            policy.close();
            ledger.close();
            server.close(LinkStatus.NORMAL);
            guest.close(LinkStatus.NORMAL);
        }
    }

    /** Receives the server's frames. */
    private final class ServerSide implements LinkHandler {
        @Override
        public void onFrame(Frame frame) {
            if (ended || !opened) {
                opened = true;
                frame.release();
            } else {
                paths.up().onFrame(frame);
            }
        }

        @Override
        public void onWritable() {
            paths.links().serverWritable();
        }

        @Override
        public void onClosed(LinkStatus status) {
            kill();
        }
    }

    /** A listener that ignores all events. */
    private static final class Sink implements LinkHandler {
        @Override
        public void onFrame(Frame frame) {
            frame.release();
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {}
    }
}
