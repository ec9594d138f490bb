package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.Arguments;
import dev.hira.policy.schedule.HostSchedule;
import dev.hira.policy.schedule.Parameter;
import dev.hira.policy.schedule.SchedulerKind;
import java.util.List;

/** The schedulers that give one VM at a time a turn: those of GViM and Pegasus, and time slices. */
public final class TurnKinds {
    private static final Parameter TICK =
            Parameter.duration("tick", "30ms", "unit of a turn's length");
    private static final Parameter LINGER =
            Parameter.duration(
                    "linger",
                    "1ms",
                    "time for which an empty queue keeps its turn while others wait");
    private static final Parameter SCAN =
            Parameter.duration("scan", "1s", "interval at which VMs are examined");
    private static final Parameter MOST = Parameter.number("most", "64", "most ticks of one turn");
    private static final Parameter WAIT =
            Parameter.duration("wait", Parameter.NONE, "longest mean wait of a VM's requests");
    private static final Parameter SLICE =
            Parameter.duration("slice", "30ms", "time for which a VM has the device alone");
    private static final List<Parameter> TURNS = List.of(TICK, LINGER);
    private static final List<Parameter> CREDITS = List.of(TICK, LINGER, SCAN, MOST);

    private TurnKinds() {}

    public static List<SchedulerKind> all(HostSchedule host) {
        return List.of(
                new SchedulerKind(
                        "round-robin",
                        "equal turns (GViM)",
                        TURNS,
                        a -> new RoundRobinScheduler(turns(a))),
                new SchedulerKind(
                        "credit",
                        "turns in proportion to credits (GViM's XenoCredit)",
                        CREDITS,
                        a -> new CreditScheduler(credits(a))),
                new SchedulerKind(
                        "acc-credit",
                        "turns by accelerator credits (Pegasus)",
                        CREDITS,
                        a -> new AccCreditScheduler(credits(a))),
                new SchedulerKind(
                        "xeno-credit",
                        "turns by CPU credits (Pegasus)",
                        CREDITS,
                        a -> new XenoCreditScheduler(credits(a), host)),
                new SchedulerKind(
                        "co-sched",
                        "the accelerator follows the CPU (Pegasus)",
                        TURNS,
                        a -> new CoScheduler(turns(a), host)),
                new SchedulerKind(
                        "aug-c",
                        "credits of CPU and accelerator added up (Pegasus)",
                        TURNS,
                        a -> new AugmentedCreditScheduler(turns(a), host)),
                new SchedulerKind(
                        "sla",
                        "turns by credits, corrected until reservations are kept (Pegasus)",
                        List.of(TICK, LINGER, SCAN, MOST, WAIT),
                        a -> new SlaScheduler(new SlaSettings(credits(a), a.get("wait")))),
                new SchedulerKind(
                        "timeslice",
                        "exclusive slices, passed on when idle (NEON, engaged)",
                        List.of(SLICE, LINGER),
                        a ->
                                TimesliceScheduler.engaged(
                                        new TurnSettings(a.get("slice"), a.get("linger")))),
                new SchedulerKind(
                        "timeslice-disengaged",
                        "exclusive slices, kept to the end (NEON, disengaged)",
                        List.of(SLICE),
                        a -> TimesliceScheduler.disengaged(a.get("slice"))));
    }

    private static TurnSettings turns(Arguments arguments) {
        return new TurnSettings(arguments.get("tick"), arguments.get("linger"));
    }

    private static CreditSettings credits(Arguments arguments) {
        return new CreditSettings(turns(arguments), arguments.get("scan"), arguments.get("most"));
    }
}
