package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.testing.Hira;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** Every file of settings can be checked without starting anything. */
final class CheckedFilesTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    @TempDir private Path folder;
    private final Hira hira = new Hira();

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private void assertWrong(String command, String text, String... words) throws IOException {
        String file = file("a.conf", text);
        assertThat(hira.run(command, "--config", file, "--check")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).startsWith("hira " + command + ": ").contains(words);
    }

    @Test
    void shouldCheckTheConfigurationOfARouter() throws IOException {
        String rules = file("a.rules", "deny if vm.sessions > 3: \"too many\"\n");
        String good =
                "hira.router { policy { vms { blue { share = 3 } }, rules = \"" + rules + "\" } }";
        assertThat(hira.run("router", "--config", file("a.conf", good), "--check"))
                .as(hira.err())
                .isZero();

        assertWrong("router", "hira.router { listn = [] }", "a.conf: 1", "listn");
        assertWrong("router", "hira.router.policy.vms.a { quotas.gold = 1 }", "gold");
        assertWrong("router", "hira.router.policy.scheduler.default = fast", "'fast'");
        assertWrong(
                "router",
                "hira.router.policy.rules = nowhere",
                "the file nowhere with the rules does not exist");
        file("a.rules", "deny if vm.sesions > 3: \"too many\"\n");
        assertWrong("router", good, "line 1", "vm.sesions");
    }

    @Test
    void shouldCheckTheConfigurationOfAnApiServer() throws IOException {
        String good = file("b.conf", "hira.server { name = a, devices = [small] }");
        assertThat(hira.run("api-server", "--config", good, "--check")).as(hira.err()).isZero();

        assertWrong("api-server", "hira.server { nam = a }", "a.conf: 1", "nam");
        assertWrong("api-server", "hira.server.devices = [enormous]", "enormous");
        assertThat(hira.run("api-server", "--profile", "small,memory=256MiB", "--check"))
                .as(hira.err())
                .isZero();
    }

    @Test
    void shouldNotStartAProcessWithAWrongConfiguration() throws IOException {
        String socket = "hira+unix://" + folder.resolve("a.sock");
        for (String wrong : List.of("huge", "small, memory=-1")) {
            assertThat(hira.run("api-server", "--listen", socket, "--profile", wrong))
                    .isEqualTo(ExitCode.USAGE);
            assertThat(hira.err()).startsWith("hira api-server: ").containsAnyOf("huge", "-1");
        }
        assertThat(hira.run("router", "--listen", "tcp://localhost:1", "--check"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .startsWith("hira router: invalid value at 'hira.router.listen': 'tcp://");
        assertThat(hira.run("router", "--set", "limits.lane=1", "--check"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).startsWith("hira router: --set: Invalid value at 'hira.router.");
        String rules = file("a.conf", "hira.router.policy.scheduler.default = fast");
        assertThat(hira.run("router", "--listen", socket, "--config", rules))
                .isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).startsWith("hira router: ").contains("'fast'");
    }

    @Test
    void shouldCheckAScenario() throws IOException {
        String good = ROOT.resolve("docs/scenario.conf").toString();
        assertThat(hira.run("lab", "scenario", good, "--check")).as(hira.err()).isZero();
        assertThat(hira.out()).contains("the scenario is valid");

        String wrong = file("s.conf", "durations = 3 s");
        assertThat(hira.run("lab", "scenario", wrong, "--check")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("s.conf", "durations");
    }

    @Test
    void shouldRefuseInACheckTheScenariosThatARunRefuses() throws IOException {
        for (String wrong :
                List.of("", "vms { }", "\nvms { \"<i>q</i>\" { guests = [{}] } }", "vms.a = 1")) {
            String scenario = file("s.conf", wrong);
            assertThat(hira.run("lab", "scenario", scenario, "--check"))
                    .as(wrong)
                    .isEqualTo(ExitCode.USAGE);
            String said = hira.err();
            assertThat(said)
                    .contains("s.conf" + (wrong.isEmpty() ? ": " : ": " + wrong.lines().count()));
            assertThat(hira.run("lab", "scenario", scenario, "--out", folder.toString()))
                    .isEqualTo(ExitCode.USAGE);
            assertThat(hira.err()).isEqualTo(said);
        }
    }

    @Test
    void shouldCheckRulesWithoutARouter() throws IOException {
        String rules = file("a.rules", "deny if vm.sessions > 3: \"too many\"\n");
        assertThat(hira.run("rules", "load", rules, "--check")).as(hira.err()).isZero();
        assertThat(hira.out()).contains("the rules are valid");

        file("a.rules", "\ndeny if vm.sesions > 3: \"too many\"\n");
        assertThat(hira.run("rules", "load", rules, "--check")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("a.rules: line 2", "vm.sesions");
        assertThat(hira.run("rules", "load", rules)).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("no router is named");
    }

    @Test
    void shouldCheckADeclaredPolicyWithItsRules() throws IOException {
        String good = file("p.conf", "policy { vms { blue = gold }, rules = a.rules }");
        file("a.rules", "deny if vm.sessions > 3: \"too many\"\n");
        assertThat(hira.run("apply", "-f", good, "--check")).as(hira.err()).isZero();

        file("a.rules", "deny if vm.sesions > 3: \"too many\"\n");
        assertThat(hira.run("apply", "-f", good, "--check")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("vm.sesions");
    }

    @Test
    void shouldReadTheFileOfTheDocument() throws IOException {
        String document = Files.readString(ROOT.resolve("docs/apply.md"));
        int begin = document.indexOf("    policy {");
        String block = document.substring(begin, document.indexOf("\n\n", begin));
        file("fair.rules", "deny if vm.sessions > 3: \"too many\"\n");

        assertThat(hira.run("apply", "-f", file("p.conf", block), "--check"))
                .as(hira.err())
                .isZero();
    }
}
