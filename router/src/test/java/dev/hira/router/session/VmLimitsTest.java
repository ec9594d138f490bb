package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.model.Grant;
import dev.hira.router.testing.ToyCatalog;
import org.junit.jupiter.api.Test;

final class VmLimitsTest {
    private static final long UNLIMITED = 0;

    @Test
    void shouldFindTheMemoryOfAnApiByItsRole() {
        Grant grant = Grant.STANDARD.edit().quota("memory", 1000).build();
        assertThat(VmLimits.memory(grant, new ToyCatalog())).isEqualTo(1000);
        Grant other = Grant.STANDARD.edit().quota("device_memory", 1000).build();
        assertThat(VmLimits.memory(other, new ToyCatalog())).isEqualTo(UNLIMITED);
    }

    @Test
    void shouldTakeTheLowerOfTheQuotas() {
        Grant grant =
                Grant.STANDARD.edit().quota("memory", 1000).deviceQuota("memory", 500).build();
        assertThat(VmLimits.memory(grant, new ToyCatalog())).isEqualTo(500);
    }
}
