package dev.hira.policy.schedule.catalog;

import dev.hira.policy.schedule.Arguments;
import dev.hira.policy.schedule.Parameter;
import dev.hira.policy.schedule.RateControl;
import dev.hira.policy.schedule.Scheduler;
import dev.hira.policy.schedule.SchedulerKind;
import dev.hira.policy.schedule.ShareWindowScheduler;
import dev.hira.policy.schedule.sampling.DisengagedFairScheduler;
import dev.hira.policy.schedule.sampling.HybridScheduler;
import dev.hira.policy.schedule.sampling.NestedScheduler;
import dev.hira.policy.schedule.sampling.SamplingSettings;
import dev.hira.policy.schedule.sampling.TwoLevelScheduler;
import java.util.ArrayList;
import java.util.List;

/** The schedulers that account for device time: those of AvA, of NEON and of its hierarchies. */
final class FairKinds {
    private static final Parameter WINDOW =
            Parameter.duration("window", "500ms", "interval over which a VM's use is measured");
    private static final List<Parameter> SAMPLING =
            List.of(
                    Parameter.duration(
                            "sample", "5ms", "slice in which one unit is measured alone"),
                    Parameter.duration(
                            "freerun", "25ms", "time for which all units submit unmeasured"),
                    Parameter.number("enough", "32", "kernels after which a sample ends"),
                    Parameter.duration("threshold", "25ms", "lead beyond which a unit is blocked"),
                    Parameter.duration("linger", "1ms", "time for which an idle unit is sampled"));

    private FairKinds() {}

    static List<SchedulerKind> all() {
        return List.of(
                new SchedulerKind(
                        "wfq-fixed",
                        "postpones VMs over their share by a fixed delay (AvA)",
                        List.of(
                                WINDOW,
                                Parameter.duration(
                                        "delay", "5ms", "delay until the VM is reconsidered")),
                        a -> shareWindow("wfq-fixed", a, new RateControl.Fixed(a.get("delay")))),
                new SchedulerKind(
                        "wfq-feedback",
                        "postpones VMs over their share by a growing delay (AvA)",
                        List.of(
                                WINDOW,
                                Parameter.duration("step", "1ms", "growth of the delay"),
                                Parameter.duration("most", "100ms", "longest delay")),
                        a ->
                                shareWindow(
                                        "wfq-feedback",
                                        a,
                                        new RateControl.Feedback(a.get("step"), a.get("most")))),
                new SchedulerKind(
                        "disengaged-fair",
                        "fair among tasks by sampling (NEON)",
                        SAMPLING,
                        a -> new DisengagedFairScheduler(sampling(a))),
                new SchedulerKind(
                        "two-level",
                        "fair among VMs, then among their tasks, by sampling",
                        SAMPLING,
                        a -> new TwoLevelScheduler(sampling(a))),
                new SchedulerKind(
                        "nested",
                        "fair by sampling, one scheduler for VMs and one inside each",
                        nested(),
                        a -> new NestedScheduler(sampling(a), inner(a))),
                new SchedulerKind(
                        "hybrid",
                        "fair among VMs by sampling; each guest orders its own tasks",
                        SAMPLING,
                        a -> new HybridScheduler(sampling(a))));
    }

    private static List<Parameter> nested() {
        List<Parameter> all = new ArrayList<>(SAMPLING);
        all.add(Parameter.duration("inner-sample", "1ms", "as sample, inside a VM"));
        all.add(Parameter.duration("inner-freerun", "1ms", "as freerun, inside a VM"));
        return all;
    }

    private static Scheduler shareWindow(String name, Arguments arguments, RateControl control) {
        return new ShareWindowScheduler(name, arguments.get("window"), control);
    }

    private static SamplingSettings sampling(Arguments a) {
        return new SamplingSettings(
                a.get("sample"),
                a.get("freerun"),
                a.get("enough"),
                a.get("threshold"),
                a.get("linger"));
    }

    private static SamplingSettings inner(Arguments a) {
        long freerun = a.get("inner-freerun");
        long sample = a.get("inner-sample");
        return new SamplingSettings(
                sample, freerun, a.get("enough"), freerun, Math.max(1, sample / 5));
    }
}
