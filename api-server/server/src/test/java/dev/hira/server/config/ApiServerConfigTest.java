package dev.hira.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import dev.hira.server.session.Totals;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApiServerConfigTest {
    private static Config text(String settings) {
        return ConfigFactory.parseString("hira.server { " + settings + " }");
    }

    @Test
    void shouldHaveDefaultsForEverything() {
        ApiServerConfig config = ApiServerConfig.defaults();
        assertThat(config.name()).isEqualTo("server");
        assertThat(config.devices()).containsExactly("default");
        assertThat(config.driver()).isEqualTo("sim");
        assertThat(config.eventLoops()).isPositive();
        assertThat(config.limits().frameBytes()).isEqualTo(16 << 20);
        assertThat(config.socketGroup()).isFalse();
        assertThat(config.totals()).isEqualTo(Totals.usual());
        assertThat(config.driverLimits().contexts()).isEqualTo(64);
        assertThat(config.driverLimits().moduleText()).isEqualTo(16 << 20);
        assertThat(config.timeouts().drain()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void shouldReadDevicesAsProfilesOrSeveralOfOne() {
        ApiServerConfig config =
                ApiServerConfig.from(
                        text("devices = [small, { profile = t4, count = 2 }, { profile = a100 }]"));
        assertThat(config.devices()).containsExactly("small", "t4", "t4", "a100");
    }

    @Test
    void shouldReadAddresses() {
        ApiServerConfig config =
                ApiServerConfig.from(
                        text("listen = [\"hira://127.0.0.1:0\", \"hira+unix:///run/a.sock\"]"));
        assertThat(config.listen())
                .containsExactly(
                        URI.create("hira://127.0.0.1:0"), URI.create("hira+unix:///run/a.sock"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "limit { lanes = 3 }|hira.server.limit|limits",
                "limits { lane = 3 }|hira.server.limits.lane|lanes",
                "limits = 3|hira.server.limits|section",
                "name { a = 1 }|hira.server.name|value",
                "limits { lanes = many }|hira.server.limits.lanes|whole number",
                "limits { lanes = 0 }|hira.server.limits.lanes|1 to 65536",
                "limits { frame = 1 B }|hira.server.limits.frame|bytes",
                "limits { payload = 17 MiB }|hira.server.limits.payload|bytes",
                "limits { contexts = 0 }|hira.server.limits.contexts|1 to 1000000",
                "limits { module = 1 B }|hira.server.limits.module|bytes",
                "limits { modules = 1 B }|hira.server.limits.modules|bytes",
                "limits { addresses = 1 B }|hira.server.limits.addresses|bytes",
                "timeouts { drain = 0 s }|hira.server.timeouts.drain|at most 365 days",
                "timeouts { drain = soon }|hira.server.timeouts.drain|must be a time",
                "listen = []|hira.server.listen|an address",
                "listen = [\"hira://0.0.0.0:1\"]|hira.server.listen|would take every peer of the network",
                "metrics.listen = [\"http://0.0.0.0:1\"]|hira.server.metrics.listen|a file of tokens",
                "routers = [ann]|hira.server.routers|'ann' is not the number of a user",
                "listen = [\"http://x\"]|hira.server.listen|none of",
                "devices = []|hira.server.devices|not 0",
                "devices = [{ count = 2 }]|hira.server.devices|profile",
                "devices = [{ profile = small, cnt = 2 }]|hira.server.devices.cnt|count",
                "devices = [{ profile = small, count = 0 }]|hira.server.devices.count|not 0",
                "name = \" \"|hira.server.name|empty",
            })
    void shouldNameTheSettingThatIsWrong(String settings, String key, String hint) {
        assertThatThrownBy(() -> ApiServerConfig.from(text(settings)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(hint);
    }
}
