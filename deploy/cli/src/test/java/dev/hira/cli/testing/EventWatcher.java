package dev.hira.cli.testing;

import dev.hira.admin.v1.AdminServiceGrpc;
import dev.hira.admin.v1.Event;
import dev.hira.admin.v1.EventKind;
import dev.hira.admin.v1.WatchEventsRequest;
import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import dev.hira.link.grpc.GrpcChannels;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.tls.TlsClient;
import dev.hira.link.grpc.tls.TlsIdentity;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An operator that watches the events of a router. */
public final class EventWatcher implements StreamObserver<Event>, AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;

    private final EventLoops loops = EventLoops.create(1, "test-watcher");
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final List<Event> seen = new ArrayList<>();
    private final CompletableFuture<String> end = new CompletableFuture<>();
    private final ManagedChannel channel;

    /** Watches as the user of this process. */
    public EventWatcher(String admin) {
        this(admin, (TlsClient) null);
    }

    /** Watches as the holder of a certificate in a folder. */
    public EventWatcher(String admin, String identity) {
        this(
                admin,
                new TlsClient(TlsIdentity.read(TlsFiles.in(Path.of(identity))), PeerRole.ROUTER));
    }

    private EventWatcher(String admin, @Nullable TlsClient tls) {
        channel = GrpcChannels.open(URI.create(admin), LinkOptions.on(loops.next()).withTls(tls));
        AdminServiceGrpc.newStub(channel)
                .watchEvents(WatchEventsRequest.getDefaultInstance(), this);
    }

    /** Repeats something that causes an event until one comes, so that later ones come too. */
    public void awaitStart(Runnable cause) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (poll(100, TimeUnit.MILLISECONDS) == null) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("no event came");
            }
            cause.run();
        }
    }

    /** Waits for an event of a kind about a VM; empty: about none. */
    public Event await(EventKind kind, String vm) {
        while (true) {
            for (Event event : seen) {
                if (event.getKind() == kind && event.getVm().equals(vm)) {
                    return event;
                }
            }
            if (poll(PATIENCE_SECONDS, TimeUnit.SECONDS) == null) {
                throw new AssertionError("no event of the kind " + kind + " came: " + seen);
            }
        }
    }

    private @Nullable Event poll(long time, TimeUnit unit) {
        try {
            Event event = events.poll(time, unit);
            if (event != null) {
                seen.add(event);
            }
            return event;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits for the end of the stream, and returns its reason. */
    public String awaitEnd() {
        return end.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    @Override
    public void onNext(Event event) {
        events.add(event);
    }

    @Override
    public void onError(Throwable why) {
        end.complete(String.valueOf(why.getMessage()));
    }

    @Override
    public void onCompleted() {
        end.complete("in good order");
    }

    @Override
    public void close() {
        channel.shutdownNow();
        loops.close();
    }
}
