package dev.hira.lab.world;

import com.typesafe.config.ConfigFactory;
import dev.hira.api.cuda.catalog.CudaCatalog;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.guest.LabGuest;
import dev.hira.lab.guest.StartingGuest;
import dev.hira.lab.measure.Recorder;
import dev.hira.link.Link;
import dev.hira.link.grpc.net.LocalPeers;
import dev.hira.link.grpc.net.PeerIdentity;
import dev.hira.policy.AdmissionPolicy;
import dev.hira.policy.model.Grants;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.handshake.Arrival;
import dev.hira.router.handshake.Identity;
import dev.hira.router.meter.RouterMeters;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.placement.DeviceView;
import dev.hira.router.placement.ServerPool;
import dev.hira.router.placement.ServerReport;
import dev.hira.router.placement.Strategies;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionKeeper;
import dev.hira.router.session.SessionRegistry;
import dev.hira.router.session.SessionView;
import dev.hira.router.session.memory.SharedMemory;
import dev.hira.sim.clock.SimClock;
import dev.hira.sim.clock.VirtualClock;
import dev.hira.wire.v1.Open;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A rack in virtual time: guests and servers of the laboratory, and between them the sessions, the
 * judging pipeline and the policy that the router has in production. Everything runs on the thread
 * that calls {@link #run}, and the same world gives the same nanoseconds each time.
 */
public final class World implements AutoCloseable {
    private static final Catalog CUDA = new CudaCatalog();

    /** The time after which everything under way has arrived. */
    private static final long CLOSING = 1_000_000_000;

    private static final String SETTINGS =
            "hira.router { memory.enabled = false, limits { sessions = 100000, sessions-per-vm = 100000 } }";

    private final VirtualClock clock = SimClock.virtual();
    private final Recorder recorder = new Recorder();
    private final Map<String, LabServer> servers = new LinkedHashMap<>();
    private final List<LabGuest> guests = new ArrayList<>();
    private final WorldPlan plan;
    private final AdmissionPolicy policy;
    private final RouterServices services;
    private final SharedMemory memory;

    public World(WorldPlan plan) {
        this.plan = plan;
        for (int i = 1; i <= plan.servers(); i++) {
            String name = "server" + i;
            servers.put(
                    name,
                    new LabServer(
                            name, plan.profile(), plan.devices(), clock, plan.costs(), recorder));
        }
        policy = plan.policy().create(clock::nanos, this::at, deviceNames());
        SplittableRandom random = new SplittableRandom(plan.seed());
        RouterConfig config = RouterConfig.from(ConfigFactory.parseString(settings()));
        RouterMeters meters = new RouterMeters(new SimpleMeterRegistry());
        memory = new SharedMemory(config.memory(), random, meters, clock::nanos);
        services =
                new RouterServices(
                        config,
                        Map.of(CUDA.api(), CUDA),
                        new Identity(config.auth(), this::instant),
                        new SessionRegistry(config.limits(), clock::nanos),
                        pool(config),
                        memory,
                        policy,
                        new Grants(),
                        meters,
                        new EventHub(this::instant),
                        (delay, task) -> {
                            VirtualClock.Event event = clock.schedule(delay.toNanos(), task);
                            return () -> clock.cancel(event);
                        },
                        this::instant,
                        clock::nanos,
                        random,
                        SessionKeeper.NONE);
    }

    private Instant instant() {
        return Instant.EPOCH.plusNanos(clock.nanos());
    }

    private String settings() {
        StringBuilder text = new StringBuilder("hira.router.servers = [");
        servers.keySet().forEach(name -> text.append(entry(name)));
        return SETTINGS + "\n" + text.append(']');
    }

    private static String entry(String name) {
        return "{name = " + name + ", uri = \"hira+unix:///lab/" + name + "\"},";
    }

    private ServerPool pool(RouterConfig config) {
        ServerPool pool = new ServerPool(config.servers(), Strategies.of(config.placement()));
        for (LabServer server : servers.values()) {
            List<DeviceView> views =
                    IntStream.range(0, plan.devices()).mapToObj(i -> view(i)).toList();
            pool.learned(server.name(), new ServerReport(views, 0, false, false));
        }
        return pool;
    }

    private DeviceView view(int ordinal) {
        return DeviceView.idle(
                ordinal, CUDA.api(), plan.profile().deviceName(), plan.profile().memoryBytes());
    }

    private List<String> deviceNames() {
        return servers.values().stream()
                .flatMap(server -> server.devices().stream())
                .map(LabDevice::name)
                .toList();
    }

    /** Returns the names of all devices. */
    public List<String> devices() {
        return deviceNames();
    }

    private void at(long time, Runnable task) {
        clock.schedule(Math.max(0, time - clock.nanos()), task);
    }

    /** Runs an action at a time. */
    public void when(long time, Runnable task) {
        at(time, task);
    }

    /** Adds a guest to a VM; it connects when its workload says so. */
    public LabGuest add(String vm, GuestWorkload workload) {
        return add(vm, "", 0, workload);
    }

    /** Adds a guest that is part of a task, and ranks among its VM's guests. */
    public LabGuest add(String vm, String task, int rank, GuestWorkload workload) {
        LabLink[] ends = LabLink.pair(clock, plan.costs().hop());
        LabGuest guest =
                new LabGuest(
                        workload,
                        clock,
                        plan.costs(),
                        ends[0],
                        plan.seed() + guests.size(),
                        recorder);
        guests.add(guest);
        at(workload.begin(), () -> connect(vm, task, rank, guest, ends[1]));
        return guest;
    }

    private void connect(String vm, String task, int rank, LabGuest guest, Link end) {
        accept(vm, end);
        guest.connect(request().setTask(task).setRank(rank));
    }

    private void accept(String vm, Link end) {
        RouterSession.accept(
                services,
                new Arrival(
                        end,
                        Optional.of(vm),
                        new PeerIdentity.LocalUser(LocalPeers.own()),
                        "",
                        "lab",
                        "lab",
                        s -> dial(s.name())));
    }

    private static Open.Builder request() {
        return Open.newBuilder()
                .setProtocol(1)
                .setApi(CUDA.api())
                .setApiDigest(CUDA.digest())
                .setDevices(1);
    }

    /** Starts a guest of a VM of its own. */
    public StartingGuest start(StartingGuest.Plan work) {
        LabLink[] ends = LabLink.pair(clock, plan.costs().hop());
        StartingGuest guest = new StartingGuest(work, clock, ends[0]);
        accept("starting", ends[1]);
        guest.connect(request());
        return guest;
    }

    /** Returns the facts about the open sessions. */
    public List<SessionView> sessions() {
        return services.registry().all().stream()
                .map(RouterSession::facts)
                .filter(Objects::nonNull)
                .toList();
    }

    private Link dial(String name) {
        LabLink[] ends = LabLink.pair(clock, plan.costs().hop());
        Objects.requireNonNull(servers.get(name)).serve(ends[1]);
        return ends[0];
    }

    /** Lets this many nanoseconds pass. */
    public void run(long nanos) {
        clock.advance(nanos);
    }

    /** Lets time pass until all guests have made their iterations, for at most this long. */
    public void runToEnd(long most, long step) {
        while (clock.nanos() < most && !guests.stream().allMatch(LabGuest::hasFinished)) {
            clock.advance(step);
        }
    }

    public long now() {
        return clock.nanos();
    }

    /** Returns the record of this world. */
    public Recorder recorder() {
        return recorder;
    }

    /** Returns the policy that the plan made for this world. */
    public AdmissionPolicy policy() {
        return policy;
    }

    /** Ends all sessions and lets everything under way arrive. */
    @Override
    public void close() {
        guests.forEach(LabGuest::disconnect);
        clock.advance(CLOSING);
        memory.close();
    }
}
