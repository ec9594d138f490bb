package dev.hira.router.placement;

import dev.hira.base.SocketFailures;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.operator.events.ServerEvents;
import dev.hira.router.placement.ServerView.Health;
import dev.hira.wire.v1.ServedApi;
import dev.hira.wire.v1.ServedDevice;
import dev.hira.wire.v1.ServerInfo;
import dev.hira.wire.v1.ServerInfoRequest;
import dev.hira.wire.v1.ServerInfoServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the pool up to date about one API server: follows the server's reports and asks again when
 * they end. Its callbacks run one at a time, on the channel's thread.
 */
public final class ServerWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerWatch.class);
    private static final int REPORT_MILLIS = 1000;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);

    private final String server;
    private final ServerPool pool;
    private final Collection<Catalog> catalogs;
    private final ManagedChannel channel;
    private final Duration retry;
    private final BiConsumer<Duration, Runnable> later;
    private final ServerEvents events;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CountDownLatch heard = new CountDownLatch(1);
    private volatile String name;
    private volatile Health last = Health.UNKNOWN;
    private volatile Duration pause = FIRST_PAUSE;

    /**
     * @param channel to the server; closed with this
     * @param retry longest pause before the server is asked again; the first pauses are shorter,
     *     because the servers of a stack often start at the same time as the router
     * @param later runs a task after a delay
     * @param events tells operators
     */
    public ServerWatch(
            String server,
            ServerPool pool,
            Collection<Catalog> catalogs,
            ManagedChannel channel,
            Duration retry,
            BiConsumer<Duration, Runnable> later,
            ServerEvents events) {
        this.server = server;
        this.name = server;
        this.pool = pool;
        this.catalogs = List.copyOf(catalogs);
        this.channel = channel;
        this.retry = retry;
        this.later = later;
        this.events = events;
    }

    /** Asks the server. Returns at once. */
    public void start() {
        if (!closed.get()) {
            channel.resetConnectBackoff();
            ServerInfoServiceGrpc.newStub(channel)
                    .watch(
                            ServerInfoRequest.newBuilder().setIntervalMillis(REPORT_MILLIS).build(),
                            new Reports());
        }
    }

    /** Waits until the server was reached or the attempt failed. */
    public void awaitFirst(long millis) throws InterruptedException {
        boolean known = heard.await(Math.max(0, millis), TimeUnit.MILLISECONDS);
        if (!known) {
            LOG.atWarn().addKeyValue("server", server).log("API server does not answer yet");
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            channel.shutdownNow();
        }
    }

    private void learn(ServerInfo info) {
        ServerReport report = report(info);
        name = pool.named(server, info.getName());
        pool.learned(server, report);
        heard.countDown();
        pause = FIRST_PAUSE;
        Health health = report.draining() ? Health.NOT_SERVING : Health.SERVING;
        if (health != last) {
            if (last != Health.SERVING && last != Health.NOT_SERVING) {
                events.up(name, report.devices().size());
            }
            last = health;
            LOG.atInfo()
                    .addKeyValue("server", name)
                    .addKeyValue("devices", report.devices().size())
                    .log("API server is {}", report.draining() ? "draining" : "up");
            tellOfTwins(info.getName());
        }
    }

    /** Warns that two servers report the same name; only one can use it. */
    private void tellOfTwins(String own) {
        if (!name.equals(own) && pool.views().stream().anyMatch(v -> v.name().equals(own))) {
            LOG.atWarn()
                    .addKeyValue("server", server)
                    .log(
                            "another API server is already called '{}', so this one is named by"
                                    + " its address; start it with another --name",
                            own);
        }
    }

    private void lost(String why) {
        if (closed.get()) {
            return;
        }
        pool.lost(server, why);
        heard.countDown();
        if (last != Health.GONE) {
            last = Health.GONE;
            events.down(name, why);
            LOG.atWarn()
                    .addKeyValue("server", name)
                    .log("API server is down: {}; the router keeps trying to reach it", why);
        }
        pause = retry.compareTo(pause) < 0 ? retry : pause.plus(pause.dividedBy(4));
        later.accept(pause, this::start);
    }

    private ServerReport report(ServerInfo info) {
        Set<Integer> known =
                info.getApisList().stream()
                        .filter(this::isSame)
                        .map(ServedApi::getApi)
                        .collect(Collectors.toSet());
        return new ServerReport(
                info.getDevicesList().stream().map(device -> view(device, known)).toList(),
                info.getMaxSessions(),
                info.getDraining(),
                info.getSharesMemory());
    }

    /** Whether the server has the same description of an API as the router. */
    private boolean isSame(ServedApi served) {
        return catalogs.stream()
                .anyMatch(c -> c.api() == served.getApi() && c.digest() == served.getDigest());
    }

    private static DeviceView view(ServedDevice device, Set<Integer> known) {
        return new DeviceView(
                device.getOrdinal(),
                device.getApisList().stream().filter(known::contains).collect(Collectors.toSet()),
                device.getName(),
                device.getTotalMemory(),
                device.getFreeMemory(),
                Math.max(1, device.getMemoryGranule()),
                (long) device.getMultiprocessors() * device.getClockKhz(),
                0,
                Set.of(),
                0,
                device.getHoldsKernels(),
                device.getImmovable());
    }

    private final class Reports implements StreamObserver<ServerInfo> {
        @Override
        public void onNext(ServerInfo info) {
            learn(info);
        }

        @Override
        public void onError(Throwable problem) {
            Status status = Status.fromThrowable(problem);
            lost(SocketFailures.lost(status.getDescription(), status.getCause()));
        }

        @Override
        public void onCompleted() {
            lost("it ended");
        }
    }
}
