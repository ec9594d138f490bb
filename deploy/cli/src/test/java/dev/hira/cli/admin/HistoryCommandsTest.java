package dev.hira.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.testing.Hira;
import dev.hira.cli.testing.LiveStack;
import dev.hira.link.grpc.net.LocalPeers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoryCommandsTest {
    @TempDir private Path folder;
    private final Hira hira = new Hira();
    private LiveStack stack;

    @BeforeEach
    void start() {
        stack = new LiveStack(folder);
        assertThat(run("policy", "set", "blue", "share=3")).as(hira.err()).isZero();
        assertThat(run("policy", "set", "red", "quotas.device_memory=1GiB")).isZero();
        assertThat(run("policy", "set", "blue", "share=5")).isZero();
    }

    @AfterEach
    void stop() {
        stack.close();
    }

    private int run(String... arguments) {
        return hira.runAt(stack.admin(), arguments);
    }

    @Test
    void shouldListChangesWithTheirAuthors() {
        assertThat(run("policy", "history", "--vm", "blue")).isZero();
        String when = "  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d  ";
        String author = ".* \\(user " + LocalPeers.own() + "\\)";
        assertThat(hira.out().lines())
                .satisfiesExactly(
                        last -> assertThat(last).matches("4" + when + author),
                        share -> assertThat(share).isEqualTo("    VM blue: share 3 → 5"),
                        first -> assertThat(first).matches("2" + when + author),
                        share -> assertThat(share).isEqualTo("    VM blue: share (none) → 3"));
        assertThat(run("policy", "history", "--before", "2")).isZero();
        assertThat(hira.out()).isEqualToIgnoringNewLines("there are no changes");
    }

    @Test
    void shouldShowTheDifferenceOfTwoStates() {
        assertThat(run("policy", "diff", "2")).isZero();
        assertThat(hira.out().lines())
                .containsExactly(
                        "    VM blue: share 3 → 5",
                        "    VM red: quotas.device_memory (none) → 1GiB");
        assertThat(run("policy", "diff", "3", "4")).isZero();
        assertThat(hira.out().lines()).containsExactly("    VM blue: share 3 → 5");
        assertThat(run("policy", "diff", "4")).isZero();
        assertThat(hira.out().lines()).containsExactly("nothing differs");
    }

    @Test
    void shouldRollBack() {
        assertThat(run("policy", "rollback", "2", "--check")).isZero();
        assertThat(hira.out()).startsWith("this would change:");
        assertThat(run("policy", "rollback", "2")).isZero();
        assertThat(hira.out().lines())
                .containsExactly(
                        "rolled back, as change 5:",
                        "    VM blue: share 5 → 3",
                        "    VM red: quotas.device_memory 1GiB → (none)");
        assertThat(run("policy", "rollback", "2")).isZero();
        assertThat(hira.out().lines()).containsExactly("the policy is as it was after change 2");
        assertThat(run("policy", "history", "--last", "1")).isZero();
        assertThat(hira.out().lines().findFirst().orElseThrow()).endsWith(", back to change 2");
        assertThat(run("class", "set", "gold", "share=4")).isZero();
        assertThat(run("class", "set", "plain", "share=1")).isZero();
        assertThat(run("policy", "history", "--last", "2")).isZero();
        assertThat(hira.out().lines().filter(line -> line.startsWith(" ")))
                .containsExactly(
                        "    class plain: share (none) → 1", "    class gold: share (none) → 4");
        assertThat(run("policy", "rollback", "77")).isNotZero();
        assertThat(hira.err()).contains("change 77 was asked; the router knows changes 1 to ");
    }
}
