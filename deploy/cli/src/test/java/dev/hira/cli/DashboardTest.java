package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.hira.cli.testing.BusyStack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard's queries match the metrics that a busy router and server export. */
class DashboardTest {
    private static final Path DASHBOARD = Path.of("../dashboards/hira.json");
    private static final Pattern NAME = Pattern.compile("\\bhira_[a-z_]+");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(hira_[a-z_]+)(?:\\{(.*?)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");
    private static final Pattern MATCHER = Pattern.compile("(hira_[a-z_]+)\\{([^}]*)}");
    private static final Pattern MATCHED = Pattern.compile("(\\w+)\\s*(?:=~|!=|!~|=)");
    private static final Pattern GROUPED = Pattern.compile("\\bby \\(([^)]*)\\)");
    private static final Pattern SHOWN = Pattern.compile("\\{\\{(\\w+)}}");

    /** The labels that Prometheus itself adds. */
    private static final Set<String> OF_PROMETHEUS = Set.of("instance", "job");

    @TempDir private Path folder;

    private record Query(String expression, String legend) {}

    @Test
    void shouldAskOnlyForWhatIsExported() throws Exception {
        Map<String, Set<String>> exported = samples(BusyStack.scrape(folder));
        List<Query> queries = queries();
        Set<String> missing = new TreeSet<>();
        for (Query query : queries) {
            check(query, exported, missing);
        }
        assertThat(queries).hasSizeGreaterThan(20);
        assertThat(missing).isEmpty();
    }

    private static void check(Query query, Map<String, Set<String>> exported, Set<String> missing) {
        Set<String> labels = new HashSet<>(OF_PROMETHEUS);
        for (String name : all(NAME, query.expression())) {
            Set<String> known = exported.get(name);
            if (known == null) {
                missing.add(name);
            } else {
                labels.addAll(known);
            }
        }
        Matcher matchers = MATCHER.matcher(query.expression());
        while (matchers.find()) {
            Set<String> known = exported.getOrDefault(matchers.group(1), Set.of());
            all(MATCHED, matchers.group(2)).stream()
                    .filter(label -> !known.contains(label) && !OF_PROMETHEUS.contains(label))
                    .forEach(label -> missing.add(matchers.group(1) + "{" + label + "}"));
        }
        Set<String> used = new TreeSet<>(all(SHOWN, query.legend()));
        for (String group : all(GROUPED, query.expression())) {
            used.addAll(List.of(group.split(",\\s*")));
        }
        used.removeAll(labels);
        used.forEach(label -> missing.add(query.expression() + " has no label " + label));
    }

    private static List<String> all(Pattern pattern, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.groupCount() == 0 ? matcher.group() : matcher.group(1));
        }
        return found;
    }

    private static Map<String, Set<String>> samples(List<String> scrapes) {
        Map<String, Set<String>> found = new HashMap<>();
        for (String text : scrapes) {
            Matcher samples = SAMPLE.matcher(text);
            while (samples.find()) {
                String labels = samples.group(2) == null ? "" : samples.group(2);
                found.computeIfAbsent(samples.group(1), name -> new TreeSet<>())
                        .addAll(all(LABEL, labels));
            }
        }
        return found;
    }

    private static List<Query> queries() throws Exception {
        List<Query> queries = new ArrayList<>();
        JsonObject dashboard =
                JsonParser.parseString(Files.readString(DASHBOARD)).getAsJsonObject();
        for (JsonElement panel : dashboard.getAsJsonArray("panels")) {
            JsonArray targets = panel.getAsJsonObject().getAsJsonArray("targets");
            for (JsonElement target : targets == null ? new JsonArray() : targets) {
                queries.add(
                        new Query(
                                target.getAsJsonObject().get("expr").getAsString(),
                                target.getAsJsonObject().get("legendFormat").getAsString()));
            }
        }
        StreamSupport.stream(
                        dashboard
                                .getAsJsonObject("templating")
                                .getAsJsonArray("list")
                                .spliterator(),
                        false)
                .map(JsonElement::getAsJsonObject)
                .filter(v -> v.get("type").getAsString().equals("query"))
                .map(v -> v.getAsJsonObject("query").get("query").getAsString())
                .forEach(variable -> queries.add(new Query(variable, "")));
        return queries;
    }
}
