package dev.hira.bench.soak;

import dev.hira.admin.v1.ClearPolicyRequest;
import dev.hira.admin.v1.GetPolicyRequest;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Changes what VMs may use, as fast as the router answers, and kills the router at random moments.
 * After each start the router must have every change that it had acknowledged; it may have the one
 * that was under way.
 *
 * <p>A seed decides the changes and the length of each router's life. The byte of the file at which
 * the router dies depends on the machine.
 */
public final class ChangesSoak {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int VMS = 5;

    /** The share of a VM without settings of its own. */
    private static final long STANDARD = 1;

    /** The longest time between the router's first answer and its death. */
    private static final long LIFE_NANOS = 200_000_000;

    /** Of this many changes, one removes what a VM has. */
    private static final int CLEARED = 16;

    private final long seed;
    private final Duration time;
    private final Consumer<String> out;
    private final SplittableRandom random;
    private final List<String> failures = new ArrayList<>();
    private int changes;
    private int deaths;

    /**
     * @param out receives a line for each minute
     */
    public ChangesSoak(long seed, Duration time, Consumer<String> out) {
        this.seed = seed;
        this.time = time;
        this.out = out;
        this.random = new SplittableRandom(seed);
    }

    /** Changes and kills for the time, at least once. */
    public SoakReport run() {
        out.accept("seed " + seed);
        long start = System.nanoTime();
        long told = start;
        try (SoakFolder state = SoakFolder.create();
                LocalStack stack =
                        LocalStack.start(
                                1,
                                List.of("--devices", "1", "--profile", "small"),
                                List.of("--state", state.path().toString()))) {
            long[] shares = new long[VMS];
            Arrays.fill(shares, STANDARD);
            do {
                shares = afterDeath(stack, shares);
                if (System.nanoTime() - told > TimeUnit.MINUTES.toNanos(1)) {
                    told = System.nanoTime();
                    out.accept(deaths + " deaths of the router, " + changes + " changes");
                }
            } while (System.nanoTime() - start < time.toNanos() && failures.isEmpty());
        }
        return new SoakReport(seed, changes, "changes", deaths, "deaths of the router", failures);
    }

    /** Lets a router live and die; returns what the next one has. */
    private long[] afterDeath(LocalStack stack, long[] before) {
        Operator operator = new Operator(stack.adminUri(), random.split(), before);
        Thread thread = Thread.ofPlatform().name("hira-soak-operator").start(operator);
        operator.awaitAnswer();
        LockSupport.parkNanos(random.nextLong(LIFE_NANOS));
        stack.router().kill();
        stack.router().awaitExit(PATIENCE);
        join(thread);
        deaths++;
        changes += operator.answers;
        stack.restartRouter();
        long[] after = new long[VMS];
        try (AdminClient client = AdminClient.connect(stack.adminUri())) {
            for (int vm = 0; vm < VMS; vm++) {
                after[vm] = share(client, vm);
                if (after[vm] != operator.acknowledged[vm] && after[vm] != operator.asked[vm]) {
                    failures.add(
                            "death %d: vm%d has the share %d; %d was acknowledged, then %d asked for"
                                    .formatted(
                                            deaths,
                                            vm,
                                            after[vm],
                                            operator.acknowledged[vm],
                                            operator.asked[vm]));
                }
            }
        }
        return after;
    }

    private static void join(Thread thread) {
        try {
            if (!thread.join(PATIENCE)) {
                throw new IllegalStateException("the operator's thread did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static String name(int vm) {
        return "vm" + vm;
    }

    private static long share(AdminClient client, int vm) {
        return client.always()
                .getPolicy(GetPolicyRequest.newBuilder().setVm(name(vm)).build())
                .getGrant()
                .getShare();
    }

    /** Changes shares until the router is gone. */
    private static final class Operator implements Runnable {
        private final String uri;
        private final SplittableRandom random;
        private final Semaphore answered = new Semaphore(0);
        private final long[] acknowledged;
        private final long[] asked;
        private int answers;

        Operator(String uri, SplittableRandom random, long[] shares) {
            this.uri = uri;
            this.random = random;
            this.acknowledged = shares.clone();
            this.asked = shares.clone();
        }

        void awaitAnswer() {
            try {
                if (!answered.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                    throw new IllegalStateException("the router does not answer an operator");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }

        @Override
        public void run() {
            try (AdminClient client = AdminClient.connect(uri)) {
                while (true) {
                    change(client, random.nextInt(VMS));
                    answers++;
                    answered.release();
                }
            } catch (StatusRuntimeException killed) {
                // The router is gone. It may have made the last change or not.
            }
        }

        private void change(AdminClient client, int vm) {
            if (random.nextInt(CLEARED) == 0) {
                asked[vm] = STANDARD;
                client.now().clearPolicy(ClearPolicyRequest.newBuilder().setVm(name(vm)).build());
            } else {
                asked[vm] = random.nextLong(STANDARD, 1_000_000);
                client.now()
                        .setPolicy(
                                SetPolicyRequest.newBuilder()
                                        .setVm(name(vm))
                                        .setGrant(Grant.newBuilder().setShare(asked[vm]))
                                        .build());
            }
            acknowledged[vm] = asked[vm];
        }
    }
}
