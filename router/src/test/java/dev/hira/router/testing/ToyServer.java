package dev.hira.router.testing;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.grpc.GrpcLinkServer;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.PeerInfo;
import dev.hira.link.ring.RingFile;
import dev.hira.link.ring.RingLink;
import dev.hira.link.ring.RingPollers;
import dev.hira.link.ring.RingSettings;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.ServedApi;
import dev.hira.wire.v1.ServedDevice;
import dev.hira.wire.v1.ServerInfo;
import dev.hira.wire.v1.ServerInfoRequest;
import dev.hira.wire.v1.ServerInfoServiceGrpc.ServerInfoServiceImplBase;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An API server over gRPC that replies to every synchronous call at once. */
public final class ToyServer extends ServerInfoServiceImplBase implements AutoCloseable {
    private final EventLoops loops = EventLoops.create(1, "toy-server");
    private final RingPollers pollers =
            new RingPollers(
                    Thread.ofPlatform().daemon().name("toy-rings-", 0).factory(), System::nanoTime);
    private final GrpcLinkServer server;
    private final BlockingQueue<LinkStatus> closed = new LinkedBlockingQueue<>();

    public ToyServer(URI uri) throws IOException {
        server =
                GrpcLinkServer.builder()
                        .eventLoops(loops)
                        .listen(uri)
                        .service(this)
                        .onLink(this::accept)
                        .start();
    }

    /** Waits for the next session to end and returns its end. */
    public LinkStatus awaitClosed() throws InterruptedException {
        return Objects.requireNonNull(closed.poll(120, TimeUnit.SECONDS), "no session ended");
    }

    @Override
    public void watch(ServerInfoRequest request, StreamObserver<ServerInfo> out) {
        out.onNext(
                ServerInfo.newBuilder()
                        .setName("toy")
                        .setSharesMemory(true)
                        .addApis(
                                ServedApi.newBuilder()
                                        .setApi(ToyCatalog.API)
                                        .setDigest(ToyCatalog.DIGEST))
                        .addDevices(ServedDevice.newBuilder().addApis(ToyCatalog.API))
                        .build());
    }

    private void accept(Link link, PeerInfo peer) {
        link.start(new Connection(link));
    }

    @Override
    public void close() {
        server.close();
        pollers.close();
        loops.close();
    }

    /** The connection of one session. */
    private final class Connection implements LinkHandler {
        private final Link link;
        private @Nullable RingLink rings;

        Connection(Link link) {
            this.link = link;
        }

        @Override
        public void onFrame(Frame frame) {
            if (Calls.records(frame).get(0).kind() == RecordKinds.CONTROL) {
                open(Calls.control(frame).getOpen());
                frame.release();
            } else {
                answer(link, frame);
            }
        }

        private void open(Open open) {
            boolean useRings = !open.getRingPath().isEmpty();
            if (useRings) {
                try {
                    rings =
                            RingLink.second(
                                    RingFile.map(Path.of(open.getRingPath())),
                                    pollers.next(),
                                    link,
                                    RingSettings.DEFAULT);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            link.send(
                    dev.hira.router.judge.Controls.frame(
                            Control.newBuilder()
                                    .setOpened(
                                            Opened.newBuilder()
                                                    .setSession(open.getSession())
                                                    .setUsesMemory(open.getWantsMemory())
                                                    .setUsesRings(useRings))
                                    .build()));
            if (rings != null) {
                rings.start(new OverRings(rings));
            }
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {
            if (rings != null) {
                rings.controlClosed(status);
            } else {
                closed.add(status);
            }
        }
    }

    /** The session once its frames travel over rings. */
    private final class OverRings implements LinkHandler {
        private final Link link;

        OverRings(Link link) {
            this.link = link;
        }

        @Override
        public void onFrame(Frame frame) {
            answer(link, frame);
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {
            closed.add(status);
        }
    }

    private static void answer(Link link, Frame frame) {
        Calls replies = new Calls();
        Calls ends = new Calls();
        boolean worked = false;
        for (Calls.Seen call : Calls.records(frame)) {
            if (call.function() == ToyCatalog.WORK) {
                worked = true;
                ends.done(call.call(), 0, 1000);
            }
            if ((call.flags() & RecordFlags.SYNC) != 0) {
                replies.record(RecordKinds.REPLY, 0, call.function(), call.call());
            }
        }
        frame.release();
        if (worked) {
            link.send(ends.frame(FrameLayout.AUDIENCE_HOP));
        }
        link.send(replies.frame());
    }
}
