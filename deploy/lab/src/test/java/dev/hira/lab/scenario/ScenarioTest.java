package dev.hira.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import dev.hira.lab.report.LabReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScenarioTest {
    @Test
    void shouldGiveVmsTheirShares() {
        LabReport report =
                compare(
                        """
                        duration = 4 s
                        schedulers = [fair, none]
                        vms.a { share = 3, guests = [{ kernel = 2 ms, lanes = 2 }] }
                        vms.b { guests = [{ kernel = 2 ms, lanes = 2 }] }
                        """);

        assertThat(cell(report, 1, 0, 2)).isBetween(74.0, 76.0);
        assertThat(cell(report, 2, 0, 2)).isBetween(49.0, 51.0);
    }

    @Test
    void shouldMakeAsManyGuestsAsTheCountSays() {
        Scenario scenario =
                ScenarioReader.read(
                        ConfigFactory.parseString(
                                "vms.a.guests = [{ count = 3, think = [1 ms, 2 ms] }, {}]"));

        assertThat(scenario.vms().getFirst().guests())
                .extracting(guest -> guest.workload().name())
                .containsExactly("a-1", "a-2", "a-3", "a-4");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vmz {}|has no such setting",
                "vms.a.guests = [{ kernels = 1 ms }]|has no such setting",
                "schedulers = [fairest]|fairest",
                "profile = nosuch|nosuch",
                "servers = 0|at least 1",
                "devices = 0|at least 1",
                "penalty = -1|not below 0",
                "hop = -1 us|not below 0",
                "duration = 0 s|some time",
                "duration = 1 s|shorter than duration",
                "vms.a.guests = [{ lanes = 0 }]|at least 1",
                "vms.a.guests = [{ count = -1 }]|at least 0",
                "vms.a.guests = [{ kernel = [3 ms, 1 ms] }]|not possible",
                "vms.a.guests = [{ kernel = [] }]|two times",
                "vms.a.guests = [{ kernel = -1 ms }]|not below 0",
                "vms.a.guests = [{ kernel = fast }]|kernel",
                "vms.a.share = lots|'vms.\"a\".share': 'lots'",
                "vms.a { cap = 10%, reservation = 20% }|more than the cap",
                "vms.a.quotas.\"<b>\" = 1|not a valid resource name",
                "vms.\"<i>q</i>\" { guests = [{}] }|'<i>q</i>' is not a valid name of a VM",
                "vms.\"ä b\".guests = [{}]|'ä b' is not a valid name of a VM"
            })
    void shouldNameTheMistakeAndItsPlace(String text, String complaint) {
        String scenario = "vms.b.guests = [{}]\n" + text;
        assertThatThrownBy(() -> ScenarioReader.read(ConfigFactory.parseString(scenario)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(complaint)
                .hasMessageMatching("(?s).*(String: 2|scenario.conf.*: \\d+).*")
                .hasMessageNotContaining("Violation");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "vms {}", "name = empty"})
    void shouldRefuseAScenarioWithoutAVm(String text) {
        assertThatThrownBy(() -> ScenarioReader.read(ConfigFactory.parseString(text)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("a scenario needs a VM with a guest");
    }

    private static LabReport compare(String text) {
        return new SchedulerComparison(
                        ScenarioReader.read(ConfigFactory.parseString(text)), "a text")
                .run();
    }

    private static double cell(LabReport report, int table, int row, int column) {
        return Double.parseDouble(report.tables().get(table).rows().get(row).get(column));
    }
}
