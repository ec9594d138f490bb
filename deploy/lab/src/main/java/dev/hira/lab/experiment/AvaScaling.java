package dev.hira.lab.experiment;

import static dev.hira.lab.experiment.Units.MILLI;
import static dev.hira.lab.experiment.Units.SECOND;
import static dev.hira.lab.experiment.Units.percent;

import dev.hira.lab.experiment.Setup.Ran;
import dev.hira.lab.guest.Duration;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.measure.Fairness;
import dev.hira.lab.report.Chart;
import dev.hira.lab.report.Chart.Series;
import dev.hira.lab.report.Check;
import dev.hira.lab.report.Finding;
import dev.hira.lab.report.LabReport;
import dev.hira.lab.report.ReportTable;
import java.util.List;
import java.util.stream.IntStream;

/** AvA: from 1 to 16 VMs on one device. */
final class AvaScaling implements Experiment {
    private static final int[] VMS = {1, 2, 4, 8, 16};
    private static final long END = 4 * SECOND;

    @Override
    public String name() {
        return "ava-scaling";
    }

    @Override
    public String title() {
        return "From 1 to 16 VMs on one device (AvA)";
    }

    @Override
    public LabReport run(Options options) {
        ReportTable table =
                new ReportTable(
                        "Synchronous guests: 1 ms of kernel, 3 ms of thinking",
                        "VMs",
                        "iterations/s",
                        "device busy %",
                        "Jain",
                        "mean iteration ms");
        double[] counts = new double[VMS.length];
        double[] rates = new double[VMS.length];
        double[] jains = new double[VMS.length];
        for (int i = 0; i < VMS.length; i++) {
            Ran ran = run(VMS[i], options);
            counts[i] = VMS[i];
            rates[i] = iterations(ran, VMS[i]) / 4.0;
            jains[i] = jain(ran, VMS[i]);
            table.row(
                    VMS[i],
                    rates[i],
                    percent(ran.busy(0)),
                    jains[i],
                    ran.recorder().trace("g0").meanIteration() / MILLI);
        }
        return new LabReport(
                name(),
                title(),
                "AvA, section on scalability",
                "Guests that compute 3 ms between kernels of 1 ms leave the device to others; four"
                        + " of them fill it. Hira's default scheduler.",
                List.of(table),
                List.of(
                        new Chart(
                                "Iterations per second of all VMs",
                                "VMs",
                                "per second",
                                true,
                                List.of(new Series("fair", counts, rates)))),
                findings(rates, jains));
    }

    private static Ran run(int vms, Options options) {
        Setup setup = Setup.under("fair").seed(options.seed());
        for (int i = 0; i < vms; i++) {
            GuestWorkload guest =
                    GuestWorkload.synchronous("g" + i, Duration.millis(1))
                            .think(Duration.millis(3));
            setup.guest("vm" + i, guest);
        }
        return setup.run(END);
    }

    private static double iterations(Ran ran, int vms) {
        return IntStream.range(0, vms).map(i -> ran.recorder().trace("g" + i).iterations()).sum();
    }

    private static double jain(Ran ran, int vms) {
        return Fairness.jain(
                IntStream.range(0, vms).mapToDouble(i -> ran.time("vm" + i, 0)).toArray());
    }

    private static List<Finding> findings(double[] rates, double[] jains) {
        double fall = 0;
        for (int i = 1; i < rates.length; i++) {
            fall = Math.max(fall, 100 * (1 - rates[i] / rates[i - 1]));
        }
        return List.of(
                Finding.published(
                        "Throughput grows with the VMs until the device is full, and does not fall"
                                + " behind that.",
                        Check.atLeast("2 VMs have", rates[1] / rates[0], 1.9, "times that of one"),
                        Check.atLeast("4 have", rates[2] / rates[1], 1.5, "times that of 2"),
                        Check.atMost("largest fall from a number to the next", fall, 5, "%")),
                Finding.goal("16 VMs share alike.", Check.atLeast("Jain", jains[4], 0.999, "")));
    }
}
