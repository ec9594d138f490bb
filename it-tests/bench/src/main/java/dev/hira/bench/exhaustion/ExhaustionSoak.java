package dev.hira.bench.exhaustion;

import dev.hira.admin.v1.VmUsage;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.VmBooks;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Attacks a router and a server with 512 MiB of heap each and default limits: one function of an
 * API after the other, each by a session that repeats it on several lanes, in an order that a seed
 * decides.
 *
 * <p>An attack passes when the attacker gets errors of its API at most, when router and server
 * live, when 99 of 100 rounds of two other guests take at most three times as long as beside a
 * guest that makes harmless calls at the same rate, and when nothing is left ten seconds after the
 * attacker has closed its session. Rounds that take less than a floor never count as disturbed: a
 * machine with two busy cores delays a round by as much.
 */
public final class ExhaustionSoak {
    private static final List<String> HEAP =
            List.of("-Xmx512m", "-XX:MaxDirectMemorySize=512m", "-XX:+ExitOnOutOfMemoryError");

    private static final String ATTACKER = "attacker";
    private static final Attack QUERY = Attack.of("cuStreamQuery/repeat");
    private static final Attack FINISH = Attack.of("clFinish/repeat");
    private static final Duration ATTACK = Duration.ofSeconds(2);
    private static final int SLOWER = 3;
    private static final int TRIES = 3;
    private static final Duration GONE = Duration.ofSeconds(10);
    private static final int MOST_FAILURES = 20;

    private final long seed;
    private final Plan plan;
    private final Consumer<String> out;
    private final List<String> failures = new ArrayList<>();
    private int attacks;
    private long calls;

    /**
     * What to attack.
     *
     * @param time how long to attack, at least once
     * @param from the number of the first attack in the seed's order
     * @param functions a regular expression of the attacks, such as {@code cuMem.*\/large}
     */
    public record Plan(Duration time, int from, String functions) {}

    /**
     * @param out receives a line for each attack
     */
    public ExhaustionSoak(long seed, Plan plan, Consumer<String> out) {
        this.seed = seed;
        this.plan = plan;
        this.out = out;
    }

    public int attacks() {
        return attacks;
    }

    public long calls() {
        return calls;
    }

    public List<String> failures() {
        return List.copyOf(failures);
    }

    /** Attacks for the time, or with everything. */
    public ExhaustionSoak run() {
        out.accept("seed " + seed);
        List<Attack> all = new ArrayList<>(Attack.all());
        Collections.shuffle(all, new Random(seed));
        List<Attack> chosen =
                all.stream()
                        .filter(attack -> attack.toString().matches(plan.functions()))
                        .skip(plan.from())
                        .toList();
        out.accept("%d attacks, of %d".formatted(chosen.size(), all.size()));
        long end = System.nanoTime() + plan.time().toNanos();
        int next = 0;
        while (next < chosen.size() && (next == 0 || more(end))) {
            next = onOneStack(chosen, next, end);
        }
        return this;
    }

    private boolean more(long end) {
        return System.nanoTime() < end && failures.size() < MOST_FAILURES;
    }

    /** Attacks until an attack succeeds; returns the number of the next attack. */
    private int onOneStack(List<Attack> chosen, int first, long end) {
        try (LocalStack stack =
                        LocalStack.start(
                                1,
                                HEAP,
                                List.of("--devices", "2", "--profile", "small"),
                                List.of());
                Computing computing = new Computing(stack.uri() + "?vm=computing");
                Victim computes = new Victim("the guest that computes", computing::round);
                Victim opens = new Victim("the guest that opens sessions", () -> open(stack));
                AttackProcess attacker = new AttackProcess(stack.uri() + "?vm=" + ATTACKER)) {
            for (Attack warmUp : List.of(QUERY, FINISH)) {
                if (chosen.stream().anyMatch(attack -> attack.api().equals(warmUp.api()))) {
                    warmUp(attacker, warmUp);
                }
            }
            List<ProcessState> before = states(stack);
            int next = first;
            while (next < chosen.size() && (next == first || more(end))) {
                Attack attack = chosen.get(next);
                Judgement judged = judge(stack, attacker, List.of(computes, opens), attack, before);
                out.accept("%d %s: %s".formatted(plan.from() + next, attack, judged.text()));
                attacks++;
                next++;
                if (!judged.failures().isEmpty()) {
                    judged.failures().forEach(failure -> failures.add(attack + ": " + failure));
                    return next;
                }
                before = judged.after();
            }
            return next;
        }
    }

    /** Lets the processes load their classes before they are compared. */
    private static void warmUp(AttackProcess attacker, Attack harmless) {
        String said =
                attacker.ask("attack %s 500 %d".formatted(harmless, harmless.shape().lanes()));
        List<String> wrong = new ArrayList<>();
        check(said, wrong);
        if (!wrong.isEmpty()) {
            throw new IllegalStateException("no guest can attack: " + wrong);
        }
    }

    /**
     * What came of an attack.
     *
     * @param text what the attacker says
     * @param after what the processes hold, when there are no failures
     */
    private record Judgement(String text, List<String> failures, List<ProcessState> after) {}

    private Judgement judge(
            LocalStack stack,
            AttackProcess attacker,
            List<Victim> victims,
            Attack attack,
            List<ProcessState> before) {
        List<String> wrong = new ArrayList<>();
        String text = "";
        for (int i = 0; i < TRIES; i++) {
            wrong.clear();
            victims.forEach(Victim::begin);
            long start = System.nanoTime();
            String said =
                    attacker.ask(
                            "attack %s %d %d"
                                    .formatted(attack, ATTACK.toMillis(), attack.shape().lanes()));
            double seconds = (System.nanoTime() - start) / 1e9;
            calls += AttackProcess.calls(said);
            text = "%.1f s, %s".formatted(seconds, said.replace('\t', ' '));
            check(said, wrong);
            long rate = (long) (AttackProcess.calls(said) / seconds);
            StringBuilder times = new StringBuilder();
            disturbed(attacker, victims, attack, rate, wrong, times);
            text += times;
            sound(stack, wrong);
            if (wrong.isEmpty() || !stack.router().isAlive() || !stack.server(0).isAlive()) {
                break;
            }
        }
        List<ProcessState> after = before;
        if (wrong.isEmpty()) {
            after = left(stack, before, wrong);
        }
        return new Judgement(text, List.copyOf(wrong), after);
    }

    /** Checks what the attacker got. */
    private static void check(String said, List<String> wrong) {
        if (said.contains("hung=") || said.contains("lost=")) {
            wrong.add("the attacker gets no error of its API: " + said);
        }
        if (said.contains("defect")) {
            wrong.add("the attacker finds a defect: " + said);
        }
    }

    private void disturbed(
            AttackProcess attacker,
            List<Victim> victims,
            Attack attack,
            long rate,
            List<String> wrong,
            StringBuilder times) {
        long[] p99 = new long[victims.size()];
        boolean compare = false;
        for (int i = 0; i < p99.length; i++) {
            p99[i] = p99(victims.get(i), wrong);
            times.append(", %d ms".formatted(p99[i] / 1_000_000));
            compare |= p99[i] > floor(i);
        }
        if (!compare || !wrong.isEmpty()) {
            return;
        }
        victims.forEach(Victim::begin);
        attacker.ask("quiet %s %d %d".formatted(attack.api().prefix(), ATTACK.toMillis(), rate));
        for (int i = 0; i < p99.length; i++) {
            long quiet = p99(victims.get(i), wrong);
            times.append(" (%d ms)".formatted(quiet / 1_000_000));
            if (p99[i] > Math.max(floor(i), SLOWER * quiet)) {
                wrong.add(
                        "%s: 99 of 100 rounds take %d ms; beside harmless calls, %d a second, %d ms"
                                .formatted(
                                        victims.get(i).name(),
                                        p99[i] / 1_000_000,
                                        rate,
                                        quiet / 1_000_000));
            }
        }
    }

    /** Returns the time of a round that never counts as disturbed. */
    private static long floor(int victim) {
        return Duration.ofMillis(victim == 0 ? 1_000 : 3_000).toNanos();
    }

    private static long p99(Victim victim, List<String> wrong) {
        try {
            return victim.p99();
        } catch (IllegalStateException e) {
            wrong.add(String.valueOf(e.getMessage()));
            return 0;
        }
    }

    private static void sound(LocalStack stack, List<String> wrong) {
        for (HiraProcess process : List.of(stack.router(), stack.server(0))) {
            if (!process.isAlive()) {
                wrong.add("a process died: " + process.output());
            } else if (process.output().contains("OutOfMemory")) {
                wrong.add("a process has no memory: " + process.output());
            }
        }
    }

    /** Returns what the processes hold when the attacker is gone. */
    private static List<ProcessState> left(
            LocalStack stack, List<ProcessState> before, List<String> wrong) {
        long deadline = System.nanoTime() + GONE.toNanos();
        while (true) {
            List<String> found = new ArrayList<>();
            VmUsage usage = VmBooks.usage(stack.adminUri(), ATTACKER, GONE);
            if (!VmBooks.isEmpty(usage)) {
                found.add("the router's books have of the attacker: " + usage);
            }
            List<ProcessState> after = states(stack);
            for (int i = 0; i < after.size(); i++) {
                before.get(i).grown(after.get(i)).ifPresent(found::add);
            }
            if (found.isEmpty() || System.nanoTime() > deadline) {
                wrong.addAll(found);
                return after;
            }
            BenchStack.await(500);
        }
    }

    private static List<ProcessState> states(LocalStack stack) {
        return List.of(
                ProcessState.of("the router", stack.router()),
                ProcessState.of("the server", stack.server(0)));
    }

    private static void open(LocalStack stack) {
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=opening")) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            cuda.cuMemFree(cuda.cuMemAlloc(4096));
            cuda.cuCtxSynchronize();
        }
    }
}
