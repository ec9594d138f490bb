package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.model.Grant;
import dev.hira.router.config.LimitsConfig;
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

    @Test
    void shouldTakeTheLowerLimitsOfRouterAndGrant() {
        LimitsConfig own = new LimitsConfig(100, 10, 3, 40, 5, 6, 7);
        Grant lower = Grant.STANDARD.edit().sessions(9).handles(39).build();
        assertThat(VmLimits.of(own, lower)).isEqualTo(new LimitsConfig(100, 9, 3, 39, 5, 6, 7));
        assertThat(VmLimits.of(own, Grant.STANDARD)).isEqualTo(own);
    }

    @Test
    void shouldTellAServerTheQuotaOverAllDevices() {
        Grant grant =
                Grant.STANDARD.edit().quota("memory", 1000).deviceQuota("memory", 500).build();
        assertThat(VmLimits.quota(grant, new ToyCatalog())).isEqualTo(1000);
        assertThat(VmLimits.quota(Grant.STANDARD, new ToyCatalog())).isEqualTo(UNLIMITED);
    }

    @Test
    void shouldNotTellAServerThatAVmWithoutMemoryMayHaveAny() {
        Grant none = Grant.STANDARD.edit().quota("memory", 0).build();
        assertThat(VmLimits.quota(none, new ToyCatalog())).isNotEqualTo(UNLIMITED);
    }
}
