package dev.hira.cli.declare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.testing.Hira;
import dev.hira.cli.testing.LiveStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

final class ApplyCommandTest {
    @TempDir private Path folder;
    private final Hira hira = new Hira();
    private LiveStack stack;

    @BeforeEach
    void start() {
        stack = new LiveStack(folder);
    }

    @AfterEach
    void stop() {
        stack.close();
    }

    private int run(String... arguments) {
        return hira.runAt(stack.admin(), arguments);
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("policy.conf"), text).toString();
    }

    private String export() {
        assertThat(run("export")).as(hira.err()).isZero();
        return hira.out();
    }

    @Test
    void shouldApplyAFileOnceAndExportWhatChangesNothing() throws IOException {
        String file =
                file(
                        """
                        policy {
                          default { rates.launches = 1000/s }
                          classes { gold { share = 8, rates.launches = unlimited } }
                          vms { blue = gold, green { cap = 25%, quotas.device_memory = 1GiB } }
                          scheduler.devices { gpu/0 { name = wfq-fixed, delay = 2ms } }
                          rules { text = "deny if vm.sessions > 30: \\"too many\\"" }
                        }
                        """);
        assertThat(run("apply", "-f", file, "--dry-run")).isZero();
        assertThat(hira.out()).contains("this would change:", "class gold: share (none) → 8");
        assertThat(export()).as("after a dry run").doesNotContain("gold");

        assertThat(run("apply", "-f", file, "--dry-run", "--exit-code")).isEqualTo(6);
        assertThat(run("apply", "-f", file, "--exit-code")).isEqualTo(ExitCode.USAGE);

        assertThat(run("apply", "-f", file)).as("without a terminal").isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("pass --yes to apply this, or --dry-run");
        assertThat(export()).doesNotContain("gold");

        assertThat(run("apply", "-f", file, "--yes")).as(hira.err()).isZero();
        assertThat(hira.out()).contains("VM blue: class (none) → gold", "applied");
        assertThat(run("apply", "-f", file, "--yes")).isZero();
        assertThat(hira.out()).isEqualToNormalizingNewlines("nothing differs\n");
        assertThat(run("apply", "-f", file, "--dry-run", "--exit-code")).isZero();
        assertThat(run("policy", "history", "-o", "name")).isZero();
        assertThat(hira.out()).as("one change").isEqualToNormalizingNewlines("2\n");

        String exported = export();
        assertThat(exported).contains("rates.launches = unlimited", "quotas.device_memory = 1GiB");
        assertThat(run("apply", "-f", file(exported), "--prune", "--yes")).isZero();
        assertThat(hira.out()).isEqualToNormalizingNewlines("nothing differs\n");
        assertThat(export()).isEqualTo(exported);
        assertThat(run("policy", "show", "green")).isZero();
        assertThat(hira.out()).containsPattern("cap \\* +25%").containsPattern("share +1");
    }

    @Test
    void shouldRemoveWhatIsNotDeclaredOnlyWhenAsked() throws IOException {
        assertThat(run("class", "set", "gold", "share=8")).isZero();
        assertThat(run("policy", "assign", "blue", "gold")).isZero();
        assertThat(run("policy", "set", "red", "share=3", "cap=50%")).isZero();
        assertThat(run("scheduler", "set", "gpu/0", "round-robin")).isZero();
        String before = export();
        String file = file("policy { vms { red { share = 4 } } }");

        assertThat(run("apply", "-f", file, "--yes")).isZero();
        assertThat(hira.out()).contains("VM red: cap 50% → (none)", "VM red: share 3 → 4");
        assertThat(export()).contains("gold", "round-robin", "share = 4").doesNotContain("cap");

        assertThat(run("apply", "-f", file, "--yes", "--prune")).isZero();
        assertThat(export())
                .contains("share = 4")
                .doesNotContain("gold", "round-robin", "scheduler");
        assertThat(run("apply", "-f", file, "--yes", "--prune", "-o", "json")).isZero();
        assertThat(hira.out()).contains("\"settings\":[]");
        assertThat(run("scheduler", "show", "gpu/0")).isZero();
        assertThat(hira.out()).contains("gpu/0: fair");

        assertThat(run("apply", "-f", file(before), "--yes", "--prune")).isZero();
        assertThat(export()).isEqualTo(before);
    }

    @Test
    void shouldChangeNothingWhenAnyPartIsWrong() throws IOException {
        String before = export();
        String good = "policy { vms { red { share = 4 } }, ";

        assertThat(run("apply", "-f", file(good + "classes { a { shar = 1 } } }"), "--yes"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("policy.conf: 1", "shar");
        assertThat(run("apply", "-f", file(good + "scheduler.devices { gpu/7 = fair } }"), "--yes"))
                .isEqualTo(4);
        assertThat(hira.err())
                .contains("policy.conf: 1: there is no device 'gpu/7'; there are gpu/0");
        assertThat(run("apply", "-f", file(good + "scheduler.devices { gpu/0 = fast } }"), "--yes"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .contains(
                        "policy.conf: 1: scheduler.devices.gpu/0: there is no scheduler 'fast';"
                                + " there are fair, ");
        assertThat(
                        run(
                                "apply",
                                "-f",
                                file(
                                        good
                                                + "\nscheduler.devices { gpu/0 { name = fair, lag = -3ms } } }"),
                                "--yes"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("policy.conf: 2: scheduler.devices.gpu/0: ", "lag");
        assertThat(run("apply", "-f", file(good + "rules { text = \"deny if\" } }"), "--yes"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("policy.conf: line 1");
        assertThat(run("apply", "-f", file("policy { vms { red = nowhere } }"), "--yes"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .contains("policy.conf: 1: vms.red.class: there is no class 'nowhere'");
        assertThat(run("apply", "-f", file("policy { vms { red { quotas.gold = 1 } } }"), "--yes"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("vms.red", "gold");

        assertThat(export()).isEqualTo(before);
    }
}
