package dev.hira.cli;

import dev.hira.admin.v1.DrainServerRequest;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.Protection;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.admin.v1.UndrainServerRequest;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.ErrorMessages;
import dev.hira.cli.client.Examples;
import dev.hira.cli.demo.ComputingGuest;
import dev.hira.cli.demo.DemoGuest;
import dev.hira.cli.demo.GreedyGuest;
import dev.hira.cli.demo.KillingScene;
import dev.hira.cli.demo.MovingScene;
import dev.hira.cli.demo.ShareGuest;
import dev.hira.cli.demo.SharesVerdict;
import dev.hira.cli.demo.SharesWatch;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import io.grpc.StatusRuntimeException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Demonstrates Hira with a router, two API servers and guests of six VMs, each in a process of its
 * own. One guest moves data through the device and checks every byte. One allocates memory until it
 * reaches its quota. Two compete for the device and get it 3 : 1. One is moved to the other server
 * while it computes. The server of the last one is killed while it computes.
 */
@Command(
        name = "demo",
        description =
                "Start a router, two API servers and guest programs of six VMs, let them work, and end with"
                        + " a result: two share a device 3 : 1, a third exceeds its memory, a fourth copies"
                        + " data, a fifth moves to the other server while it computes, and the server of"
                        + " the sixth is killed while it computes.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = "  hira demo")
final class DemoCommand implements Callable<Integer> {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getOperatingSystemMXBean();
    private static final Map<String, Long> WEIGHTS = weights();
    private static final String MOVER = "white";
    private static final String GREEDY = "red";
    private static final String NOMAD = "violet";
    private static final String SURVIVOR = "orange";
    private static final List<String> SERVERS = List.of("server0", "server1");
    private static final long QUOTA = 64L << 20;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration SETTLED = Duration.ofSeconds(6);
    private static final Duration MEASURED = Duration.ofSeconds(8);

    @Option(
            names = "--no-memory",
            description = "Send payloads through gRPC instead of shared memory.")
    boolean noMemory;

    @Option(
            names = "--no-rings",
            description = "Send commands through gRPC instead of rings in shared memory.")
    boolean noRings;

    @Option(
            names = "--tolerance",
            paramLabel = "PERCENT",
            description =
                    "The largest error of a VM's share, in percent of the device; by"
                            + " default ${DEFAULT-VALUE}.")
    double tolerance = 4;

    private final long start = System.nanoTime();

    private static Map<String, Long> weights() {
        Map<String, Long> weights = new LinkedHashMap<>();
        weights.put("blue", 3L);
        weights.put("green", 1L);
        return weights;
    }

    @Override
    public Integer call() throws InterruptedException {
        say("starting a router and two API servers, each with one simulated GPU");
        try (LocalStack stack =
                        LocalStack.start(SERVERS.size(), List.of("--devices", "1"), List.of());
                AdminClient admin = AdminClient.connect(stack.adminUri())) {
            say("router at " + stack.uri());
            grant(admin);
            close(admin, SERVERS.getLast());
            boolean right = judged(() -> played(stack, admin), this::say);
            say(right ? "result: OK" : "result: FAILED, see above");
            return right ? 0 : 1;
        }
    }

    /** All scenes; returns whether they went right. */
    interface Scenes {
        boolean play() throws InterruptedException;
    }

    /** Plays all scenes; returns false, after saying why, if a scene throws. */
    static boolean judged(Scenes scenes, Consumer<String> say) throws InterruptedException {
        try {
            return scenes.play();
        } catch (IllegalStateException | StatusRuntimeException e) {
            say.accept("FAILED: " + ErrorMessages.sentence(e));
            say.accept(load());
            return false;
        }
    }

    private boolean played(LocalStack stack, AdminClient admin) throws InterruptedException {
        boolean right = act(stack, admin);
        admin.now()
                .undrainServer(
                        UndrainServerRequest.newBuilder().setServer(SERVERS.getLast()).build());
        right &= move(stack, admin);
        return kill(stack, admin) && right;
    }

    /** Runs the guests; returns whether each VM got what it was granted, and nothing else. */
    private boolean act(LocalStack stack, AdminClient admin) throws InterruptedException {
        HiraProcess mover = start(stack, MOVER, DemoGuest.class, Integer.toString(1));
        HiraProcess taker = start(stack, GREEDY, GreedyGuest.class, Long.toString(QUOTA));
        List<HiraProcess> sharers = new ArrayList<>();
        for (String vm : WEIGHTS.keySet()) {
            sharers.add(start(stack, vm, ShareGuest.class));
        }
        boolean right = memory(mover, taker);
        return shares(sharers, admin) && right;
    }

    private boolean move(LocalStack stack, AdminClient admin) throws InterruptedException {
        HiraProcess nomad = start(stack, NOMAD, ComputingGuest.class);
        return new MovingScene(admin, NOMAD, this::say).play(nomad, SERVERS, LIMIT);
    }

    private boolean kill(LocalStack stack, AdminClient admin) throws InterruptedException {
        HiraProcess survivor = start(stack, SURVIVOR, ComputingGuest.class);
        return new KillingScene(admin, SURVIVOR, this::say)
                .play(survivor, name -> stack.server(SERVERS.indexOf(name)).kill(), LIMIT);
    }

    /** Lets no session be placed at a server, so that the first guests share the other one. */
    private static void close(AdminClient admin, String server) {
        var request = DrainServerRequest.newBuilder().setServer(server).build();
        admin.always().drainServer(request).forEachRemaining(report -> {});
    }

    private void grant(AdminClient admin) {
        WEIGHTS.forEach((vm, weight) -> {
            set(admin, vm, Grant.newBuilder().setShare(weight).build());
            say("VM " + vm + " gets weight " + weight);
        });
        set(admin, GREEDY, Grant.newBuilder().putQuotas("device_memory", QUOTA).build());
        say("VM " + GREEDY + " gets at most " + (QUOTA >> 20) + " MiB of device memory");
        Protection whole = Protection.PROTECTION_TRANSPARENT;
        set(admin, SURVIVOR, Grant.newBuilder().setProtection(whole).build());
        say("VM " + SURVIVOR + " shall not notice if its API server dies");
    }

    private static void set(AdminClient admin, String vm, Grant grant) {
        admin.now().setPolicy(SetPolicyRequest.newBuilder().setVm(vm).setGrant(grant).build());
    }

    /** Returns whether the two VMs get their shares. */
    private boolean shares(List<HiraProcess> guests, AdminClient admin)
            throws InterruptedException {
        guests.forEach(guest -> guest.awaitReady(LIMIT));
        guests.forEach(guest -> guest.tell("go"));
        Map<String, Long> used =
                new SharesWatch(admin, WEIGHTS.keySet(), this::say)
                        .measure(SETTLED, MEASURED, LIMIT);
        boolean right = true;
        guests.forEach(HiraProcess::endInput);
        for (HiraProcess guest : guests) {
            right &= guest.awaitExit(LIMIT) == 0;
        }
        SharesVerdict verdict = SharesVerdict.of(WEIGHTS, used, tolerance / 100);
        verdict.lines().forEach(this::say);
        if (!verdict.kept()) {
            say(
                    String.format(
                            Locale.ROOT,
                            "a share is off by more than %.0f %% of the device, or nothing was measured",
                            tolerance));
            say(load());
        }
        return right && verdict.kept();
    }

    private static String load() {
        return String.format(
                Locale.ROOT,
                "the load of this machine is %.1f on %d processors: where other programs need them,"
                        + " guests cannot keep a device busy or connect in time, and shares show"
                        + " nothing; repeat the demo when the machine is idle",
                SYSTEM.getSystemLoadAverage(),
                SYSTEM.getAvailableProcessors());
    }

    /** Returns whether all data came back intact and the greedy guest was refused at its quota. */
    private boolean memory(HiraProcess mover, HiraProcess taker) {
        boolean moved = mover.awaitExit(LIMIT) == 0;
        boolean stopped = taker.awaitExit(LIMIT) == 0;
        say(MOVER + (moved ? ": every byte came back intact" : ": FAILED"));
        say(
                GREEDY
                        + (stopped
                                ? ": refused more memory than it was granted, to the byte"
                                : ": its memory quota was NOT ENFORCED"));
        return moved && stopped;
    }

    private HiraProcess start(LocalStack stack, String vm, Class<?> guest, String... arguments) {
        String uri =
                stack.uri()
                        + "?vm="
                        + vm
                        + (noMemory ? "&memory=off" : "")
                        + (noRings ? "&rings=off" : "");
        say("guest program of VM " + vm + " starts");
        return HiraProcess.start(
                vm,
                guest.getName(),
                List.of("-XX:TieredStopAtLevel=1"),
                with(uri, arguments),
                line -> say(vm + ": " + line));
    }

    private static List<String> with(String first, String... rest) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(rest));
        return all;
    }

    private synchronized void say(String line) {
        System.out.println(
                String.format(Locale.ROOT, "%6.2f s  %s", (System.nanoTime() - start) / 1e9, line));
    }
}
