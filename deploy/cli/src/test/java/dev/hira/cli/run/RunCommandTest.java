package dev.hira.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.cli.client.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** What the command refuses before it starts anything, and the folder of the library. */
final class RunCommandTest {
    private static final byte[] LIBRARY = "library".getBytes(UTF_8);

    @TempDir Path folder;

    private static void call(String... arguments) throws Exception {
        RunCommand command = new RunCommand(Map.of("HIRA_URI", "hira://gpu:7000"));
        new CommandLine(command).parseArgs(arguments);
        command.call();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--vm blue                        | there is no program to run: hira run -- PROGRAM",
                "--print-env -- clinfo            | a program is not run with --print-env",
                "--install-icd -- clinfo          | a program is not run with --print-env",
                "--check memory -- clinfo         | and the URI is hira://gpu:7000; kernels of a server",
                "--uri sim: --check foo -- ls     | 'foo' was asked; allowed is memory, race or memory,race",
                "--uri sim: --check memory, -- ls | 'memory,' was asked; allowed is memory, race",
                "--uri sim: --vm blue -- clinfo   | --vm needs the URI of a router",
            })
    void shouldRefuse(String arguments, String text) {
        assertThatThrownBy(() -> call(arguments.strip().split(" ")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(text.strip());
    }

    @Test
    void shouldTellWhyAKernelWasStoppedUnlessTheUserSaysOtherwise() {
        assertThat(checked(Map.of()))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("HIRA_SIM_CHECK", "memory", "HIRA_OPENCL_ERRORS", "1"));
        assertThat(checked(Map.of("HIRA_OPENCL_ERRORS", "0")))
                .containsExactlyEntriesOf(Map.of("HIRA_SIM_CHECK", "memory"));
    }

    @Test
    void shouldGiveTheProgramItsLocaleBack() {
        Map<String, String> set = new HashMap<>(Map.of("FORMER_LC_ALL", "C", "LC_ALL", "C.UTF-8"));
        RunCommand.restoreLocale(set);
        assertThat(set).isEqualTo(Map.of("LC_ALL", "C"));
        Map<String, String> unset = new HashMap<>(Map.of("FORMER_LC_ALL", "", "LC_ALL", "C.UTF-8"));
        RunCommand.restoreLocale(unset);
        assertThat(unset).isEmpty();
    }

    private static Map<String, String> checked(Map<String, String> environment) {
        RunCommand command = new RunCommand(environment);
        new CommandLine(command).parseArgs("--check", "memory", "--", "ls");
        return command.settings();
    }

    @Test
    void shouldSayWhatIsMissingWithoutTheLibrary() {
        assertThatThrownBy(() -> call("--", "clinfo"))
                .isInstanceOf(UsageException.class)
                .hasMessageMatching(
                        "the library for native programs is not on the class path; .*hira-native"
                                + "|native programs run on Linux on x86-64 only, .*");
    }

    @Test
    void shouldLeaveTheArgumentsOfTheProgramAlone() {
        ParseResult parsed =
                new CommandLine(new RunCommand())
                        .parseArgs("--check", "race", "clinfo", "--uri", "-x");
        assertThat(parsed.matchedPositionalValue(0, List.of()))
                .isEqualTo(List.of("clinfo", "--uri", "-x"));
    }

    @Test
    void shouldUnpackTheLibraryWithItsOptionsBesideIt() throws Exception {
        NativeLibrary library = NativeLibrary.unpack(folder, LIBRARY, "jvm\n-Xrs\n");
        NativeLibrary again = NativeLibrary.unpack(folder, LIBRARY, "jvm\n-Xrs\n");
        NativeLibrary other = NativeLibrary.unpack(folder, LIBRARY, "jvm\n");

        assertThat(again).isEqualTo(library).isNotEqualTo(other);
        assertThat(library.file()).hasBinaryContent(LIBRARY);
        assertThat(Path.of(library.file() + ".options")).hasContent("jvm\n-Xrs\n");
        assertThat(library.variables()).containsEntry("OCL_ICD_FILENAMES", library.file() + "");
        assertThat(library.folder().resolve("vendors/hira.icd")).hasContent(library.file() + "\n");
    }

    @Test
    void shouldRefuseAFolderThatOthersCanWriteTo() throws Exception {
        NativeLibrary library = NativeLibrary.unpack(folder, LIBRARY, "jvm\n");
        Files.setPosixFilePermissions(
                library.folder(), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> NativeLibrary.unpack(folder, LIBRARY, "jvm\n"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("run chmod 700 on it");
    }
}
