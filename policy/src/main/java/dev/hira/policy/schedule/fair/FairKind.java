package dev.hira.policy.schedule.fair;

import dev.hira.policy.schedule.Parameter;
import dev.hira.policy.schedule.SchedulerKind;
import java.util.List;

/** The {@link FairScheduler} as operators select and set it. */
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
                                "most service owed to a VM that comes back"),
                        new Parameter(
                                "grace",
                                Parameter.Type.DURATION,
                                "20ms",
                                "time for which a VM without work keeps it"),
                        new Parameter(
                                "patience",
                                Parameter.Type.DURATION,
                                "1ms",
                                "time for which the device is kept free for a VM that is expected back"),
                        new Parameter(
                                "lead",
                                Parameter.Type.DURATION,
                                "300us",
                                "time before the device would idle at which a command must go"),
                        new Parameter(
                                "idle",
                                Parameter.Type.PERMILLE,
                                "50",
                                "thousandths of its time that the device may idle for that; 0: never")),
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
