package dev.hira.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import dev.hira.admin.v1.DeviceUsage;
import dev.hira.admin.v1.GetStatusResponse;
import dev.hira.admin.v1.Reason;
import dev.hira.admin.v1.ResourceUsage;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmDeviceUsage;
import dev.hira.admin.v1.VmState;
import dev.hira.admin.v1.VmUsage;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The screen of {@code top} at 80 and at 200 columns, and what keys do to it. */
final class TopKeysTest {
    private static final long SECOND = 1_000_000_000L;

    private final TopHistory history = new TopHistory();
    private final TopState state = new TopState(TopOrder.USE);
    private Snapshot now = snapshot(0);

    /**
     * Returns the state after some seconds, in which a queue grows and blue waits half of the time.
     */
    private static Snapshot snapshot(int second) {
        return new Snapshot(
                GetStatusResponse.newBuilder()
                        .setVersion("1")
                        .setServers(1)
                        .setServersUp(1)
                        .build(),
                List.of(
                        DeviceUsage.newBuilder()
                                .setName("rack1/0")
                                .setServing(true)
                                .setScheduler("fair")
                                .setUtilization(0.97)
                                .setInFlight(4)
                                .setWaiting(second)
                                .setMemoryBytes(4L << 30)
                                .build()),
                List.of(
                        vm("blue", 0.75, second, 500L * second),
                        vm("green", 0.2, 0, 0),
                        vm("indigo", 0.05, 1, 100L * second)));
    }

    private static Vm vm(String name, double share, int waiting, long queueMillis) {
        Duration queue =
                Duration.newBuilder()
                        .setSeconds(queueMillis / 1000)
                        .setNanos((int) (queueMillis % 1000) * 1_000_000)
                        .build();
        VmUsage.Builder usage =
                VmUsage.newBuilder()
                        .setUtilization(share)
                        .setSessions(1)
                        .setWaiting(waiting)
                        .addDevices(
                                VmDeviceUsage.newBuilder()
                                        .setDevice("rack1/0")
                                        .setUtilization(share))
                        .addDelayed(
                                Reason.newBuilder()
                                        .setName("rate")
                                        .setTime(Duration.newBuilder().setSeconds(90)))
                        .addDelayed(Reason.newBuilder().setName("queue").setTime(queue))
                        .addResources(
                                ResourceUsage.newBuilder()
                                        .setName("device_memory")
                                        .setUnit("bytes")
                                        .setHeld(1 << 20)
                                        .setQuota(2 << 20));
        return Vm.newBuilder()
                .setName(name)
                .setState(VmState.VM_STATE_RUNNING)
                .setClass_("gold")
                .setUsage(usage)
                .build();
    }

    private void watch(int seconds) {
        for (int second = 0; second <= seconds; second++) {
            now = snapshot(second);
            history.add(now, second * SECOND);
        }
    }

    private List<String> screen(int width) {
        return TopView.lines(state.of(now), state, history, width, 24);
    }

    private void press(int... keys) {
        for (int key : keys) {
            state.press(key, state.of(now));
        }
    }

    private void type(String keys) {
        press(keys.chars().toArray());
    }

    private List<String> names() {
        return state.of(now).vms().stream().map(Vm::getName).toList();
    }

    @Test
    void shouldShowAllDetailsInANarrowWindow() {
        watch(5);
        press('\n');
        List<String> whole = TopView.lines(state.of(now), state, history, 400, 400);
        String words = String.join(" ", whole.subList(2, whole.size() - 1)).replaceAll("\\s+", " ");

        StringBuilder seen = new StringBuilder();
        String last = "";
        for (int line = 0; line < 60; line++) {
            List<String> small = TopView.lines(state.of(now), state, history, 40, 12);
            assertThat(small).hasSizeLessThanOrEqualTo(12).allMatch(each -> each.length() <= 40);
            String top = small.get(2);
            if (line == 0) {
                seen.append(String.join(" ", small.subList(2, small.size() - 1)));
            } else if (!small.get(small.size() - 2).equals(last)) {
                seen.append(' ').append(small.get(small.size() - 2));
            }
            last = small.get(small.size() - 2);
            assertThat(top).isNotNull();
            press('j');
        }
        assertThat(seen.toString().replaceAll("\\s+", " ")).isEqualTo(words);
        press('k', 'k');
        assertThat(TopView.lines(state.of(now), state, history, 40, 12).getLast())
                .startsWith("up, down: scroll");
    }

    @Test
    void shouldShowSharesQueuesAndWaitsAt200Columns() {
        watch(5);

        assertThat(screen(200))
                .allMatch(line -> line.length() <= 200)
                .anyMatch(line -> line.startsWith("rack1/0  ") && line.contains("97.0 %"))
                .anyMatch(line ->
                        line.equals("  queue ▁▃▄▆▇█  blue 75.0 %, green 20.0 %, indigo 5.0 %"))
                .anyMatch(line -> line.startsWith("blue") && line.endsWith("  queue 0.5"))
                .anyMatch(line -> line.startsWith("green") && line.endsWith(" rate"))
                .anyMatch(line -> line.startsWith("by use   u m w n: sort   /: filter"));
    }

    @Test
    void shouldNameReasonsAtEveryWidthAfterAWholeMinute() {
        watch(60);

        for (int width = 80; width <= 200; width++) {
            assertThat(screen(width))
                    .as("%d columns", width)
                    .anyMatch(line -> line.startsWith("blue") && line.matches(".* queue( 0.5)?"));
        }
    }

    @Test
    void shouldShowTheSameWithin80Columns() {
        watch(5);

        assertThat(screen(80))
                .allMatch(line -> line.length() <= 80)
                .anyMatch(line ->
                        line.equals("  queue ▁▃▄▆▇█  blue 75.0 %, green 20.0 %, indigo 5.0 %"))
                .anyMatch(line -> line.startsWith("blue") && line.endsWith(" queue"))
                .anyMatch(line -> line.startsWith("VM") && line.endsWith("HELD UP BY"));
    }

    @Test
    void shouldKeepTheLinesOfKeysOnASmallScreen() {
        watch(2);

        List<String> lines = TopView.lines(state.of(now), state, history, 40, 5);

        assertThat(lines).hasSize(5).allMatch(line -> line.length() <= 40);
        assertThat(lines.getLast()).startsWith("by use ");
    }

    @Test
    void shouldSortAndFilterByKeys() {
        press('n');
        assertThat(names()).containsExactly("blue", "green", "indigo");
        press('u');
        type("/q");
        assertThat(names()).isEmpty();
        assertThat(screen(80).getLast()).contains("filter: q_");
        press(127);
        type("in\n");
        assertThat(names()).containsExactly("indigo");
        press('w');
        assertThat(names()).containsExactly("indigo");
        assertThat(screen(80).getLast()).startsWith("by waiting   filter: in ");
        press(27, Screen.NO_KEY);
        assertThat(names()).hasSize(3);
        assertThat(state.hasEnded()).isFalse();
        press('q');
        assertThat(state.hasEnded()).isTrue();
    }

    @Test
    void shouldShowTheMarkedVmAlone() {
        watch(5);
        press(27, '[', 'b');
        press('j', 'k');
        assertThat(screen(80)).anyMatch(line -> line.startsWith("green◂"));
        press(27, '[', 'a', 27, '[', 'a');
        assertThat(screen(200)).anyMatch(line -> line.startsWith("blue◂"));

        press('\n');

        assertThat(screen(80))
                .anyMatch(line -> line.startsWith("VM blue: running, class gold"))
                .anyMatch(line -> line.matches("  waiting sessions +▁▃▄▆▇█"))
                .anyMatch(line -> line.matches("  held up by queue +0.5 commands now"))
                .anyMatch(line -> line.matches("  delayed .*rate .*queue .*"))
                .noneMatch(line -> line.startsWith("green"))
                .allMatch(line -> line.length() <= 80);
        press(27, 'j');
        assertThat(screen(80)).as("after Esc").anyMatch(line -> line.startsWith("green◂"));
    }

    @Test
    void shouldEndWithTheInputAndStayWithoutVms() {
        now = new Snapshot(now.status(), List.of(), List.of());
        type("\njk");
        assertThat(screen(80)).noneMatch(line -> line.contains("◂"));
        press(Screen.END);
        assertThat(state.hasEnded()).isTrue();
    }

    @Test
    void shouldDrawTheLatestValues() {
        assertThat(Sparkline.of(new int[] {0, 1, 2, 4, 8}, 4)).isEqualTo("▂▃▅█");
        assertThat(Sparkline.of(new int[] {0, 0}, 4)).isEqualTo("  ▁▁");
        assertThat(Sparkline.of(new int[] {}, 3)).isEqualTo("   ");
        assertThat(Sparkline.of(new int[] {Integer.MAX_VALUE, 1}, 2)).isEqualTo("█▂");
    }

    @Test
    void shouldForgetWhatIsOlderThanItShows() {
        IntStream.range(0, 1000).forEach(second -> history.add(snapshot(second), second * SECOND));

        assertThat(history.ofDevice("rack1/0")).hasSize(60).endsWith(998, 999);
        assertThat(history.waits("none")).isEmpty();
    }
}
