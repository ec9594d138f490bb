package dev.hira.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The alerts for Prometheus ask for metrics that exist, and each is tested both ways. */
final class AlertRulesTest {
    private static final Path FOLDER = Path.of("../alerts");
    private static final Path DOCUMENT = Path.of("../../docs/metrics.md");
    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)\n((?: {8}.*\n)+)");
    private static final Pattern NAME = Pattern.compile("\\bhira_[a-z_]+");

    /** Returns the settings of each alert, as they are written, by its name. */
    private static Map<String, String> alerts() throws IOException {
        Map<String, String> found = new TreeMap<>();
        Matcher alerts = ALERT.matcher(Files.readString(FOLDER.resolve("hira.rules.yaml")));
        while (alerts.find()) {
            found.put(alerts.group(1), alerts.group(2));
        }
        return found;
    }

    @Test
    void shouldAskOnlyForMetricsThatAreDocumentedAndSaySoInWords() throws Exception {
        String documented = Files.readString(DOCUMENT);
        assertThat(alerts()).hasSizeGreaterThan(10);
        alerts().forEach((alert, settings) -> {
            assertThat(settings).as(alert).contains("severity:", "summary:", "description:");
            NAME.matcher(settings)
                    .results()
                    .map(name -> name.group().replaceFirst("_bucket$", ""))
                    .forEach(name -> assertThat(documented).as(alert).contains("`" + name + "`"));
            assertThat(documented).contains("| " + alert + " |");
        });
    }

    @Test
    void shouldTestEachAlertOnceRaisedAndOnceNot() throws Exception {
        String tests = Files.readString(FOLDER.resolve("hira.tests.yaml"));
        for (String alert : alerts().keySet()) {
            assertThat(tests)
                    .contains("{alertname: " + alert + ", eval_time:")
                    .containsPattern("alertname: " + alert + "\n +eval_time: \\w+\n +exp_alerts:");
        }
    }

    @Test
    void shouldPassPrometheusOwnTests() throws Exception {
        if (!isInstalled()) {
            abort("NOT RUN: promtool is missing; install the Debian package 'prometheus'");
        }
        Process test =
                new ProcessBuilder("promtool", "test", "rules", "hira.tests.yaml")
                        .directory(FOLDER.toFile())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(test.getInputStream().readAllBytes(), UTF_8);
        assertThat(test.waitFor()).as(output).isZero();
    }

    private static boolean isInstalled() {
        return List.of(System.getenv("PATH").split(":")).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "promtool")));
    }
}
