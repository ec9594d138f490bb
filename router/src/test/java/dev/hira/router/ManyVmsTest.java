package dev.hira.router;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.grpc.net.LocalPeers;
import dev.hira.link.grpc.net.PeerIdentity;
import dev.hira.link.local.LocalLinks;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.handshake.Arrival;
import dev.hira.router.judge.Controls;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.router.testing.ToyServer;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * 64 VMs that work among 1,000 idle ones, at a production router. Times are measured in device
 * time, so the test passes at any speed of the machine.
 */
@Timeout(240)
@Tag("measuring")
final class ManyVmsTest {
    private static final int ACTIVE = 64;
    private static final int IDLE = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final long BEGIN = 2 * SECOND;
    private static final long END = 14 * SECOND;
    private static final long MOST_HEAP = 1 << 20;

    @TempDir private Path folder;
    private final ExecutorService loop = Executors.newSingleThreadExecutor();
    private final Device device = new Device();
    private ToyServer health;
    private Router router;

    @BeforeEach
    void start() throws Exception {
        URI server = URI.create("hira+unix://" + folder.resolve("server.sock"));
        health = new ToyServer(server);
        router =
                Router.start(
                        RouterConfig.from(
                                ConfigFactory.parseString(
                                        "hira.router { listen = [\"hira+unix://"
                                                + folder.resolve("router.sock")
                                                + "\"], servers = [{name = toy, uri = \""
                                                + server
                                                + "\"}], timeouts.drain = 200 ms, memory.enabled ="
                                                + " false, limits.sessions = 5000 }")),
                        RouterOptions.defaults().withCatalogs(List.of(new ToyCatalog())));
    }

    @AfterEach
    void stop() throws Exception {
        router.close();
        health.close();
        loop.shutdown();
        assertThat(loop.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldServeWorkingVmsAsIfTheyWereAlone() throws Exception {
        openAll("first", 1);
        long before = usedHeap();
        openAll("idle", IDLE);
        assertThat((usedHeap() - before) / IDLE).as("heap per idle VM").isLessThan(MOST_HEAP);
        List<Guest> active = openAll("vm", ACTIVE);
        CountDownLatch working = new CountDownLatch(ACTIVE);
        loop.execute(() -> active.forEach(guest -> guest.work(working)));
        assertThat(working.await(200, TimeUnit.SECONDS)).isTrue();
        long due = (END - BEGIN) / ACTIVE;
        for (Guest guest : active) {
            assertThat(guest.served)
                    .as("%s's part", guest.vm)
                    .isBetween(due * 9 / 10, due * 11 / 10);
            List<Long> waits = guest.waits.stream().sorted().toList();
            assertThat(waits.get(waits.size() * 99 / 100))
                    .as("the 99th percentile of what %s waits, of %d", guest.vm, waits.size())
                    .isLessThanOrEqualTo(3 * ACTIVE * guest.nanos);
        }
    }

    private List<Guest> openAll(String name, int count) {
        List<Guest> guests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Guest guest = new Guest(name + i, (1 + i % 3) * MILLI);
            guests.add(guest);
            loop.execute(guest::open);
        }
        guests.forEach(guest -> guest.opened.join());
        return guests;
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /**
     * A device that runs one task after the other; its clock is the sum of their lengths. On the
     * loop.
     */
    private final class Device {
        private final Queue<Runnable> queue = new ArrayDeque<>();
        private boolean works;
        long now;

        void submit(long nanos, Runnable ended) {
            queue.add(() -> {
                now += nanos;
                ended.run();
            });
            if (!works) {
                works = true;
                loop.execute(this::work);
            }
        }

        private void work() {
            Runnable next = queue.poll();
            works = next != null;
            if (next != null) {
                next.run();
                loop.execute(this::work);
            }
        }
    }

    /** A guest in this process that waits for each of its kernels. */
    private final class Guest implements LinkHandler {
        private final String vm;
        private final long nanos;
        private final LocalLinks.Pair link = LocalLinks.pair(loop);
        private final Calls calls = new Calls();
        private final CompletableFuture<Boolean> opened = new CompletableFuture<>();
        private final List<Long> waits = new ArrayList<>();
        private CountDownLatch working = new CountDownLatch(1);
        private long sentAt;
        private long served;

        Guest(String vm, long nanos) {
            this.vm = vm;
            this.nanos = nanos;
        }

        void open() {
            link.first().start(this);
            router.accept(
                    new Arrival(
                            link.second(),
                            Optional.of(vm),
                            new PeerIdentity.LocalUser(LocalPeers.own()),
                            "",
                            "local",
                            "test",
                            _ -> dial()));
            send(
                    Control.newBuilder()
                            .setOpen(
                                    Open.newBuilder()
                                            .setProtocol(1)
                                            .setApi(ToyCatalog.API)
                                            .setApiDigest(ToyCatalog.DIGEST)
                                            .setDevices(1)));
        }

        private Link dial() {
            LocalLinks.Pair toServer = LocalLinks.pair(loop);
            toServer.second().start(new ServerEnd(toServer.second(), nanos));
            return toServer.first();
        }

        private void send(Control.Builder control) {
            link.first().send(Controls.frame(control.build()));
        }

        /** Works until its time is up. */
        void work(CountDownLatch told) {
            working = told;
            next();
        }

        private void next() {
            if (device.now >= END) {
                working.countDown();
                return;
            }
            sentAt = device.now;
            link.first().send(calls.call(ToyCatalog.WORK, true, 0, 0).frame());
        }

        @Override
        public void onFrame(Frame frame) {
            boolean answered = false;
            for (Calls.Seen seen : Calls.records(frame)) {
                if (seen.kind() == RecordKinds.REPLY) {
                    answered = true;
                } else if (Calls.control(frame).hasOpened()) {
                    opened.complete(true);
                }
            }
            frame.release();
            if (answered) {
                answered();
            }
        }

        private void answered() {
            if (sentAt >= BEGIN) {
                waits.add(device.now - sentAt);
                served += nanos;
            }
            next();
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {
            opened.completeExceptionally(new AssertionError(vm + " was closed: " + status));
        }
    }

    /** The server's end of a session. */
    private final class ServerEnd implements LinkHandler {
        private final Link link;
        private final long nanos;

        ServerEnd(Link link, long nanos) {
            this.link = link;
            this.nanos = nanos;
        }

        @Override
        public void onFrame(Frame frame) {
            for (Calls.Seen seen : Calls.records(frame)) {
                if (seen.kind() == RecordKinds.CALL) {
                    device.submit(nanos, () -> answer(seen.call()));
                } else if (Calls.control(frame).hasOpen()) {
                    String session = Calls.control(frame).getOpen().getSession();
                    Opened.Builder opened = Opened.newBuilder().setSession(session);
                    link.send(Controls.frame(Control.newBuilder().setOpened(opened).build()));
                }
            }
            frame.release();
        }

        private void answer(long call) {
            link.send(new Calls().done(call, 0, nanos).frame(FrameLayout.AUDIENCE_HOP));
            link.send(new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.WORK, call).frame());
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {}
    }
}
