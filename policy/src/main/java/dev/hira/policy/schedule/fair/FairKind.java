package dev.hira.policy.schedule.fair;

import dev.hira.policy.schedule.Parameter;
import dev.hira.policy.schedule.SchedulerKind;
import java.util.List;

/** How operators select and set the {@link FairScheduler}. */
public final class FairKind {
    private FairKind() {}

    public static SchedulerKind kind() {
        return new SchedulerKind(
                FairScheduler.NAME,
                "weighted fair queuing of VMs, their tasks and sessions, by measured device time;"
                        + " the default",
                List.of(
                        new Parameter(
                                "lag",
                                Parameter.Type.DURATION,
                                "10ms",
                                "most service that one is owed who comes back"),
                        new Parameter(
                                "grace",
                                Parameter.Type.DURATION,
                                "20ms",
                                "for how long one who has nothing to do is still owed it"),
                        new Parameter(
                                "patience",
                                Parameter.Type.DURATION,
                                "1ms",
                                "for how long the device is kept for one about to come back"),
                        new Parameter(
                                "lead",
                                Parameter.Type.DURATION,
                                "300us",
                                "how long before the device would idle a command has to go"),
                        new Parameter(
                                "idle",
                                Parameter.Type.PERMILLE,
                                "50",
                                "the thousandths of its time that it may idle for that; 0: never")),
                given ->
                        new FairScheduler(
                                new FairSettings(
                                        given.get("lag"),
                                        given.get("grace"),
                                        given.get("patience"),
                                        given.get("lead"),
                                        Math.toIntExact(given.get("idle")))));
    }
}
