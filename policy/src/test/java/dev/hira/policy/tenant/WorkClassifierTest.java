package dev.hira.policy.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.gate.KernelHistory;
import dev.hira.policy.model.ResourceRole;
import dev.hira.policy.sim.SimCommand;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WorkClassifierTest {
    private final KernelHistory history = new KernelHistory(WorkClassifier.DIRECTION_COUNT);
    private final SimCommand command = new SimCommand();

    private long estimate(ResourceRole role) {
        WorkClassifier works =
                new WorkClassifier(history, List.of(ResourceRole.NONE, ResourceRole.NONE, role));
        command.consumed[2] = 1 << 20;
        works.look(command);
        return works.estimate(null);
    }

    @Test
    void shouldKnowCopiesByTheRoleOfTheirResource() {
        long other = estimate(ResourceRole.NONE);
        assertThat(estimate(ResourceRole.COPY_OUT)).isEqualTo(history.copy(1, 1 << 20));
        assertThat(estimate(ResourceRole.COPY_OUT)).isNotEqualTo(other);
    }
}
