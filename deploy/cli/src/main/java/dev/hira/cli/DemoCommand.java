package dev.hira.cli;

import dev.hira.cli.demo.DemoGuest;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Shows what Hira does: a router, an API server and two guests of different VMs, each a process of
 * its own, and a verdict.
 */
@Command(
        name = "demo",
        description =
                "Start a router, an API server and two guest programs, let them work, and end with a verdict.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    private static final List<String> VMS = List.of("blue", "green");
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @Option(
            names = "--no-memory",
            description = "Let the payloads travel through gRPC instead of shared memory.")
    boolean noMemory;

    @Option(
            names = "--no-rings",
            description = "Let the commands travel through gRPC instead of rings in shared memory.")
    boolean noRings;

    private final long start = System.nanoTime();

    @Override
    public Integer call() {
        say("starting a router and an API server with one simulated GPU");
        try (LocalStack stack = LocalStack.start(1, List.of("--devices", "1"), List.of())) {
            say("router at " + stack.uri());
            List<HiraProcess> guests = new ArrayList<>();
            for (String vm : VMS) {
                guests.add(startGuest(stack, vm));
            }
            boolean right = true;
            for (HiraProcess guest : guests) {
                right &= guest.awaitExit(LIMIT) == 0;
            }
            try (AdminClient admin = AdminClient.connect(stack.adminUri())) {
                admin.printStatus(System.out);
            }
            say(
                    right
                            ? "verdict: OK, every byte that came back was right"
                            : "verdict: FAILED, see above");
            return right ? 0 : 1;
        }
    }

    private HiraProcess startGuest(LocalStack stack, String vm) {
        String uri =
                stack.uri()
                        + "?vm="
                        + vm
                        + (noMemory ? "&memory=off" : "")
                        + (noRings ? "&rings=off" : "");
        say("guest program of VM " + vm + " starts");
        return HiraProcess.start(
                vm,
                DemoGuest.class.getName(),
                List.of("-XX:TieredStopAtLevel=1"),
                List.of(uri, Integer.toString(vm.hashCode())),
                line -> say(vm + ": " + line));
    }

    private synchronized void say(String line) {
        System.out.println(
                String.format(Locale.ROOT, "%6.2f s  %s", (System.nanoTime() - start) / 1e9, line));
    }
}
