package dev.hira.router.testing;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.grpc.GrpcLinkClient;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.ring.RingFile;
import dev.hira.link.ring.RingLink;
import dev.hira.link.ring.RingPollers;
import dev.hira.link.ring.RingSettings;
import dev.hira.link.shm.Challenge;
import dev.hira.link.shm.SharedRegion;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.OfferMemory;
import dev.hira.wire.v1.Open;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A guest over gRPC, and over rings if the router offers them. */
public final class ToyGuest implements LinkHandler, AutoCloseable {
    private final EventLoops loops = EventLoops.create(1, "toy-guest");
    private final RingPollers pollers =
            new RingPollers(
                    Thread.ofPlatform().daemon().name("toy-guest-rings-", 0).factory(),
                    System::nanoTime);
    private final BlockingQueue<Calls.Seen> records = new LinkedBlockingQueue<>();
    private final CompletableFuture<Boolean> opened = new CompletableFuture<>();
    private final CompletableFuture<LinkStatus> closed = new CompletableFuture<>();
    private final Link link;
    private volatile Link data;
    private @Nullable SharedRegion arena;
    private @Nullable SharedRegion ringFile;

    public ToyGuest(URI router, boolean memory) {
        this(router, memory, "");
    }

    /**
     * @param token proves the guest's VM
     */
    public ToyGuest(URI router, boolean memory, String token) {
        link = GrpcLinkClient.connect(router, LinkOptions.on(loops.next()).withToken(token));
        data = link;
        link.start(this);
        link.send(
                dev.hira.router.judge.Controls.frame(
                        Control.newBuilder()
                                .setOpen(
                                        Open.newBuilder()
                                                .setProtocol(1)
                                                .setApi(ToyCatalog.API)
                                                .setApiDigest(ToyCatalog.DIGEST)
                                                .setWantsMemory(memory)
                                                .setWantsRings(memory))
                                .build()));
    }

    /** Waits until the session is open and returns the kind of link that carries its frames. */
    public String awaitOpen() throws Exception {
        boolean ignored = opened.get(120, TimeUnit.SECONDS);
        return data.kind();
    }

    public LinkStatus awaitClosed() throws Exception {
        return closed.get(120, TimeUnit.SECONDS);
    }

    public boolean isClosed() {
        return closed.isDone();
    }

    public void send(Frame frame) {
        data.send(frame);
    }

    public Calls.Seen awaitRecord() throws InterruptedException {
        Calls.Seen seen = records.poll(120, TimeUnit.SECONDS);
        if (seen == null) {
            throw new AssertionError("no record came for ten seconds");
        }
        return seen;
    }

    @Override
    public void onFrame(Frame frame) {
        for (Calls.Seen seen : Calls.records(frame)) {
            if (seen.kind() == RecordKinds.CONTROL) {
                control(Calls.control(frame));
            } else {
                records.add(seen);
            }
        }
        frame.release();
    }

    private void control(Control control) {
        switch (control.getBodyCase()) {
            case OPENED -> {
                if (!control.getOpened().getOffersMemory()) {
                    opened.complete(true);
                }
            }
            case OFFER_MEMORY -> prove(control.getOfferMemory());
            case ACCEPT_MEMORY -> accepted(control.getAcceptMemory().getRings());
            default -> throw new AssertionError(control);
        }
    }

    private void prove(OfferMemory offer) {
        try {
            arena = SharedRegion.map(Path.of(offer.getPath()), offer.getSize());
            boolean rings = !offer.getRingPath().isEmpty();
            ringFile = rings ? RingFile.map(Path.of(offer.getRingPath())) : null;
            link.send(
                    dev.hira.router.judge.Controls.frame(
                            Control.newBuilder()
                                    .setProveMemory(
                                            Challenge.prove(
                                                    arena, offer, rings, new SecureRandom()))
                                    .build()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accepted(boolean rings) {
        if (rings && ringFile != null) {
            RingLink over = RingLink.second(ringFile, pollers.next(), link, RingSettings.DEFAULT);
            data = over;
            over.start(this);
        }
        opened.complete(true);
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(LinkStatus status) {
        if (data instanceof RingLink over && !closed.isDone() && !status.equals(seen)) {
            seen = status;
            over.controlClosed(status);
        }
        closed.complete(status);
    }

    private volatile @Nullable LinkStatus seen;

    /** Ends the session in good order. */
    public void leave() {
        data.close(LinkStatus.NORMAL);
    }

    @Override
    public void close() {
        data.close(LinkStatus.NORMAL);
        link.close(LinkStatus.NORMAL);
        pollers.close();
        if (arena != null) {
            arena.close();
        }
        loops.close();
    }
}
