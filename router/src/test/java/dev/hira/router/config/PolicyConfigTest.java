package dev.hira.router.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.Rate;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PolicyConfigTest {
    private static PolicyConfig read(String text) {
        return RouterConfig.from(ConfigFactory.parseString("hira.router.policy { " + text + " }"))
                .policy();
    }

    @Test
    void shouldGiveEverybodyAnEqualShareWhenNothingIsSaid() {
        PolicyConfig config = read("");
        assertThat(config.grants().of("anyone")).isEqualTo(Grant.STANDARD);
        assertThat(config.scheduler()).isEqualTo(new SchedulerConfig("fair", Map.of()));
        assertThat(config.sliceNanos()).isEqualTo(2_000_000);
        assertThat(config.rules()).isEmpty();
    }

    @Test
    void shouldBuildClassesOnTheDefaultAndVmsOnTheirClasses() {
        GrantsState grants =
                read("""
                default { share = 2, quotas.device_memory = 1GiB }
                classes { batch { priority = 1, cap = 25% } }
                vms {
                    "vm.1" = batch
                    vm2 { class = batch, share = 9, rates.calls = "100/s burst 7" }
                    vm3 { sessions = 4, kernel = 2s }
                }
                """)
                        .grants();
        assertThat(grants.of("else").share()).isEqualTo(2);
        assertThat(grants.classOf("vm.1")).isEqualTo("batch");
        assertThat(grants.of("vm.1").cap()).isEqualTo(250_000_000);
        assertThat(grants.of("vm.1").quota("device_memory")).isEqualTo(1L << 30);
        assertThat(grants.of("vm2").share()).isEqualTo(9);
        assertThat(grants.of("vm2").priority()).isEqualTo(1);
        assertThat(grants.of("vm2").rate("calls")).isEqualTo(new Rate(100, 7));
        assertThat(grants.of("vm3").sessions()).isEqualTo(4);
        assertThat(grants.of("vm3").kernelNanos()).isEqualTo(2_000_000_000L);
        assertThat(grants.of("vm3").cap()).isEqualTo(Rate.UNLIMITED);
    }

    /** The work is measured by the bytes that it allocates. */
    @Test
    @Tag("measuring")
    void shouldReadTwiceAsManyClassesAndVmsWithAboutTwiceTheWork() {
        long ignored = bytesOfReading(10, 10); // loads classes
        long once = bytesOfReading(150, 1500);
        assertThat(bytesOfReading(300, 3000)).isLessThan(3 * once);
    }

    private static long bytesOfReading(int classes, int vms) {
        StringBuilder text = new StringBuilder("classes {\n");
        IntStream.range(0, classes).forEach(c -> text.append("c" + c + " { share = 2 }\n"));
        text.append("}\nvms {\n");
        IntStream.range(0, vms)
                .forEach(vm ->
                        text.append("vm" + vm + " { class = c" + vm % classes + ", cap = 5% }\n"));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        PolicyConfig config = read(text + "}");
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(config.grants().members()).hasSize(vms);
        return bytes;
    }

    @Test
    void shouldReadSchedulersRulesAndTheSlice() {
        PolicyConfig config =
                read(
                        """
                        scheduler {
                            default { name = credit, tick = 30ms }
                            devices { "rack1/0" = fifo }
                        }
                        slice = 500 us
                        rules = "/etc/hira/rules"
                        """);
        assertThat(config.scheduler())
                .isEqualTo(new SchedulerConfig("credit", Map.of("tick", "30ms")));
        assertThat(config.schedulers())
                .isEqualTo(Map.of("rack1/0", new SchedulerConfig("fifo", Map.of())));
        assertThat(config.sliceNanos()).isEqualTo(500_000);
        assertThat(config.rules()).contains(Path.of("/etc/hira/rules"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    default.share = 0                | policy.default.share
                    default.shares = 3               | policy.default.shares
                    default.cap = lots               | policy.default.cap
                    default.cap = 250%               | policy.default.cap: '250%' was asked
                    default.share = -3               | policy.default.share: '-3' was asked
                    default.share = 1.5              | policy.default.share: '1.5' was asked
                    default.share = 1e3              | policy.default.share: '1e3' was asked
                    default.kernel = NaN             | policy.default.kernel: 'NaN' was asked
                    vms.a.quotas.device_memory = -5  | policy.vms.a.quotas.device_memory: '-5' was
                    classes.default.share = 3        | policy.classes.default
                    classes.gold = 3                 | policy.classes.gold
                    vms.a = gold                     | policy.vms.a
                    vms.a.class = gold               | policy.vms.a
                    vms.a.rates.calls = fast         | policy.vms.a.rates.calls
                    scheduler.default = {tick = 3}   | policy.scheduler.default
                    scheduler.standard = fair        | policy.scheduler.standard
                    slice = 5 minutes                | policy.slice
                    """)
    void shouldNameTheSettingThatIsWrong(String text, String path) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(path.split(":")[0])
                .hasMessageContaining(path.substring(path.indexOf(':') + 1).strip());
    }
}
