package dev.hira.images;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
            if (List.of("router", "api-server").contains(image(service))) {
                List<String> command = new ArrayList<>(List.of(image(service)));
                command.addAll(texts(service, "command"));
                Main.commandLine(image(service)).parseArgs(command.toArray(String[]::new));
                checked++;
            }
        }
        assertThat(checked).isEqualTo(3);
    }

    @Test
    void shouldCheckTheHealthOfEachServingProcessAtAnAddressOfItsOwn() throws IOException {
        for (Map<?, ?> service : services().values()) {
            if (!at(service, "environment").containsKey("HIRA_HEALTH")) {
                assertThat(image(service)).isIn("guest", "hira");
            } else {
                assertThat(texts(service, "command"))
                        .contains(String.valueOf(at(service, "environment").get("HIRA_HEALTH")));
            }
        }
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
            if (at >= 0) {
                offered.add(command.get(at + 1).replace("http://", ""));
            }
        }
        Map<?, ?> job = first(read("containers/prometheus.yaml"), "scrape_configs");
        Map<?, ?> targets = first(job, "static_configs");
        assertThat(texts(targets, "targets")).containsExactlyInAnyOrderElementsOf(offered);
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
                .hasSize(4)
                .allSatisfy(file -> {
                    assertThat(DEPLOY.resolve(file).normalize()).exists();
                });
    }

    @Test
    void shouldHaveAContainerfileWithTheSameImages() throws IOException {
        List<String> lines = Files.readAllLines(DEPLOY.resolve("containers/Containerfile"), UTF_8);
        for (Image image : Image.all()) {
            assertThat(lines)
                    .anyMatch(line ->
                            line.startsWith("FROM ") && line.endsWith(" AS " + image.name()));
            String main = image.command().getLast();
            assertThat(lines).anyMatch(line -> line.contains('"' + main + '"'));
        }
    }
}
