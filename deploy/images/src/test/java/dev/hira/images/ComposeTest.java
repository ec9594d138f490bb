package dev.hira.images;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.hira.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** {@code deploy/compose.yaml} fits the images, the command line and the files beside it. */
final class ComposeTest {
    private static final Path DEPLOY = Path.of("..").toAbsolutePath().normalize();
    private static final String OURS = "localhost/hira-";

    private static Map<?, ?> read(String file) throws IOException {
        return new Yaml().load(Files.readString(DEPLOY.resolve(file), UTF_8));
    }

    private static Map<?, ?> at(Map<?, ?> map, String key) {
        return map.get(key) instanceof Map<?, ?> found ? found : Map.of();
    }

    /** Returns the first element of a list of maps. */
    private static Map<?, ?> first(Map<?, ?> map, String key) {
        return map.get(key) instanceof List<?> found && found.getFirst() instanceof Map<?, ?> first
                ? first
                : Map.of();
    }

    private static List<String> texts(Map<?, ?> map, String key) {
        return map.get(key) instanceof List<?> found
                ? found.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Returns Hira's own services: the name of the image without tag, and the service. */
    private static Map<String, Map<?, ?>> services() throws IOException {
        Map<String, Map<?, ?>> services = new TreeMap<>();
        at(read("compose.yaml"), "services")
                .forEach((name, service) -> {
                    if (String.valueOf(((Map<?, ?>) service).get("image")).startsWith(OURS)) {
                        services.put(String.valueOf(name), (Map<?, ?>) service);
                    }
                });
        return services;
    }

    private static String image(Map<?, ?> service) {
        String image = String.valueOf(service.get("image")).substring(OURS.length());
        return image.substring(0, image.indexOf(':'));
    }

    @Test
    void shouldUseImagesThatAreBuilt() throws IOException {
        assertThat(services().values().stream().map(ComposeTest::image).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        Image.all().stream().map(Image::name).toList());
    }

    @Test
    void shouldGiveProcessesArgumentsThatTheyUnderstand() throws IOException {
        int checked = 0;
        for (Map<?, ?> service : services().values()) {
            List<String> command = new ArrayList<>();
            if (List.of("router", "api-server").contains(image(service))) {
                command.add(image(service));
            }
            command.addAll(texts(service, "command"));
            if (!image(service).equals("guest") && !command.isEmpty()) {
                Main.commandLine(command.getFirst()).parseArgs(command.toArray(String[]::new));
                checked++;
            }
        }
        assertThat(checked).isEqualTo(4);
    }

    @Test
    void shouldCheckTheHealthOfEachServingProcessAtAnAddressOfItsOwn() throws IOException {
        for (Map<?, ?> service : services().values()) {
            for (Image image : Image.all()) {
                if (!image.health().isEmpty() && image.name().equals(image(service))) {
                    assertThat(at(service, "environment").containsKey("HIRA_HEALTH")).isFalse();
                    assertThat(texts(service, "command"))
                            .contains(String.valueOf(image.environment().get("HIRA_HEALTH")));
                }
            }
        }
    }

    @Test
    void shouldUseTlsForEveryConnectionBetweenContainers() throws IOException {
        assertThat(Files.readString(DEPLOY.resolve("compose.yaml")))
                .doesNotContain("hira://", "allow-unauthenticated-network");
    }

    /** Returns what {@code pki} issues: the folder of each identity, and the host in it. */
    private static Map<String, String> issued() throws IOException {
        Map<String, String> issued = new TreeMap<>();
        for (String holder : texts(service("pki"), "command")) {
            if (holder.matches("(server|router|vm)/.*")) {
                String[] parts = holder.replace('/', '-').split("@", 2);
                issued.put(parts[0], parts.length == 1 ? "" : parts[1]);
            }
        }
        return issued;
    }

    private static Map<?, ?> service(String name) throws IOException {
        Map<?, ?> service = services().get(name);
        assertThat(service).as(name).isNotNull();
        return service == null ? Map.of() : service;
    }

    /** Returns the volumes of a service by the folders where they are mounted. */
    private static Map<String, String> volumes(Map<?, ?> service) {
        Map<String, String> volumes = new TreeMap<>();
        texts(service, "volumes")
                .forEach(volume -> {
                    String[] parts = volume.split(":");
                    volumes.put(parts[1], parts[0]);
                });
        return volumes;
    }

    @Test
    void shouldGiveEachProcessItsOwnIdentityAndNoOther() throws IOException {
        Map<String, String> issued = issued();
        Map<String, String> byFolder = volumes(service("pki"));
        for (Map.Entry<String, Map<?, ?>> service : services().entrySet()) {
            if (List.of("pki", "hira").contains(service.getKey())) {
                continue;
            }
            Map<String, String> mounted = volumes(service.getValue());
            String identity =
                    issued.keySet().stream()
                            .filter(name ->
                                    String.valueOf(byFolder.get("/pki/" + name))
                                            .equals(mounted.get("/identity")))
                            .findFirst()
                            .orElse("");
            assertThat(identity).endsWith("-" + service.getKey());
            assertThat(mounted.values())
                    .doesNotContain("authority")
                    .filteredOn(byFolder::containsValue)
                    .containsOnlyOnceElementsOf(List.of(service.getKey()))
                    .isSubsetOf(service.getKey(), "metrics");
            assertThat(texts(service.getValue(), "command"))
                    .filteredOn(argument -> argument.startsWith("hira+tls://"))
                    .filteredOn(argument -> argument.contains("//" + service.getKey() + "-"))
                    .allSatisfy(own -> assertThat(own).contains("//" + issued.get(identity)));
        }
        assertThat(issued).hasSize(5);
    }

    @Test
    void shouldRunEveryProcessWithoutRights() throws IOException {
        assertThat(services().values())
                .isNotEmpty()
                .allSatisfy(service -> {
                    assertThat(service.get("read_only")).isEqualTo(true);
                    assertThat(texts(service, "cap_drop")).containsExactly("ALL");
                    assertThat(texts(service, "security_opt")).contains("no-new-privileges:true");
                    assertThat(service.containsKey("mem_limit")).isTrue();
                });
    }

    @Test
    void shouldLetGuestsReachTheRouterOnly() throws IOException {
        assertThat(at(at(read("compose.yaml"), "networks"), "guests").get("internal"))
                .isEqualTo(true);
        for (Map.Entry<String, Map<?, ?>> service : services().entrySet()) {
            boolean amongGuests =
                    texts(service.getValue(), "networks").contains("guests")
                            || at(service.getValue(), "networks").containsKey("guests");
            assertThat(amongGuests)
                    .as(service.getKey())
                    .isEqualTo(List.of("guest", "router").contains(image(service.getValue())));
        }
    }

    @Test
    void shouldScrapeEveryProcessThatHasMetrics() throws IOException {
        TreeSet<String> offered = new TreeSet<>();
        for (Map<?, ?> service : services().values()) {
            List<String> command = texts(service, "command");
            int at = command.indexOf("--metrics");
            if (at >= 0 && command.get(at + 1).startsWith("http://")) {
                offered.add(command.get(at + 1).replace("http://", ""));
            }
        }
        Map<?, ?> job = first(read("containers/prometheus.yaml"), "scrape_configs");
        Map<?, ?> targets = first(job, "static_configs");
        assertThat(texts(targets, "targets")).containsExactlyInAnyOrderElementsOf(offered);
    }

    @Test
    void shouldLoadTheAlertsIntoPrometheus() throws IOException {
        List<String> mounted =
                texts(at(at(read("compose.yaml"), "services"), "prometheus"), "volumes");
        assertThat(texts(read("containers/prometheus.yaml"), "rule_files"))
                .singleElement()
                .satisfies(file ->
                        assertThat(mounted).contains("./alerts/hira.rules.yaml:" + file + ":ro"));
    }

    /** The names are those of Grafana's documentation; Grafana ignores others without a word. */
    @Test
    void shouldProvisionGrafanaWithTheDashboardAndTheSourceOfItsData() throws IOException {
        Map<?, ?> services = at(read("compose.yaml"), "services");
        Map<?, ?> grafana = at(services, "grafana");
        Map<String, String> folders = new TreeMap<>();
        texts(grafana, "volumes").forEach(v -> folders.put(v.split(":")[0], v.split(":")[1]));

        Map<?, ?> source = first(read("containers/grafana/datasources.yaml"), "datasources");
        assertThat(folders.get("./containers/grafana/datasources.yaml"))
                .startsWith("/etc/grafana/provisioning/datasources/")
                .endsWith(".yaml");
        assertThat(read("containers/grafana/datasources.yaml").get("apiVersion")).isEqualTo(1);
        assertThat(source.get("type")).isEqualTo("prometheus");
        assertThat(source.get("isDefault")).isEqualTo(true);
        assertThat(source.get("url")).isEqualTo("http://prometheus:9090");
        assertThat(texts(at(services, "prometheus"), "networks"))
                .containsAll(texts(grafana, "networks"));

        Map<?, ?> provider = first(read("containers/grafana/dashboards.yaml"), "providers");
        assertThat(folders.get("./containers/grafana/dashboards.yaml"))
                .startsWith("/etc/grafana/provisioning/dashboards/")
                .endsWith(".yaml");
        assertThat(read("containers/grafana/dashboards.yaml").get("apiVersion")).isEqualTo(1);
        assertThat(provider.get("type")).isEqualTo("file");
        Object path = at(provider, "options").get("path");
        assertThat(path).isEqualTo(folders.get("./dashboards"));
        assertThat(at(grafana, "environment").get("GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"))
                .isEqualTo(path + "/hira.json");
        JsonObject dashboard =
                JsonParser.parseString(Files.readString(DEPLOY.resolve("dashboards/hira.json")))
                        .getAsJsonObject();
        assertThat(dashboard.keySet())
                .contains("uid", "title", "schemaVersion", "panels", "templating", "time")
                .doesNotContain("__inputs", "__requires");
    }

    @Test
    void shouldMountFilesThatExist() throws IOException {
        List<String> mounted = new ArrayList<>();
        at(read("compose.yaml"), "services")
                .values()
                .forEach(service -> {
                    texts((Map<?, ?>) service, "volumes").stream()
                            .filter(volume -> volume.startsWith("."))
                            .forEach(volume -> mounted.add(volume.split(":")[0]));
                });
        assertThat(mounted)
                .hasSize(5)
                .allSatisfy(file -> {
                    assertThat(DEPLOY.resolve(file).normalize()).exists();
                });
    }

    @Test
    void shouldHaveAContainerfileWithTheSameImages() throws IOException {
        List<String> lines = Files.readAllLines(DEPLOY.resolve("containers/Containerfile"), UTF_8);
        List<Image> images = new ArrayList<>(Image.all());
        images.add(Image.withCompiler());
        for (Image image : images) {
            assertThat(lines)
                    .anyMatch(line ->
                            line.startsWith("FROM ") && line.endsWith(" AS " + image.name()));
            String main = image.command().getLast();
            assertThat(lines).anyMatch(line -> line.contains('"' + main + '"'));
        }
    }
}
