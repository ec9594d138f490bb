package dev.hira.bench.exhaustion;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.bench.common.Relay;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.guest.Hira;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A guest process that attacks when it is told to: it reads the attacks from its standard input and
 * prints what came of each.
 */
public final class AttackGuest {
    /** The beginning of the line with what came of an attack. */
    static final String DONE = "done ";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_CALLS = 1_000_000;

    private static Path folder = Path.of("");
    private static @Nullable Relay relay;

    private AttackGuest() {}

    /** {@code args}: the router's URI, with the VM. */
    public static void main(String[] args) throws IOException {
        System.out.println(HiraProcess.READY);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String outcome;
            try {
                outcome = outcome(args[0], line.split(" ", -1));
            } catch (RuntimeException e) {
                outcome = "calls=0\tfailed=1\tlost=" + e.toString().replaceAll("\\s+", " ");
            }
            System.out.println(DONE + outcome);
        }
        leave();
        Runtime.getRuntime().halt(0);
    }

    private static String outcome(String uri, String[] request) throws IOException {
        if (request[0].equals("try")) {
            return attempt(uri, Attack.of(request[1]), Integer.parseInt(request[2]));
        }
        long nanos = Duration.ofMillis(Long.parseLong(request[2])).toNanos();
        return request[0].equals("attack")
                ? attack(uri, Attack.of(request[1]), nanos, Integer.parseInt(request[3]))
                : quiet(uri, request[1], nanos, Long.parseLong(request[3]));
    }

    /** Makes so many calls of an attack, on one lane. */
    private static String attempt(String uri, Attack attack, int calls) {
        try (Fixture fixture = fixture(attack.api().prefix(), uri)) {
            return Lanes.start(fixture, attack, PATIENCE.toNanos(), 1, calls).end();
        }
    }

    /** Opens a session with objects; none is left when one of its calls fails. */
    private static Fixture fixture(String api, String uri) {
        if (api.equals("OpenCl")) {
            OpenClDriver driver = Hira.connectOpenCl(uri);
            return created(driver::close, () -> new OpenClFixture(driver));
        }
        CudaDriver driver = Hira.connect(uri);
        return created(driver::close, () -> new CudaFixture(driver));
    }

    private static Fixture created(Runnable close, Supplier<Fixture> constructor) {
        try {
            return constructor.get();
        } catch (RuntimeException e) {
            close.run();
            throw e;
        }
    }

    private static String attack(String uri, Attack attack, long nanos, int lanes)
            throws IOException {
        if (attack.shape() == Shape.SILENT) {
            return silent(uri, attack, nanos, lanes);
        }
        try (Fixture fixture = fixture(attack.api().prefix(), uri)) {
            Lanes attacking = Lanes.start(fixture, attack, nanos, lanes, MOST_CALLS);
            if (attack.shape() == Shape.BEHIND) {
                LockSupport.parkNanos(nanos);
                fixture.release();
            }
            return attacking.end();
        }
    }

    /** Attacks through a relay that passes no answers on. */
    private static String silent(String uri, Attack attack, long nanos, int lanes)
            throws IOException {
        String router = uri.substring(0, uri.indexOf('?'));
        String settings = uri.substring(uri.indexOf('?')) + "&memory=off&rings=off";
        Relay relay = renewed(router);
        try (Fixture fixture = fixture(attack.api().prefix(), relay.uri() + settings)) {
            List<Lanes> attacking = new ArrayList<>();
            relay.withoutAnswers(() -> {
                attacking.add(Lanes.start(fixture, attack, nanos, lanes, MOST_CALLS));
                LockSupport.parkNanos(nanos);
            });
            return attacking.getFirst().end();
        }
    }

    /**
     * Returns a relay that stays until the next one, so that the router can be told of the end of
     * the session as late as the guest library wants.
     */
    private static Relay renewed(String router) throws IOException {
        leave();
        folder = Files.createTempDirectory("hira-silent-");
        relay = Relay.before(router, folder.resolve("relay.sock"));
        return relay;
    }

    private static void leave() throws IOException {
        if (relay != null) {
            relay.close();
            Files.deleteIfExists(folder.resolve("relay.sock"));
            Files.deleteIfExists(folder);
        }
    }

    /** The lanes of an attack and their threads. */
    private record Lanes(List<AttackLane> lanes, List<Thread> threads) {
        static Lanes start(Fixture fixture, Attack attack, long nanos, int count, int mostCalls) {
            long end = System.nanoTime() + nanos;
            List<AttackLane> lanes = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                AttackLane lane = new AttackLane(fixture, attack, end, mostCalls / count);
                lanes.add(lane);
                threads.add(Thread.ofPlatform().daemon().name("attack-" + i).start(lane));
            }
            return new Lanes(lanes, threads);
        }

        /** Waits for the lanes, and returns what came of them. */
        String end() {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            for (Thread thread : threads) {
                try {
                    long left = Math.max(1, deadline - System.nanoTime());
                    if (!thread.join(Duration.ofNanos(left))) {
                        return "hung=" + Arrays.asList(thread.getStackTrace());
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return "hung=interrupted";
                }
            }
            Map<String, String> failures = new TreeMap<>();
            lanes.forEach(lane -> failures.putAll(lane.failures()));
            return "calls=%d\tfailed=%d\tcodes=%s"
                    .formatted(
                            lanes.stream().mapToInt(AttackLane::calls).sum(),
                            lanes.stream().mapToInt(AttackLane::failed).sum(),
                            failures);
        }
    }

    /** Makes calls that change nothing, so many a second. */
    private static String quiet(String uri, String api, long nanos, long rate) {
        try (Fixture fixture = fixture(api, uri)) {
            long start = System.nanoTime();
            long calls = 0;
            while (System.nanoTime() - start < nanos) {
                long due = (System.nanoTime() - start) / 1_000 * rate / 1_000_000;
                for (; calls < due; calls++) {
                    if (calls % 64 == 0) {
                        fixture.quietSync();
                    } else {
                        fixture.quietAsync();
                    }
                }
                LockSupport.parkNanos(1_000_000);
            }
            return "calls=" + calls + "\tfailed=0\tcodes={}";
        }
    }
}
