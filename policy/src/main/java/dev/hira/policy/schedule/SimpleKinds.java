package dev.hira.policy.schedule;

import java.util.List;

/** The schedulers without a memory. */
public final class SimpleKinds {
    private SimpleKinds() {}

    public static List<SchedulerKind> all() {
        return List.of(
                new SchedulerKind(
                        "none",
                        "first come first served",
                        List.of(),
                        arguments -> new FirstComeScheduler()),
                new SchedulerKind(
                        "priority",
                        "strict priority",
                        List.of(),
                        arguments -> new PriorityScheduler()),
                new SchedulerKind(
                        "deadline",
                        "earliest deadline first",
                        List.of(),
                        arguments -> new DeadlineScheduler()));
    }
}
