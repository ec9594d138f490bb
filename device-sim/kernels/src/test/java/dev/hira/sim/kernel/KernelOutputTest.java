package dev.hira.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.kernel.KernelOutput.Text;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KernelOutputTest {
    private final List<String> passed = new ArrayList<>();

    private KernelOutput output(boolean byLaunch, long room) {
        return new KernelOutput(() -> room, () -> byLaunch, passed::add);
    }

    @Test
    void shouldGiveTheTextOfEachGridWithoutThatOfOthers() {
        KernelOutput output = output(true, 1000);
        output.add(new Text(1, "a"));
        output.add(new Text(2, "x"));
        output.add(new Text(1, "b"));
        output.flush();
        assertThat(passed).as("at a synchronization").isEmpty();
        assertThat(output.takeOf(1)).isEqualTo("ab");
        assertThat(output.takeOf(1)).isEmpty();
        assertThat(output.pending()).containsExactly(new Text(2, "x"));
        assertThat(output.takeOf(2)).isEqualTo("x");
    }

    @Test
    void shouldGiveBackTheRoomOfTextThatWasTaken() {
        KernelOutput output = output(true, 40);
        for (int grid = 1; grid < 10; grid++) {
            output.add(new Text(grid, "12345678"));
            assertThat(output.takeOf(grid)).isEqualTo("12345678");
        }
        output.add(new Text(1, "old"));
        output.add(new Text(1, "1234"));
        output.add(new Text(1, "5678"));
        assertThat(output.takeOf(1)).as("without what was displaced").isEqualTo("12345678");
    }

    @Test
    void shouldPassAllTextOnAtASynchronizationOtherwise() {
        KernelOutput output = output(false, 1000);
        output.add(new Text(1, "a"));
        output.add(new Text(2, "b"));
        assertThat(output.takeOf(1)).isEmpty();
        output.flush();
        assertThat(passed).containsExactly("ab");
    }
}
