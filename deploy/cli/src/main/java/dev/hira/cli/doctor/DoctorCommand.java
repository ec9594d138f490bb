package dev.hira.cli.doctor;

import dev.hira.base.CountText;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.ExitStatus;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.doctor.Finding.Level;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks an installation and explains what it finds. */
@Command(
        name = "doctor",
        description =
                "Check this machine and, if one is named, a certificate and a router: what was found,"
                        + " why it matters and what to do. Ends with 1 when something does not work.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = {
            "  hira doctor",
            "  hira doctor --admin hira+unix:///tmp/hira-admin.sock --uri hira+unix:///tmp/hira.sock",
            "  hira doctor --tls pki/router-r1",
            "  hira doctor -o json"
        })
public final class DoctorCommand implements Callable<Integer> {
    private final Host host;
    private final String version;

    @Mixin OperatorOptions operator = new OperatorOptions();

    @Option(
            names = "--uri",
            paramLabel = "URI",
            description = "A URI as guests use it; by default the environment variable HIRA_URI.")
    @Nullable String uri;

    /**
     * @param version of this program
     */
    public DoctorCommand(String version) {
        this(new LocalHost(), version);
    }

    DoctorCommand(Host host, String version) {
        this.host = host;
        this.version = version;
    }

    @Override
    public Integer call() {
        operator.requireNoNames();
        List<Finding> findings = new ArrayList<>(new HostChecks(host).all());
        CertificateChecks.folder(operator.identity(), host.environment().get("HIRA_TLS"))
                .ifPresent(
                        folder -> findings.addAll(new CertificateChecks(folder, host.now()).all()));
        if (operator.namesRouter()) {
            try (AdminClient admin = operator.connect()) {
                findings.addAll(ReachChecks.admin(admin, version, host.now()));
            }
        }
        String guest = uri != null ? uri : host.environment().getOrDefault("HIRA_URI", "");
        if (!guest.isBlank()) {
            findings.add(ReachChecks.guest(guest));
        }
        operator.show(findings, all -> print(all, operator.out()));
        return (count(findings, Level.PROBLEM) == 0 ? ExitStatus.DONE : ExitStatus.FAILED).code();
    }

    private static void print(List<Finding> findings, PrintWriter out) {
        for (Finding each : findings) {
            out.printf(Locale.ROOT, "%-8s %-16s %s%n", each.level(), each.check(), each.found());
            if (each.level() != Level.OK) {
                out.printf(Locale.ROOT, "%25s why: %s%n", "", each.why());
                out.printf(Locale.ROOT, "%25s do:  %s%n", "", each.advice());
            }
        }
        out.printf(
                "%s: %s, %s%n",
                CountText.of(findings.size(), "check"),
                CountText.of(count(findings, Level.PROBLEM), "problem"),
                CountText.of(count(findings, Level.WARNING), "warning"));
    }

    private static long count(List<Finding> findings, Level level) {
        return findings.stream().filter(each -> each.level() == level).count();
    }
}
