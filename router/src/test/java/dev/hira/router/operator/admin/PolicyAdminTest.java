package dev.hira.router.operator.admin;

import static dev.hira.router.testing.AdminRig.fields;
import static dev.hira.router.testing.AdminRig.reason;
import static dev.hira.router.testing.AdminRig.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.FieldMask;
import dev.hira.admin.v1.AssignClassRequest;
import dev.hira.admin.v1.ClearPolicyRequest;
import dev.hira.admin.v1.DeleteClassRequest;
import dev.hira.admin.v1.GetClassRequest;
import dev.hira.admin.v1.GetPolicyRequest;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.ListClassesRequest;
import dev.hira.admin.v1.ListClassesResponse;
import dev.hira.admin.v1.Policy;
import dev.hira.admin.v1.Rate;
import dev.hira.admin.v1.SetClassRequest;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.admin.v1.VmClass;
import dev.hira.router.testing.AdminRig;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PolicyAdminTest {
    private static final Grant TRIPLE =
            Grant.newBuilder()
                    .setShare(3)
                    .setCap(500_000_000)
                    .putQuotas("memory", 1 << 20)
                    .putRates("calls", Rate.newBuilder().setPerSecond(100).build())
                    .build();

    @TempDir private Path folder;
    private AdminRig rig;

    @BeforeEach
    void start() throws Exception {
        rig = new AdminRig(folder, "");
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private Policy get(String vm) {
        return rig.admin().getPolicy(GetPolicyRequest.newBuilder().setVm(vm).build());
    }

    private Policy set(String vm, Grant grant, String... paths) {
        return rig.admin()
                .setPolicy(
                        SetPolicyRequest.newBuilder()
                                .setVm(vm)
                                .setGrant(grant)
                                .setUpdateMask(FieldMask.newBuilder().addAllPaths(List.of(paths)))
                                .build());
    }

    private VmClass setClass(String name, Grant grant) {
        return rig.admin()
                .setClass(SetClassRequest.newBuilder().setName(name).setGrant(grant).build());
    }

    private Policy assign(String vm, String name) {
        return rig.admin()
                .assignClass(AssignClassRequest.newBuilder().setVm(vm).setClass_(name).build());
    }

    @Test
    void shouldGiveEveryVmTheDefaultClass() {
        Policy policy = get("anyone");

        assertThat(policy.getClass_()).isEqualTo("default");
        assertThat(policy.getOwn()).isFalse();
        assertThat(policy.getGrant().getShare()).isEqualTo(1);
        assertThat(policy.getGrant().hasCap()).isFalse();
        assertThat(policy.getGrant().hasSessions()).isFalse();
    }

    @Test
    void shouldReplaceAWholeGrant() {
        set("blue", Grant.newBuilder().setShare(9).setSessions(4).build());
        Policy policy = set("blue", TRIPLE);

        assertThat(policy.getOwn()).isTrue();
        assertThat(policy.getGrant().getShare()).isEqualTo(3);
        assertThat(policy.getGrant().getCap()).isEqualTo(500_000_000);
        assertThat(policy.getGrant().hasSessions()).isFalse();
        assertThat(policy.getGrant().getRatesOrThrow("calls").getBurst()).isPositive();
        assertThat(get("blue")).isEqualTo(policy);
        assertThat(rig.control.grants().state().of("blue").quota("memory")).isEqualTo(1 << 20);
    }

    @Test
    void shouldChangeOnlyTheFieldsOfTheMask() {
        set("blue", TRIPLE);
        Grant other =
                Grant.newBuilder().setShare(7).setPriority(5).putDeviceQuotas("memory", 10).build();
        Grant now = set("blue", other, "priority", "cap", "device_quotas.memory").getGrant();

        assertThat(now.getShare()).isEqualTo(3);
        assertThat(now.getPriority()).isEqualTo(5);
        assertThat(now.hasCap()).as("the mask names it, the grant leaves it out").isFalse();
        assertThat(now.getDeviceQuotasMap()).containsEntry("memory", 10L);
        assertThat(now.getRatesMap()).containsOnlyKeys("calls");
        assertThat(set("blue", other, "rates").getGrant().getRatesMap()).isEmpty();
    }

    @Test
    void shouldBeginAPartialChangeWithWhatHoldsForTheClass() {
        setClass("gold", TRIPLE);
        assign("blue", "gold");
        Grant now = set("blue", Grant.newBuilder().setPriority(1).build(), "priority").getGrant();

        assertThat(now.getShare()).isEqualTo(3);
        assertThat(now.getQuotasMap()).containsEntry("memory", 1L << 20);
    }

    @Test
    void shouldTakeARepeatedChangeForNone() {
        long version = set("blue", TRIPLE).getVersion();

        assertThat(set("blue", TRIPLE).getVersion()).isEqualTo(version);
        assertThat(set("blue", TRIPLE, "share").getVersion()).isEqualTo(version);
        assertThat(assign("blue", "").getVersion()).isEqualTo(version);
        ClearPolicyRequest clear = ClearPolicyRequest.newBuilder().setVm("blue").build();
        assertThat(rig.admin().clearPolicy(clear).getVersion()).isEqualTo(version + 1);
        assertThat(rig.admin().clearPolicy(clear).getVersion()).isEqualTo(version + 1);
        assertThat(get("blue").getOwn()).isFalse();
    }

    @Test
    void shouldRefuseAChangeOfAnOlderVersion() {
        long version = get("blue").getVersion();
        set("green", TRIPLE);
        SetPolicyRequest late =
                SetPolicyRequest.newBuilder()
                        .setVm("blue")
                        .setGrant(TRIPLE)
                        .setVersion(version)
                        .build();
        StatusRuntimeException refusal = refusal(() -> rig.admin().setPolicy(late));

        assertThat(refusal.getStatus().getCode()).isEqualTo(Code.ABORTED);
        assertThat(reason(refusal)).isEqualTo("STALE_VERSION");
        assertThat(get("blue").getOwn()).isFalse();
    }

    @Test
    void shouldNameTheFieldsThatMakeNoSense() {
        Grant wrong =
                Grant.newBuilder()
                        .setShare(0)
                        .setCap(10)
                        .setReservation(20)
                        .putQuotas("memori", 1)
                        .putRates("calls", Rate.getDefaultInstance())
                        .build();
        StatusRuntimeException refusal = refusal(() -> set("blue", wrong));

        assertThat(refusal.getStatus().getCode()).isEqualTo(Code.INVALID_ARGUMENT);
        assertThat(fields(refusal))
                .contains(
                        "grant.share",
                        "grant.reservation",
                        "grant.quotas[memori]",
                        "grant.rates[calls].per_second");
        assertThat(refusal.getMessage()).contains("there are memory");
        assertThat(get("blue").getOwn()).isFalse();
    }

    @Test
    void shouldRefuseMasksAndNamesThatMeanNothing() {
        assertThat(fields(refusal(() -> set("blue", TRIPLE, "shares"))))
                .containsOnly("update_mask");
        assertThat(fields(refusal(() -> set("blue", TRIPLE, "share.x", "cap", ""))))
                .hasSize(2)
                .containsOnly("update_mask");
        assertThat(fields(refusal(() -> set(" ", TRIPLE)))).containsOnly("vm");
        assertThat(fields(refusal(() -> get("")))).containsOnly("vm");
        assertThat(fields(refusal(() -> set("x".repeat(300), TRIPLE)))).containsOnly("vm");
        assertThat(fields(refusal(() -> setClass("no/name", TRIPLE)))).containsOnly("name");
    }

    @Test
    void shouldRefuseNegativeNumbersRatherThanTakeThemForNoLimit() {
        set("blue", TRIPLE);
        Grant huge =
                Grant.newBuilder()
                        .setShare(-1)
                        .setCap(-1)
                        .setSessions(-1)
                        .putQuotas("memory", -5)
                        .build();
        assertThat(fields(refusal(() -> set("blue", huge))))
                .containsExactlyInAnyOrder(
                        "grant.share", "grant.cap", "grant.sessions", "grant.quotas[memory]");
        assertThat(fields(refusal(() -> set("blue", huge, "quotas.memory"))))
                .containsOnly("grant.quotas[memory]");
        assertThat(get("blue").getGrant().getQuotasMap()).containsEntry("memory", 1L << 20);
    }

    @Test
    void shouldLetAVmFollowItsClassInSettingsThatWereNotGivenToIt() {
        setClass("gold", TRIPLE);
        assign("blue", "gold");
        Policy policy = set("blue", Grant.newBuilder().setPriority(1).build(), "priority");
        assertThat(policy.getOwnSettingsList()).containsExactly("priority");

        setClass("gold", Grant.newBuilder().setShare(8).build());
        assertThat(get("blue").getGrant().getShare()).isEqualTo(8);
        assertThat(get("blue").getGrant().getPriority()).isEqualTo(1);
        assertThat(get("blue").getGrant().hasCap()).isFalse();
    }

    @Test
    void shouldChangeAllVmsOfAClassAtOnce() {
        setClass("gold", TRIPLE);
        assign("blue", "gold");
        assign("green", "gold");
        setClass("gold", Grant.newBuilder().setShare(8).build());

        assertThat(get("blue").getGrant().getShare()).isEqualTo(8);
        assertThat(get("green").getGrant().getShare()).isEqualTo(8);
        assertThat(get("red").getGrant().getShare()).isEqualTo(1);
        VmClass gold = rig.admin().getClass(GetClassRequest.newBuilder().setName("gold").build());
        assertThat(gold.getMembers()).isEqualTo(2);
    }

    @Test
    void shouldKeepClassesThatAreInUse() {
        setClass("gold", TRIPLE);
        assign("blue", "gold");
        StatusRuntimeException used = refusal(() -> delete("gold"));
        assign("blue", "default");
        delete("gold");

        for (StatusRuntimeException unknown :
                List.of(refusal(() -> delete("gold")), refusal(() -> assign("blue", "gold")))) {
            assertThat(unknown.getStatus().getCode()).isEqualTo(Code.NOT_FOUND);
            assertThat(unknown.getMessage()).contains("there is no class 'gold'");
        }
        assertThat(used.getStatus().getCode()).isEqualTo(Code.FAILED_PRECONDITION);
        assertThat(used.getMessage()).contains("1 VM, 'blue'");
        assertThat(reason(refusal(() -> delete("default")))).isEqualTo("DEFAULT_CLASS");
        assertThat(
                        refusal(() ->
                                        rig.admin()
                                                .getClass(
                                                        GetClassRequest.newBuilder()
                                                                .setName("gold")
                                                                .build()))
                                .getStatus()
                                .getCode())
                .isEqualTo(Code.NOT_FOUND);
    }

    private void delete(String name) {
        rig.admin().deleteClass(DeleteClassRequest.newBuilder().setName(name).build());
    }

    @Test
    void shouldListClassesInPages() {
        for (int i = 0; i < 7; i++) {
            setClass("c" + i, TRIPLE);
        }
        List<String> names = new ArrayList<>();
        String token = "";
        do {
            ListClassesResponse page =
                    rig.admin()
                            .listClasses(
                                    ListClassesRequest.newBuilder()
                                            .setPageSize(3)
                                            .setPageToken(token)
                                            .build());
            assertThat(page.getClassesCount()).isBetween(1, 3);
            page.getClassesList().forEach(c -> names.add(c.getName()));
            token = page.getNextPageToken();
        } while (!token.isEmpty());
        assertThat(names).containsExactly("c0", "c1", "c2", "c3", "c4", "c5", "c6", "default");
    }
}
