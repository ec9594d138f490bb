package dev.hira.lab.scenario;

import dev.hira.lab.measure.Fairness;
import dev.hira.lab.measure.Recorder;
import dev.hira.lab.measure.Trace;
import dev.hira.lab.report.LabReport;
import dev.hira.lab.report.ReportTable;
import dev.hira.lab.scenario.Scenario.Candidate;
import dev.hira.lab.scenario.Scenario.Guest;
import dev.hira.lab.scenario.Scenario.Vm;
import dev.hira.lab.world.Policies;
import dev.hira.lab.world.World;
import dev.hira.lab.world.WorldPlan;
import dev.hira.policy.model.GrantBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Runs a scenario under each of its schedulers and compares what its VMs got. */
public final class SchedulerComparison {
    /** What the columns mean; the sentences stand above the tables. */
    private static final String METHOD =
            "The scenario under each scheduler, in virtual time. Device time is the part of one device's"
                    + " time, after the time to warm up; kernels and copies run at the same time, so the"
                    + " parts may add up to more than 100 %, and to more than the time in which a device"
                    + " was busy. An iteration is one round of a guest's work, from its first copy or"
                    + " launch to its last answer, without thinking; mean, p50 and p99 are of these times."
                    + " Jain is Jain's index of the VMs' device times (1: equal), by share that of their"
                    + " device times divided by their shares.";

    private final Scenario scenario;
    private final String source;

    /**
     * @param source the scenario's file
     */
    public SchedulerComparison(Scenario scenario, String source) {
        this.scenario = scenario;
        this.source = source;
    }

    /** Runs the scenario. */
    public LabReport run() {
        ReportTable overview =
                new ReportTable(
                        "The schedulers", "scheduler", "device busy %", "Jain", "Jain by share");
        List<ReportTable> tables = new ArrayList<>(List.of(overview));
        for (Candidate candidate : scenario.schedulers()) {
            try (World world = world(candidate)) {
                world.run(scenario.nanos());
                tables.add(table(candidate, world, overview));
            }
        }
        return new LabReport(
                scenario.name(), scenario.name(), source, METHOD, tables, List.of(), List.of());
    }

    private World world(Candidate candidate) {
        Map<String, UnaryOperator<GrantBuilder>> grants = new LinkedHashMap<>();
        scenario.vms().forEach(vm -> grants.put(vm.name(), standard -> vm.grant().edit()));
        World world =
                new World(
                        new WorldPlan(
                                scenario.servers(),
                                scenario.devices(),
                                scenario.profile(),
                                scenario.costs(),
                                Policies.tenants(
                                        candidate.scheduler(), candidate.parameters(), grants),
                                scenario.seed()));
        for (Vm vm : scenario.vms()) {
            for (Guest guest : vm.guests()) {
                world.add(vm.name(), guest.task(), guest.rank(), guest.workload());
            }
        }
        return world;
    }

    private ReportTable table(Candidate candidate, World world, ReportTable overview) {
        Recorder recorder = world.recorder();
        double span = scenario.nanos() - scenario.warm();
        double[] times =
                scenario.vms().stream().mapToDouble(vm -> time(recorder, vm.name())).toArray();
        double all = java.util.Arrays.stream(times).sum();
        double[] byShare = new double[times.length];
        ReportTable table =
                new ReportTable(
                        "Scheduler " + candidate.scheduler(),
                        "VM",
                        "device time %",
                        "of all work %",
                        "iterations/s",
                        "mean ms",
                        "p50 ms",
                        "p99 ms",
                        "refused");
        for (int i = 0; i < times.length; i++) {
            Vm vm = scenario.vms().get(i);
            byShare[i] = times[i] / vm.grant().share();
            Trace trace = merged(recorder, vm);
            table.row(
                    vm.name(),
                    100 * times[i] / span,
                    all == 0 ? 0.0 : 100 * times[i] / all,
                    trace.iterations() * 1e9 / scenario.nanos(),
                    trace.meanIteration() / 1e6,
                    trace.iteration(0.5) / 1e6,
                    trace.iteration(0.99) / 1e6,
                    trace.refusals());
        }
        double busy =
                world.devices().stream()
                        .mapToDouble(d -> recorder.busy(d, scenario.warm(), scenario.nanos()))
                        .average()
                        .orElse(0);
        overview.row(
                candidate.scheduler(), 100 * busy, Fairness.jain(times), Fairness.jain(byShare));
        return table;
    }

    private double time(Recorder recorder, String vm) {
        return recorder.knows(vm) ? recorder.trace(vm).time(scenario.warm(), scenario.nanos()) : 0;
    }

    /** Returns the iterations of all guests of a VM. */
    private static Trace merged(Recorder recorder, Vm vm) {
        Trace all = new Trace();
        vm.guests().forEach(guest -> all.add(recorder.trace(guest.workload().name())));
        return all;
    }
}
