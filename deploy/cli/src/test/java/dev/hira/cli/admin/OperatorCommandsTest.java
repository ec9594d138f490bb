package dev.hira.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.ExitStatus;
import dev.hira.cli.testing.Hira;
import dev.hira.cli.testing.LiveStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

class OperatorCommandsTest {
    @TempDir private Path folder;
    private final Hira hira = new Hira();
    private LiveStack stack;
    private CudaDriver blue;

    @BeforeEach
    void start() {
        stack = new LiveStack(folder);
        blue = stack.open("blue");
        blue.cuMemAlloc(1 << 20);
    }

    @AfterEach
    void stop() {
        blue.close();
        stack.close();
    }

    private int run(String... arguments) {
        return hira.runAt(stack.admin(), arguments);
    }

    @Test
    void shouldListVmsAsATableAndAsJson() {
        assertThat(run("vm", "list")).isZero();
        assertThat(hira.out().lines().toList().getFirst())
                .startsWith("VM")
                .contains("WEIGHT", "USED");
        assertThat(hira.out()).containsPattern("blue +running +default");
        assertThat(run("vm", "list", "--json")).isZero();
        assertThat(hira.out()).contains("\"name\":\"blue\"", "\"state\":\"running\"");
        assertThat(run("vm", "show", "blue")).isZero();
        assertThat(hira.out())
                .contains("device_memory", "1.0 MiB")
                .containsPattern("most sessions +unlimited")
                .containsPattern("sessions +1 open")
                .containsPattern("journal +[\\d.]+ (B|KiB) for 2 objects");
        assertThat(run("session", "list")).isZero();
        assertThat(hira.out()).contains("blue");
        assertThat(run("device", "list")).isZero();
        assertThat(hira.out()).contains("gpu/0", "fair");
    }

    @Test
    void shouldChangeWhatAVmMayUse() {
        assertThat(run("policy", "set", "blue", "share=3", "quotas.device_memory=2MiB")).isZero();
        assertThat(hira.out()).contains("with a policy of its own").containsPattern("share \\* +3");
        assertThat(run("policy", "show", "blue")).isZero();
        assertThat(hira.out()).containsPattern("quotas.device_memory \\* +2MiB");
        assertThat(run("policy", "set", "blue", "quotas.device_memory=unlimited")).isZero();
        assertThat(hira.out())
                .containsPattern("quotas.device_memory \\* +unlimited")
                .containsPattern("share \\* +3");
        assertThat(run("policy", "clear", "blue")).isZero();
        assertThat(hira.out()).containsPattern("share +1");
    }

    @Test
    void shouldWarnWhenAVmHoldsMoreThanItsNewQuota() {
        assertThat(run("policy", "set", "blue", "quotas.device_memory=512KiB")).isZero();
        assertThat(hira.err())
                .isEqualToIgnoringNewLines(
                        "hira policy set: VM 'blue' holds 1.0 MiB of device_memory, more than its quota"
                                + " of 512 KiB; nothing is taken away, and the VM gets no more until"
                                + " it has released that");
        assertThat(run("policy", "set", "blue", "quotas.device_memory=1MiB")).isZero();
        assertThat(hira.err()).isEmpty();
    }

    @Test
    void shouldKeepClasses() {
        assertThat(run("class", "set", "gold", "share=8", "cap=50%")).isZero();
        assertThat(run("policy", "assign", "blue", "gold")).isZero();
        assertThat(hira.err()).isEmpty();
        assertThat(run("class", "list")).isZero();
        assertThat(hira.out()).containsPattern("gold +1 +share=8 cap=50%");
        assertThat(run("class", "delete", "gold")).isEqualTo(ExitCode.SOFTWARE);
        assertThat(hira.err()).contains("the class 'gold' has 1 VM, 'blue'; assign it to another");
    }

    @Test
    void shouldSayWhatIsAllowed() {
        assertThat(run("vm", "show", "bleu")).isEqualTo(ExitStatus.UNKNOWN_NAME.code());
        assertThat(hira.err()).contains("there is no VM 'bleu'");
        assertThat(run("policy", "set", "blue", "shares=3")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("a grant has no setting 'shares'; it has share, cap");
        assertThat(run("policy", "set", "blue", "quotas.device_memry=1GiB"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .contains("there is no resource 'device_memry'; there are contexts, ");
        assertThat(run("policy", "set", "blue", "share")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("'share' is not SETTING=VALUE");
        assertThat(run("policy", "set", "blue", "share=0")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .contains("share: '0' was asked; allowed is a whole number from 1 to 1000000");
        assertThat(run("policy", "set", "blue", "--shar=3")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("hira policy set: unknown option: '--shar=3'");
        assertThat(run("policy", "set", "blue")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("no setting is named; write SETTING=VALUE");
        assertThat(run("policy", "show", "bleu")).isZero();
        assertThat(hira.err()).contains("no VM 'bleu' has opened a session yet");
        assertThat(run("scheduler", "set", "gpu/0", "fastest")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("there is no scheduler 'fastest'; there are fair, ");
        assertThat(run("events", "--kind", "strange")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("there are admitted, delayed, denied");
        assertThat(run("top", "--once", "--interval", "0")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void shouldAskForTheRouterWhenNoneIsNamed() {
        assertThat(hira.run("vm", "list")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("no router is named", "HIRA_ADMIN");
    }

    @Test
    void shouldRefuseAnAddressThatIsNone() {
        for (String wrong : List.of("hira:/tmp/nothing", "http://localhost:1", "blah", "a b")) {
            assertThat(hira.run("vm", "list", "--admin", wrong))
                    .as(wrong)
                    .isEqualTo(ExitCode.USAGE);
            assertThat(hira.err()).contains("'" + wrong + "'");
        }
        String guests = stack.guest("blue").replaceFirst("\\?.*", "");
        assertThat(hira.runAt(guests, "vm", "list")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .contains("this is no address for operators; use the router's admin address");
    }

    @Test
    void shouldSayWhatIsWrongWithAMigration() {
        assertThat(run("vm", "migrate", "blue", "--to", "gpu9"))
                .isEqualTo(ExitStatus.UNKNOWN_NAME.code());
        assertThat(hira.err()).contains("there is no API server 'gpu9'; there are gpu");
        assertThat(run("vm", "migrate", "blue", "--to", "gpu/2"))
                .isEqualTo(ExitStatus.UNKNOWN_NAME.code());
        assertThat(hira.err()).contains("there is no device 'gpu/2'; gpu has only device 0");
        assertThat(run("vm", "migrate", "blue", "--to", "gpu/x")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("'gpu/x' was asked; allowed is SERVER or SERVER/DEVICE");

        assertThat(run("vm", "migrate", "bleu", "--to", "gpu"))
                .isEqualTo(ExitStatus.UNKNOWN_NAME.code());
        assertThat(hira.err()).contains("there is no VM 'bleu'");
        assertThat(run("policy", "set", "bleu", "share=3")).isZero();
        assertThat(run("vm", "migrate", "bleu", "--to", "gpu")).isEqualTo(ExitCode.SOFTWARE);
        assertThat(hira.err())
                .contains("hira vm migrate: the VM 'bleu' has no open session that could move");
        for (String unknown : List.of("gpu9", "gpu/7")) {
            assertThat(run("vm", "migrate", "bleu", "--to", unknown))
                    .isEqualTo(ExitStatus.UNKNOWN_NAME.code());
        }
        for (String malformed : List.of("gpu/-1", "gpu/x", "/")) {
            assertThat(run("vm", "migrate", "bleu", "--to", malformed)).isEqualTo(ExitCode.USAGE);
        }
        assertThat(run("vm", "suspend", "bleu")).isEqualTo(ExitCode.SOFTWARE);
        assertThat(hira.err()).contains("the VM 'bleu' has no open session with a state to save");
    }

    @Test
    void shouldListTheSameSchedulersWithoutARouter() {
        assertThat(run("scheduler", "list")).isZero();
        String asked = hira.out();
        assertThat(hira.run("scheduler", "list")).isZero();
        assertThat(hira.out()).isEqualTo(asked).contains("fair", "lag=10ms", "rules");
        assertThat(hira.run("scheduler", "list", "--json")).isZero();
        assertThat(hira.out()).contains("\"name\":\"fair\"");
    }

    @Test
    void shouldPauseAndResumeAVm() {
        assertThat(run("vm", "pause", "blue")).isZero();
        assertThat(hira.out()).isEqualToIgnoringNewLines("blue: paused");
        assertThat(run("vm", "resume", "blue")).isZero();
        blue.cuCtxSynchronize();
        assertThat(run("vm", "evict", "blue", "--reason", "unpaid")).isZero();
        assertThat(hira.out()).isEqualToIgnoringNewLines("blue: evicted");
    }

    @Test
    void shouldChangeADevicesScheduler() {
        assertThat(run("scheduler", "list")).isZero();
        assertThat(hira.out()).contains("round-robin", "wfq-fixed", "window=500ms");
        assertThat(run("scheduler", "set", "gpu/0", "wfq-fixed", "delay=2ms")).isZero();
        assertThat(hira.out()).contains("gpu/0: wfq-fixed").containsPattern("delay +2ms");
        assertThat(run("scheduler", "show", "gpu/0")).isZero();
        assertThat(hira.out()).contains("gpu/0: wfq-fixed");
        blue.cuCtxSynchronize();
    }

    @Test
    void shouldLoadRulesFromAFile() throws IOException {
        Path rules = folder.resolve("a.rules");
        Files.writeString(rules, "deny if vm.sessions > 3: \"too many\"\n");
        assertThat(run("rules", "load", rules.toString())).isZero();
        assertThat(hira.out()).contains("version 1");
        assertThat(run("rules", "show")).isZero();
        assertThat(hira.out()).contains("vm.sessions > 3");
        Files.writeString(rules, "deny if vm.sesions > 3: \"too many\"\n");
        assertThat(run("rules", "clear")).isZero();
        assertThat(hira.out()).startsWith("there are no rules, version ");
        assertThat(run("rules", "show")).isZero();
        assertThat(hira.out()).isEqualToNormalizingNewlines("there are no rules\n");
        assertThat(run("rules", "load", rules.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .startsWith("hira rules load: " + rules + ": line 1: ")
                .contains("vm.sesions", "^");
        assertThat(run("rules", "load", folder.resolve("none").toString()))
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void shouldPrintOneSnapshotWithoutATerminal() {
        assertThat(run("top", "--once")).isZero();
        assertThat(hira.out()).contains("DEVICE", "gpu/0", "blue", "USED (LAST 5 s)", "░");
    }

    @Test
    void shouldPrintNumbersOfJsonAsNumbers() {
        assertThat(run("policy", "set", "blue", "quotas.device_memory=2GiB", "cap=25%")).isZero();
        assertThat(run("policy", "show", "blue", "--json")).isZero();
        assertThat(hira.out())
                .contains("\"cap\":250000000", "\"quotas\":{\"device_memory\":2147483648}")
                .contains("\"vm\":\"blue\"", "\"own_settings\":[\"cap\"");
        assertThat(hira.out().lines()).hasSize(1);
    }

    @Test
    void shouldFollowTheClassInSettingsThatTheVmDoesNotHave() {
        assertThat(run("policy", "set", "blue", "share=3")).isZero();
        assertThat(run("class", "set", "default", "cap=50%")).isZero();
        assertThat(run("policy", "show", "blue")).isZero();
        assertThat(hira.out()).containsPattern("share \\* +3").containsPattern("cap +50%");
    }

    @Test
    void shouldCallAVmExpectedBeforeItsFirstSession() {
        for (List<String> command :
                List.of(
                        List.of("show", "bleu"),
                        List.of("clear", "bleu"),
                        List.of("assign", "bleu", "default"),
                        List.of("set", "bleu", "share=3"),
                        List.of("show", "bleu"))) {
            List<String> words = new ArrayList<>(command);
            words.addFirst("policy");
            assertThat(run(words.toArray(String[]::new))).isZero();
            assertThat(hira.err())
                    .startsWith(
                            "hira policy "
                                    + command.getFirst()
                                    + ": no VM 'bleu' has opened a session yet; ")
                    .hasLineCount(1);
        }
        assertThat(run("vm", "list")).isZero();
        assertThat(hira.out()).containsPattern("bleu +expected");
        assertThat(run("policy", "set", "blue", "share=3")).isZero();
        assertThat(hira.err()).isEmpty();
    }

    @Test
    void shouldRepeatTheInputAndNameTheWholeCommand() {
        for (String wrong : List.of("share=-3", "cap=250%", "kernel=-2s", "sessions=1.5")) {
            assertThat(run("policy", "set", "blue", wrong)).isEqualTo(ExitCode.USAGE);
            String value = wrong.substring(wrong.indexOf('=') + 1);
            assertThat(hira.err())
                    .startsWith("hira policy set: ")
                    .contains("'" + value + "' was asked; ")
                    .doesNotContain("9223372036854775807");
        }
        assertThat(run("class", "set", "gold", "cap=0%")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).startsWith("hira class set: cap: '0%' was asked; ");
    }

    @Test
    void shouldPrintAnswersInTheFormThatWasAsked() {
        assertThat(run("vm", "list", "-o", "name")).isZero();
        assertThat(hira.out()).isEqualToNormalizingNewlines("blue\n");
        assertThat(run("device", "list", "-o", "name")).isZero();
        assertThat(hira.out()).isEqualToNormalizingNewlines("gpu/0\n");
        assertThat(run("scheduler", "show", "gpu/0", "-o", "yaml")).isZero();
        assertThat(hira.out())
                .startsWith("---")
                .contains("device: gpu/0", "name: fair", "parameters:")
                .containsPattern("\\R  lag: ");
        assertThat(run("class", "set", "none", "share=2")).isZero();
        assertThat(run("class", "delete", "none", "-o", "json")).isZero();
        assertThat(hira.out()).isEqualToNormalizingNewlines("{\"name\":\"none\"}\n");
        assertThat(run("policy", "set", "blue", "share=2", "-o", "name")).isZero();
        assertThat(hira.out()).isEqualToNormalizingNewlines("blue\n");
        assertThat(run("policy", "history", "-o", "name")).isZero();
        assertThat(hira.out()).isEqualToNormalizingNewlines("4\n3\n2\n");
        assertThat(run("status", "-o", "name")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .contains("this answer has no name; allowed are table, json and yaml");
        assertThat(run("vm", "migrate", "blue", "--to", "gpu", "-o", "name"))
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void shouldSayThatNothingAnswers() {
        String nowhere = "hira+unix://" + folder.resolve("nowhere.sock");
        assertThat(hira.runAt(nowhere, "vm", "list")).isEqualTo(ExitStatus.NO_ANSWER.code());
        assertThat(hira.err())
                .contains("there is no answer: there is no such socket; is the router running");
    }

    @Test
    void shouldShowTheStatusOfTheNamedRouter() {
        assertThat(run("status")).isZero();
        assertThat(hira.out()).contains("1 of 1 servers up", "server gpu");
        assertThat(hira.run("status", stack.admin())).isZero();
        assertThat(hira.out()).contains("1 of 1 servers up");
        assertThat(hira.run("status")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("no router is named", "HIRA_ADMIN");
        assertThat(hira.run("--version")).isZero();
        assertThat(hira.out()).startsWith("hira ");
        assertThat(hira.run("--help")).isZero();
        assertThat(hira.out()).contains("policy", "guest-jar", "HIRA_LOG");
    }

    @Test
    void shouldListServersAndSayWhichCanBeDrained() {
        assertThat(run("server", "list")).isZero();
        assertThat(hira.out().lines().toList().getFirst())
                .startsWith("SERVER")
                .contains("SESSIONS");
        assertThat(hira.out()).containsPattern("gpu +up +1 +1 +1.0 MiB");
        assertThat(run("server", "list", "--json")).isZero();
        assertThat(hira.out()).contains("\"name\":\"gpu\"", "\"state\":\"up\"");
        assertThat(run("server", "drain", "gpu")).isEqualTo(ExitCode.SOFTWARE);
        assertThat(hira.err())
                .startsWith("hira server drain: no API server other than 'gpu' serves now");
        assertThat(hira.out()).isEmpty();
        assertThat(run("server", "drain", "cpu")).isEqualTo(ExitStatus.UNKNOWN_NAME.code());
        assertThat(hira.err()).contains("there is no API server 'cpu'; there are gpu");
        assertThat(run("server", "drain", "gpu", "--concurrency", "65")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("concurrency: 65 was asked; allowed is 1 to 64");
        assertThat(run("server", "drain", "gpu", "--concurrency", "0")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("concurrency: 0 was asked; allowed is 1 to 64");
        assertThat(run("server", "undrain", "gpu")).isZero();
        assertThat(hira.out()).isEqualToIgnoringNewLines("gpu: up");
        assertThat(run("server", "undrain", "cpu")).isEqualTo(ExitStatus.UNKNOWN_NAME.code());
        assertThat(hira.err()).contains("there is no API server 'cpu'; there are gpu");
    }

    @Test
    void shouldRefuseAnEndlessFileAndAnUnknownFunction() throws IOException {
        assertThat(run("rules", "load", "/dev/zero")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("the rules in /dev/zero have more than 1048576 bytes");
        Path rules = folder.resolve("a.rules");
        Files.writeString(rules, "deny if call.name == \"cuMemAlloc_v2\": \"no\"\n");
        assertThat(run("rules", "load", rules.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("no API has a function 'cuMemAlloc_v2'", "cuMemAlloc,");
    }
}
