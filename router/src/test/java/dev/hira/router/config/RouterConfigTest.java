package dev.hira.router.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RouterConfigTest {
    private static RouterConfig read(String text) {
        return RouterConfig.from(ConfigFactory.parseString("hira.router { " + text + " }"));
    }

    @Test
    void shouldHaveADefaultForEverything() {
        RouterConfig config = RouterConfig.from(ConfigFactory.empty());
        assertThat(config.limits().frameBytes()).isEqualTo(16 << 20);
        assertThat(config.timeouts().drain()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.auth().mode()).isEqualTo(AuthConfig.Mode.OPEN);
        assertThat(config.servers()).isEmpty();
    }

    @Test
    void shouldReadServersAndListenersInBothForms() {
        RouterConfig config =
                read(
                        "servers = [\"hira://h:1\", {name = rack, uri = \"hira+unix:///x\"}],"
                                + " listen = [\"hira://localhost:2\", {uri = \"hira+unix:///y\", vm = red}]");
        assertThat(config.servers())
                .extracting(ServerAddress::name)
                .containsExactly("hira://h:1", "rack");
        assertThat(config.listeners().get(0).vm()).isEmpty();
        assertThat(config.listeners().get(1).vm()).contains("red");
    }

    @Test
    void shouldKeepTokensOutOfItsText() {
        RouterConfig config = read("auth { mode = token, tokens { \"vm.1\" = geheim } }");
        assertThat(config.auth().tokens()).isEqualTo(Map.of("vm.1", "geheim"));
        assertThat(config.toString()).doesNotContain("geheim");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    limits.lane = 5                         | hira.router.limits.lane
                    limitz { lanes = 5 }                    | hira.router.limitz
                    limits = 3                              | hira.router.limits
                    name { a = 1 }                          | hira.router.name
                    kept-connections = -1                   | hira.router.kept-connections
                    limits.lanes = many                     | hira.router.limits.lanes
                    limits.lanes = 0                        | hira.router.limits.lanes
                    limits.frame = 2 GiB                    | hira.router.limits.frame
                    memory.ring = 100000                    | hira.router.memory.ring
                    auth.mode = closed                      | hira.router.auth.mode
                    auth.tokens.red = ""                    | hira.router.auth.tokens.red
                    servers = ["http://x"]                  | hira.router.servers
                    servers = [{ur = "hira://x:1"}]         | hira.router.servers.ur
                    servers = ["hira://x:1", "hira://x:1"]  | hira.router.servers
                    listen = [17]                           | hira.router.listen
                    listen = ["hira://localhost:99999"]     | hira.router.listen': 'hira://localhost:99999' has the port 99999; ports are 0 to 65535
                    timeouts.drain = 0 s                    | hira.router.timeouts.drain
                    timeouts.drain = 999999999999 d         | not 999999999999 d
                    timeouts.drain = soon                   | not soon
                    limits.lanes = 1.5                      | from 1 to 1000000, not 1.5
                    limits.lanes = 1e99                     | not 1e99
                    limits.lanes = NaN                      | not NaN
                    rebalance.threshold = 0                 | from 0.01 to 1000.0, not 0
                    rebalance.threshold = some              | not some
                    rebalance.enabled = perhaps             | rebalance.enabled
                    rebalance.interval = 0 s                | hira.router.rebalance.interval
                    limits.frame = -5                       | not -5
                    limits.frame = 99999999999 TiB          | not 99999999999 TiB
                    """)
    void shouldNameTheSettingThatIsWrong(String text, String key) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key);
    }

    @Test
    void shouldSayHowAListIsWritten() {
        for (String key : List.of("listen", "admin.listen", "servers", "metrics.listen")) {
            assertThatThrownBy(() -> read(key + " = \"hira+unix:///x.sock\""))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(
                            "must be a list, not 'hira+unix:///x.sock'; write [ \"hira+unix:///x.sock\" ]");
        }
    }

    @Test
    void shouldSayWhereAFileIsWrong(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("router.conf");
        Files.writeString(file, "hira.router {\n  limits.lane = 5\n}");
        assertThatThrownBy(() -> RouterConfig.fromFile(file))
                .hasMessageContaining("router.conf")
                .hasMessageContaining("2");
        assertThatThrownBy(() -> RouterConfig.fromFile(folder.resolve("none.conf")))
                .isInstanceOf(ConfigException.class);
    }

    @Test
    void shouldRefuseAFolderAndSettingsOutsideOfAProcesssRoot(@TempDir Path folder)
            throws Exception {
        assertThatThrownBy(() -> RouterConfig.fromFile(folder))
                .hasMessage("the configuration file '" + folder + "' is a folder, not a file");
        assertThatThrownBy(() -> RouterConfig.fromFile(folder.resolve("none.conf")))
                .hasMessageContaining("does not exist");

        Path file = folder.resolve("router.conf");
        Files.writeString(file, "listen = []\nhira.router.name = x");
        assertThatThrownBy(() -> RouterConfig.fromFile(file))
                .hasMessageContaining("router.conf: 1")
                .hasMessageContaining("listen")
                .hasMessageContaining("settings are inside hira.router or hira.server");
        Files.writeString(file, "hira.rooter.name = x");
        assertThatThrownBy(() -> RouterConfig.fromFile(file)).hasMessageContaining("hira.rooter");

        Files.writeString(file, "hira.router.name = x\nhira.server.name = y");
        assertThat(RouterConfig.fromFile(file).name()).isEqualTo("x");
    }
}
