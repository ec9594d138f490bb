package dev.hira.policy.schedule.catalog;

import dev.hira.policy.rules.RuleBook;
import dev.hira.policy.schedule.HostCredits;
import dev.hira.policy.schedule.HostSchedule;
import dev.hira.policy.schedule.RuleScheduler;
import dev.hira.policy.schedule.Scheduler;
import dev.hira.policy.schedule.SchedulerKind;
import dev.hira.policy.schedule.SimpleKinds;
import dev.hira.policy.schedule.fair.FairKind;
import dev.hira.policy.schedule.turns.TurnKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The schedulers that operators can select by name. Immutable. */
public final class Schedulers {
    private final List<SchedulerKind> kinds;

    private Schedulers(List<SchedulerKind> kinds) {
        this.kinds = List.copyOf(kinds);
    }

    /**
     * Returns all schedulers that need only their gate and, for some of them, the CPU schedule.
     *
     * @param host the CPU schedule
     */
    public static Schedulers standard(HostSchedule host) {
        List<SchedulerKind> kinds = new ArrayList<>();
        kinds.add(FairKind.kind());
        kinds.addAll(SimpleKinds.all());
        kinds.addAll(TurnKinds.all(host));
        kinds.addAll(FairKinds.all());
        return new Schedulers(kinds);
    }

    /**
     * Returns all schedulers of a router.
     *
     * @param book the operator's rules, which the scheduler {@code rules} obeys
     */
    public static Schedulers builtIn(RuleBook book) {
        return standard(new HostCredits()).with(RuleScheduler.kind(book));
    }

    /** Returns these kinds and one more. */
    public Schedulers with(SchedulerKind kind) {
        List<SchedulerKind> more = new ArrayList<>(kinds);
        more.add(kind);
        return new Schedulers(more);
    }

    /** Returns all kinds, in the order in which they are shown. */
    public List<SchedulerKind> kinds() {
        return kinds;
    }

    /**
     * Creates a scheduler.
     *
     * @param name a name from {@link #kinds}
     * @param parameters its parameters as text, such as {@code "tick" → "30ms"}; missing ones have
     *     their defaults
     * @throws IllegalArgumentException when the name or a parameter is unknown, or a value is
     *     invalid; the message lists the choices
     */
    public Scheduler create(String name, Map<String, String> parameters) {
        for (SchedulerKind kind : kinds) {
            if (kind.name().equals(name)) {
                return kind.create(parameters);
            }
        }
        throw new IllegalArgumentException(
                "there is no scheduler '%s'; there are %s"
                        .formatted(
                                name,
                                kinds.stream()
                                        .map(SchedulerKind::name)
                                        .collect(Collectors.joining(", "))));
    }
}
