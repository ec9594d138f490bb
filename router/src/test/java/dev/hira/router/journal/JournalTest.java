package dev.hira.router.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.journal.JournalRig.Command;
import org.junit.jupiter.api.Test;

class JournalTest {
    private static final long RED = 0x10;
    private static final long BLUE = 0x20;
    private static final long MEMORY = 0x4000_0000;

    private final JournalRig rig = new JournalRig();
    private final Journal journal = rig.journal;

    private void assertRecreates() {
        assertThat(rig.recreated().state()).isEqualTo(rig.server.state());
    }

    @Test
    void shouldRecreateObjectsInTheContextsThatOwnThem() {
        rig.call(1, "cuCtxCreate", RED);
        rig.call(2, "cuCtxCreate", BLUE);
        rig.call(1, "cuMemAlloc", MEMORY, 4096);
        rig.call(2, "cuStreamCreate", 5);
        rig.call(2, "cuCtxSetCurrent", RED);
        rig.call(2, "cuEventCreate", 6);
        assertThat(journal.objects()).isEqualTo(5);
        assertRecreates();
    }

    @Test
    void shouldForgetObjectsWithTheirCalls() {
        rig.call(1, "cuCtxCreate", RED);
        long bytes = journal.bytes();
        rig.call(1, "cuMemAlloc", MEMORY, 4096);
        rig.call(1, "cuModuleLoadData", 7);
        rig.call(1, "cuModuleGetFunction", 8, 7);
        rig.call(1, "cuFuncSetAttribute", 8, 1, 99);
        rig.call(1, "cuMemFree", MEMORY);
        rig.call(1, "cuModuleUnload", 7);
        assertThat(journal.objects()).isEqualTo(1);
        assertThat(journal.bytes()).isEqualTo(bytes);
        rig.call(1, "cuCtxDestroy", RED);
        assertThat(journal.calls()).isZero();
        assertThat(journal.bytes()).isZero();
    }

    @Test
    void shouldKeepOnlyTheNewestOfASetting() {
        rig.call(1, "cuCtxCreate", RED);
        rig.call(1, "cuCtxSetLimit", 2, 100);
        rig.call(1, "cuCtxSetLimit", 3, 100);
        int calls = journal.calls();
        for (int i = 0; i < 1000; i++) {
            rig.call(1, "cuCtxSetLimit", 2, 200 + i);
        }
        assertThat(journal.calls()).isLessThanOrEqualTo(calls + 1);
        assertRecreates();
    }

    @Test
    void shouldReturnToTheFormerSettingWhenANewerOneFails() {
        rig.call(1, "cuCtxCreate", RED);
        rig.call(1, "cuModuleLoadData", 7);
        rig.call(1, "cuModuleGetFunction", 8, 7);
        rig.call(1, "cuFuncSetAttribute", 8, 1, 11);
        long second = rig.admit(1, false, "cuFuncSetAttribute", 8, 1, 22);
        long third = rig.admit(1, false, "cuFuncSetAttribute", 8, 1, 33);
        journal.failed(1, second);
        journal.failed(1, third);
        assertThat(rig.replayed())
                .filteredOn(c -> c.function().equals("cuFuncSetAttribute"))
                .extracting(c -> c.value(3))
                .containsExactly(11L);
    }

    @Test
    void shouldNotRecreateWhatWasNeverCreated() {
        rig.call(1, "cuCtxCreate", RED);
        rig.admit(1, false, "cuStreamCreate", 5);
        rig.admit(1, false, "cuStreamCreate", 5); // fails: the name is taken
        rig.admit(1, false, "cuCtxPushCurrent", 0x99); // fails: no such context
        rig.work();
        assertThat(journal.objects()).isEqualTo(2);
        assertRecreates();
    }

    @Test
    void shouldRecreateANameThatIsInUseAgainBeforeItsDeathIsReported() {
        rig.call(1, "cuCtxCreate", RED);
        rig.call(1, "cuMemAlloc", MEMORY, 4096);
        rig.admit(1, false, "cuMemFree", MEMORY);
        rig.admit(1, false, "cuMemAlloc", MEMORY, 8192);
        assertThat(journal.objects()).isEqualTo(3);
        rig.work();
        assertThat(journal.objects()).isEqualTo(2);
        assertThat(rig.replayed())
                .filteredOn(c -> c.function().equals("cuMemAlloc"))
                .extracting(c -> c.value(2))
                .containsExactly(8192L);
    }

    @Test
    void shouldRecreateADeadObjectForAsLongAsOthersNeedIt() {
        rig.call(1, "cuCtxCreate", RED);
        rig.call(1, "cuStreamCreate", 5);
        rig.call(1, "cuMemAllocAsync", MEMORY, 4096, 5);
        rig.call(1, "cuStreamDestroy", 5);
        assertThat(rig.replayed())
                .extracting(Command::function)
                .containsSubsequence("cuStreamCreate", "cuMemAllocAsync", "cuStreamDestroy");
        assertRecreates();
        rig.call(1, "cuMemFree", MEMORY);
        assertThat(rig.replayed())
                .extracting(Command::function)
                .doesNotContain("cuStreamCreate", "cuStreamDestroy");
        assertThat(journal.objects()).isEqualTo(1);
    }

    @Test
    void shouldRecreateTheStacksOfLanesWithDestroyedContexts() {
        rig.call(1, "cuCtxCreate", RED);
        rig.call(1, "cuCtxCreate", BLUE);
        rig.call(2, "cuCtxSetCurrent", RED);
        rig.call(2, "cuCtxPushCurrent", BLUE);
        rig.call(1, "cuCtxDestroy", BLUE);
        assertThat(rig.server.state()).endsWith("{1=[16], 2=[32, 16]}");
        assertRecreates();
        rig.laneEnded(2);
        assertThat(rig.replayed()).extracting(c -> c.value(1)).doesNotContain(BLUE);
    }

    @Test
    void shouldRecreateAPrimaryContextThatWasCreatedAnewWhereItIsCurrent() {
        long primary = ModelServer.primary(0);
        rig.call(1, "cuCtxCreate", RED);
        rig.call(1, "cuDevicePrimaryCtxRetain", primary, 0);
        rig.call(1, "cuCtxPushCurrent", primary);
        rig.call(1, "cuMemAlloc", MEMORY, 4096);
        rig.call(1, "cuDevicePrimaryCtxRelease", 0);
        assertThat(rig.server.state()).endsWith("{1=[" + primary + ", 16]}");
        assertRecreates();
        rig.call(1, "cuDevicePrimaryCtxRetain", primary, 0);
        rig.call(1, "cuMemAlloc", MEMORY, 4096);
        rig.call(1, "cuStreamCreate", 5);
        assertThat(rig.server.state())
                .contains("memory of " + primary)
                .contains("stream of " + primary);
        assertRecreates();
        rig.call(1, "cuCtxPopCurrent");
        rig.call(1, "cuEventCreate", 6);
        assertThat(rig.server.state()).contains("event of " + RED);
        assertRecreates();
    }

    @Test
    void shouldNotNeedAContextThatAnUnsettledCallMayHaveEnded() {
        long primary = ModelServer.primary(0);
        rig.call(2, "cuCtxCreate", RED);
        rig.call(2, "cuModuleLoadData", 7);
        rig.call(2, "cuModuleGetFunction", 8, 7);
        rig.call(1, "cuDevicePrimaryCtxRetain", primary, 0);
        rig.call(1, "cuCtxSetCurrent", primary);
        rig.admit(1, false, "cuDevicePrimaryCtxRelease", 0);
        rig.admit(1, false, "cuFuncSetAttribute", 8, 1, 99);
        String dead = rig.killed().state();
        assertThat(rig.rebuilt().state()).isEqualTo(dead);
    }

    @Test
    void shouldNotNeedAContextWhoseCreationFailedWithTheServer() {
        long primary = ModelServer.primary(0);
        rig.call(1, "cuDevicePrimaryCtxRetain", primary, 0);
        rig.call(1, "cuCtxSetCurrent", primary);
        rig.call(1, "cuDevicePrimaryCtxRelease", 0);
        rig.admit(2, true, "cuDevicePrimaryCtxRetain", primary, 0);
        rig.admit(1, false, "cuMemAlloc", MEMORY, 4096);
        rig.admit(1, false, "cuDevicePrimaryCtxReset", 0);
        assertThat(rig.killed().objects()).isZero();
        assertThat(rig.rebuilt().objects()).isZero();
    }

    @Test
    void shouldNotNeedAContextThatEndsUnderTheNameOfANewerOne() {
        long primary = ModelServer.primary(0);
        rig.call(1, "cuCtxCreate", RED);
        rig.call(2, "cuDevicePrimaryCtxRetain", primary, 0);
        rig.call(2, "cuCtxSetCurrent", primary);
        rig.call(2, "cuEventCreate", 6);
        rig.admit(3, false, "cuDevicePrimaryCtxRetain", primary, 0);
        rig.admit(3, false, "cuDevicePrimaryCtxRelease", 0);
        rig.admit(3, false, "cuEventRecord", 6, 5);
        assertThat(rig.killed().objects()).isEqualTo(1);
        assertThat(rig.rebuilt().objects()).isEqualTo(1);
    }

    @Test
    void shouldRecreateVariablesThatTheDeviceHasPlaced() {
        rig.call(1, "cuCtxCreate", RED);
        rig.call(1, "cuModuleLoadData", 7);
        rig.call(1, "cuModuleGetGlobal", 7);
        rig.call(1, "cuModuleGetGlobal", 7);
        assertThat(rig.replayed())
                .extracting(Command::function)
                .containsOnlyOnce("cuModuleGetGlobal");
        assertRecreates();
        rig.call(1, "cuModuleUnload", 7);
        assertThat(journal.objects()).isEqualTo(1);
    }

    @Test
    void shouldForgetASettingThatWasTakenBack() {
        rig.call(1, "cuCtxCreate", BLUE);
        rig.call(1, "cuCtxCreate", RED);
        int calls = journal.calls();
        rig.call(1, "cuCtxEnablePeerAccess", BLUE);
        rig.call(1, "cuCtxDisablePeerAccess", BLUE);
        assertThat(journal.calls()).isEqualTo(calls);
        assertRecreates();
    }

    @Test
    void shouldStaySmallHoweverLongAGuestNeverWaits() {
        rig.call(1, "cuCtxCreate", RED);
        rig.call(1, "cuStreamCreate", 5);
        rig.call(1, "cuEventCreate", 6);
        for (int i = 0; i < 333_334; i++) {
            rig.admit(1, false, "cuEventRecord", 6, 5);
            rig.admit(1, false, "cuCtxPushCurrent", RED);
            rig.admit(1, false, "cuCtxPopCurrent");
            rig.work();
        }
        assertThat(journal.calls()).isLessThan(100);
        assertThat(journal.bytes()).isLessThan(150_000);
        assertRecreates();
    }
}
