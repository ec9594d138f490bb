package dev.hira.bench.soak;

import dev.hira.admin.v1.VmUsage;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.Footprint;
import dev.hira.bench.common.VmBooks;
import dev.hira.cli.launch.LocalStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Finds what VMs without sessions leave behind: in the router's books and in the processes. */
final class Leftovers {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int LOOK_AGAIN_MILLIS = 50;

    /** Pools keep some threads and connections for later, sometimes a few more than before. */
    private static final int MORE = 12;

    private final LocalStack stack;
    private final List<String> vms;
    private final boolean withServers;
    private final Map<String, Footprint> before;

    /**
     * Notes the present footprints; the VMs must have no session.
     *
     * @param withServers whether the servers are the same processes until the end
     */
    Leftovers(LocalStack stack, List<String> vms, boolean withServers) {
        this.stack = stack;
        this.vms = List.copyOf(vms);
        this.withServers = withServers;
        this.before = footprints();
    }

    private Map<String, Footprint> footprints() {
        Map<String, Footprint> found = new LinkedHashMap<>();
        found.put("router " + stack.router().pid(), Footprint.of(stack.router().pid()));
        if (withServers) {
            found.put("server0", Footprint.of(stack.server(0).pid()));
            found.put("server1", Footprint.of(stack.server(1).pid()));
        }
        return found;
    }

    /** Waits until nothing is left; returns what is left after a while, in words. */
    List<String> find() {
        List<String> failures = new ArrayList<>();
        for (String vm : vms) {
            if (!await(() -> VmBooks.isEmpty(usage(vm)))) {
                failures.add("the router's books still have of the VM " + vm + ": " + usage(vm));
            }
        }
        if (!await(() -> grown().isEmpty())) {
            failures.addAll(grown());
        }
        return failures;
    }

    /** The footprints, before and now. */
    String text() {
        StringBuilder text = new StringBuilder();
        Map<String, Footprint> now = footprints();
        before.forEach((name, then) -> {
            Footprint present = now.get(name);
            text.append(
                    "%s: %s; now %s%n".formatted(name, then, present == null ? "gone" : present));
        });
        return text.toString();
    }

    private List<String> grown() {
        List<String> grown = new ArrayList<>();
        footprints()
                .forEach((name, now) -> {
                    Footprint then = before.getOrDefault(name, now);
                    if (!then.covers(now, MORE)) {
                        grown.add(name + " had " + then + ", and has " + now);
                    }
                });
        return grown;
    }

    private VmUsage usage(String vm) {
        return VmBooks.usage(stack.adminUri(), vm, PATIENCE);
    }

    private static boolean await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            BenchStack.await(LOOK_AGAIN_MILLIS);
        }
        return true;
    }
}
