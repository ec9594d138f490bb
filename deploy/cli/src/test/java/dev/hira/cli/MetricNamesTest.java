package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.testing.BusyStack;
import dev.hira.router.judge.DownPath.Hold;
import dev.hira.router.meter.RouterMeters;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every metric of a router and a server has a help text, a unit, and a row in the document. */
final class MetricNamesTest {
    private static final Path DOCUMENT = Path.of("../../docs/metrics.md");
    private static final String WITHOUT_UNIT = "These metrics have no unit";
    private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (\\S+) \\w+$");
    private static final Pattern HELP = Pattern.compile("(?m)^# HELP (\\S+) (\\S.*)$");
    private static final Pattern UNIT =
            Pattern.compile(".*_(seconds|bytes)(_total|_created|_max)?|.*_info");
    private static final Pattern OTHER_UNIT =
            Pattern.compile("_(ns|nanos|nanoseconds|us|micros|ms|millis|milliseconds)(_|$)");
    private static final Pattern REASON =
            Pattern.compile(
                    "new (?:Admission\\.)?(?:Delay|Deny|CommandRefusal)\\(\\s*\"([a-z:]+)\"");
    private static final Pattern NAME = Pattern.compile("`(hira_[a-z_]+)`");

    @TempDir private static Path folder;

    /** The help of each metric; empty for none. */
    private static final Map<String, String> EXPORTED = new TreeMap<>();

    @BeforeAll
    static void scrape() throws Exception {
        List<String> texts = new ArrayList<>(BusyStack.scrape(folder));
        texts.add(allOfRouter());
        for (String text : texts) {
            Matcher types = TYPE.matcher(text);
            while (types.find()) {
                EXPORTED.put(types.group(1), "");
            }
        }
        for (String text : texts) {
            Matcher helps = HELP.matcher(text);
            while (helps.find()) {
                EXPORTED.put(helps.group(1), helps.group(2));
            }
        }
    }

    /** Returns the metrics that a router exports once it has had reason to. */
    private static String allOfRouter() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        RouterMeters meters = new RouterMeters(registry);
        meters.refused("quota");
        meters.delayed("rate");
        meters.ended("normal");
        meters.rejected("exhausted");
        meters.memory("used");
        meters.rebuild("rebuilt");
        meters.checkpoint("kept");
        meters.rebalanced("moved");
        return registry.scrape();
    }

    @Test
    void shouldExplainEveryMetric() {
        assertThat(EXPORTED).hasSizeGreaterThan(40);
        assertThat(EXPORTED).allSatisfy((name, help) -> assertThat(help).as(name).isNotBlank());
    }

    @Test
    void shouldNameTheUnitOrListTheMetricAsOneWithoutUnit() throws Exception {
        Set<String> listed = new HashSet<>();
        for (String paragraph : Files.readString(DOCUMENT).split("\n\n")) {
            if (paragraph.startsWith(WITHOUT_UNIT)) {
                listed.addAll(names(paragraph));
            }
        }
        Set<String> unitless = new TreeSet<>();
        for (String name : ofHira()) {
            if (!UNIT.matcher(name).matches()) {
                unitless.add(name);
            }
        }
        assertThat(unitless).isEqualTo(new TreeSet<>(listed));
    }

    @Test
    void shouldNameEveryMetricThatIsNotInSecondsOrBytes() throws Exception {
        String document = Files.readString(DOCUMENT);
        List<String> others =
                EXPORTED.keySet().stream().filter(name -> OTHER_UNIT.matcher(name).find()).toList();
        assertThat(others)
                .contains("process_cpu_time_ns_total")
                .allSatisfy(name -> assertThat(document).contains('`' + name + '`'));
    }

    @Test
    void shouldDocumentEveryMetric() throws Exception {
        Set<String> documented = names(Files.readString(DOCUMENT));
        assertThat(documented).containsAll(ofHira());
    }

    /** The sources say for which reasons commands wait or are refused. */
    @Test
    void shouldDocumentEveryReason() throws Exception {
        Set<String> reasons = new TreeSet<>();
        for (String module : List.of("policy", "router")) {
            try (Stream<Path> files = Files.walk(Path.of("../..", module, "src/main/java"))) {
                for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    REASON.matcher(Files.readString(file))
                            .results()
                            .forEach(found -> reasons.add(found.group(1)));
                }
            }
        }
        for (Hold hold : Hold.values()) {
            reasons.add(hold.reason());
        }
        assertThat(reasons).contains("rate:", "rule", "quota", "cap", "work", "call", "paused");
        String document = Files.readString(DOCUMENT);
        assertThat(reasons).allSatisfy(reason -> assertThat(document).contains("`" + reason));
    }

    @Test
    void shouldTellOfTheBuildAndTheJvm() {
        assertThat(EXPORTED)
                .containsKeys(
                        "hira_build_info",
                        "jvm_memory_used_bytes",
                        "jvm_threads_live_threads",
                        "process_uptime_seconds");
    }

    private static Set<String> ofHira() {
        Set<String> names = new TreeSet<>(EXPORTED.keySet());
        names.removeIf(name -> !name.startsWith("hira_"));
        return names;
    }

    private static Set<String> names(String text) {
        Set<String> names = new HashSet<>();
        NAME.matcher(text).results().forEach(found -> names.add(found.group(1)));
        return names;
    }
}
