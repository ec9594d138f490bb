package dev.hira.cli.declare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.admin.v1.PolicyDeclaration;
import dev.hira.cli.client.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeclarationReaderTest {
    @TempDir private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private PolicyDeclaration read(String text) throws IOException {
        return DeclarationReader.read(List.of(file("policy.conf", text))).policy();
    }

    private void assertRefused(String text, String... words) throws IOException {
        Path file = file("policy.conf", text);
        assertThatThrownBy(() -> DeclarationReader.read(List.of(file)))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll(words)
                .hasMessageContaining("policy.conf: ");
    }

    @Test
    void shouldReadWhatItWrites() throws IOException {
        PolicyDeclaration declared =
                read(
                        """
                        policy {
                          default { sessions = 20 }
                          classes { gold { share = 8, rates { launches = 1000/s burst 5, calls = 10/s } } }
                          vms {
                            blue = gold
                            "a.b@c" { class = gold, cap = 12.5%, quotas."*" = unlimited }
                            plain { share = 2 }
                          }
                          scheduler.devices { gpu/0 = fair, "gpu/1" { name = wfq-fixed, delay = 2ms } }
                          rules { text = \"\"\"deny if vm.sessions > 3: "too many"
                        \"\"\" }
                        }
                        """);

        assertThat(declared.getClassesOrThrow("gold").getSettingsMap())
                .isEqualTo(
                        Map.of(
                                "share",
                                "8",
                                "rates.launches",
                                "1000/s burst 5",
                                "rates.calls",
                                "10/s"));
        assertThat(declared.getVmsOrThrow("a.b@c").getClass_()).isEqualTo("gold");
        assertThat(declared.getVmsOrThrow("a.b@c").getSettingsMap())
                .isEqualTo(Map.of("cap", "12.5%", "quotas.*", "unlimited"));
        assertThat(declared.getSchedulersOrThrow("gpu/0").getName()).isEqualTo("fair");
        assertThat(declared.getRules().getText()).contains("too many");
        assertThat(read(DeclarationText.of(declared))).isEqualTo(declared);
    }

    @Test
    void shouldWriteAnyTextOfRules() throws IOException {
        for (String text : List.of("a \"\"\" b", "ends with \"", "line\nline\n", "\\ ${x}")) {
            PolicyDeclaration.Builder declared = PolicyDeclaration.newBuilder();
            declared.getRulesBuilder()
                    .setText(text)
                    .setSource(folder.resolve("policy.conf").toString());

            assertThat(read(DeclarationText.of(declared.build()))).isEqualTo(declared.build());
        }
    }

    @Test
    void shouldReadAFolderAndRulesBesideTheFile() throws IOException {
        file("a.conf", "policy { vms { blue { share = 3 } }, rules = fair.rules }");
        file("b.conf", "policy { classes { gold { share = 8 } } }");
        file("notes.txt", "not a declaration");
        file("fair.rules", "deny if vm.sessions > 3: \"too many\"\n");

        PolicyDeclaration declared = DeclarationReader.read(List.of(folder)).policy();

        assertThat(declared.getVmsMap()).containsOnlyKeys("blue");
        assertThat(declared.getClassesMap()).containsOnlyKeys("gold");
        assertThat(declared.getRules().getText()).startsWith("deny if");
        assertThat(declared.getRules().getSource()).endsWith("fair.rules");
    }

    @Test
    void shouldRefuseWhatIsDeclaredTwice() throws IOException {
        Path a = file("a.conf", "policy { vms { blue { share = 3 } } }");
        Path b = file("b.conf", "policy { vms { \n blue = default } }");

        assertThatThrownBy(() -> DeclarationReader.read(List.of(a, b)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("b.conf: 2: VM blue is declared in ")
                .hasMessageContaining("a.conf: 1 too; keep one of both");
    }

    @Test
    void shouldRefuseWhatOneFileDeclaresTwice() throws IOException {
        assertRefused(
                "policy { classes {\n gold { share = 8 }\n # } {\n gold\n { share = 9 } } }",
                "policy.conf: 4: class gold is declared in ",
                "policy.conf: 2 too; keep one of both");
        assertRefused(
                "{ policy.vms { blue { share = 3 }, blue.cap = 10% } }", "VM blue is declared in");
        assertRefused("policy.vms.blue { rates { calls = 1 }, rates.calls = 2 }", "rates.calls is");
        assertRefused("policy { default {} }\npolicy.default.share = 2", "2: class default is");
        assertRefused("policy { rules = a } // }\npolicy.rules = b", "2: rules is declared in");
        assertRefused(
                "policy.scheduler { devices { \"s0/0\" = fair }, devices.\"s0/0\" = rules }",
                "device s0/0 is declared in");
    }

    @Test
    void shouldReadEachThingThatIsDeclaredInParts() throws IOException {
        PolicyDeclaration declared =
                read(
                        """
                        policy.vms.blue.share = 3
                        policy.vms.blue.cap = 10%
                        policy { classes { gold { rates { calls = 1 }, rates { launches = 2 } } } }
                        policy.vms.red { share = 1, share = ${?HIRA_NO_SUCH_VARIABLE} }
                        policy.rules.text = "# { x = 1, x = 2 }"
                        """);

        assertThat(declared.getVmsOrThrow("blue").getSettingsMap())
                .isEqualTo(Map.of("share", "3", "cap", "10%"));
        assertThat(declared.getClassesOrThrow("gold").getSettingsMap())
                .containsOnlyKeys("rates.calls", "rates.launches");
        assertThat(declared.getVmsOrThrow("red").getSettingsMap()).containsEntry("share", "1");
    }

    @Test
    void shouldRefuseDeepNesting() throws IOException {
        for (String open : List.of("a {", "a.b {", "{", "a = [", "a.", "a = [{b = ")) {
            assertRefused("policy {\n a " + open.repeat(5000), "2");
        }
        assertRefused("policy { a" + " { a".repeat(5000), "1: settings are nested more than 100");
    }

    @Test
    void shouldNameTheLineOfAMistake() throws IOException {
        assertRefused(
                "policy {\n vms { blue { shares = 3 } } }", "2", "shares", "it has share, cap");
        assertRefused("policy {\n vms { blue { share = 0 } } }", "2", "'0' was asked");
        assertRefused("policy {\n vm { blue { share = 3 } } }", "2", "known here are classes");
        assertRefused("hira.router {}", "1", "a declaration is policy { … }");
        assertRefused("policy {\n slice = 3 ms }", "2", "cannot be changed while a router runs");
        assertRefused("policy {\n scheduler.default = fair }", "2", "cannot be changed");
        assertRefused("policy {\n rules { txt = a } }", "2", "is a file, or { text = … }");
        assertRefused("policy {\n vms {", "2");
        assertRefused("policy {\n vms = 3 }", "2", "vms");
        assertRefused("policy {\n scheduler.devices { gpu/0 { delay = 2ms } } }", "2", "name = …");
    }

    @Test
    void shouldNameAMissingFile() {
        assertThatThrownBy(() -> DeclarationReader.read(List.of(folder.resolve("none.conf"))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("none.conf does not exist");
        assertThatThrownBy(() -> DeclarationReader.read(List.of(folder)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("has no file *.conf");
    }
}
