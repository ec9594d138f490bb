package dev.hira.router.operator.admin;

import static dev.hira.router.testing.AdminRig.fields;
import static dev.hira.router.testing.AdminRig.reason;
import static dev.hira.router.testing.AdminRig.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.AssignClassRequest;
import dev.hira.admin.v1.DeviceUsage;
import dev.hira.admin.v1.EvictVmRequest;
import dev.hira.admin.v1.ForgetVmRequest;
import dev.hira.admin.v1.ForgetVmResponse;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.ListDevicesRequest;
import dev.hira.admin.v1.ListVmsRequest;
import dev.hira.admin.v1.ListVmsResponse;
import dev.hira.admin.v1.PauseVmRequest;
import dev.hira.admin.v1.Reason;
import dev.hira.admin.v1.ResumeVmRequest;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmOrder;
import dev.hira.admin.v1.VmState;
import dev.hira.policy.Admission.Delay;
import dev.hira.policy.Admission.Deny;
import dev.hira.policy.model.Grant;
import dev.hira.router.operator.control.VmOnDevice;
import dev.hira.router.session.SessionRegistry;
import dev.hira.router.session.SessionRegistry.Registration;
import dev.hira.router.testing.AdminRig;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VmAdminTest {
    @TempDir private Path folder;
    private AdminRig rig;

    @BeforeEach
    void start() throws Exception {
        rig = new AdminRig(folder, "hira.router.limits.sessions = 10000");
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private Vm vm(String name) {
        return rig.admin().getVm(GetVmRequest.newBuilder().setVm(name).build());
    }

    private Vm pause(String vm) {
        Vm answer = rig.admin().pauseVm(PauseVmRequest.newBuilder().setVm(vm).build());
        rig.rig.pump.run();
        return answer;
    }

    private Vm resume(String vm) {
        Vm answer = rig.admin().resumeVm(ResumeVmRequest.newBuilder().setVm(vm).build());
        rig.rig.pump.run();
        return answer;
    }

    private Vm evict(String vm, String reason) {
        Vm answer =
                rig.admin()
                        .evictVm(EvictVmRequest.newBuilder().setVm(vm).setReason(reason).build());
        rig.rig.pump.run();
        return answer;
    }

    private void work(Peer guest, long call) {
        guest.send(new Calls(call).call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.rig.pump.run();
    }

    private List<Long> arrived(Peer server) {
        return server.records().stream().map(Calls.Seen::call).toList();
    }

    @Test
    void shouldForgetAVmThatHasNoSession() {
        Peer guest = rig.open("blue");
        rig.control
                .grants()
                .change(state ->
                        state.withOwn("bleu", Grant.STANDARD.edit().quota("memory", 5000).build()));
        assertThat(vm("bleu").getOwnPolicy()).isTrue();
        pause("bleu");

        forget("bleu");

        assertThat(refusal(() -> vm("bleu")).getStatus().getCode()).isEqualTo(Code.NOT_FOUND);
        assertThat(refusal(() -> forget("bleu")).getStatus().getCode()).isEqualTo(Code.NOT_FOUND);
        assertThat(rig.control.grants().state().own()).isEmpty();
        assertThat(refusal(() -> forget("blue")).getMessage())
                .contains("the VM 'blue' has sessions; evict it");
        guest.link().kill();
        rig.rig.pump.run();
        forget("blue");
        assertThat(refusal(() -> vm("blue")).getStatus().getCode()).isEqualTo(Code.NOT_FOUND);
    }

    @Test
    void shouldKeepThePolicyOfAVmWhoseSessionIsBeingOpened() {
        rig.control.grants().change(state -> state.withOwn("blue", Grant.STANDARD));
        SessionRegistry registry = rig.rig.services.registry();
        Registration opening = (Registration) registry.enter("blue", 1);
        assertThat(vm("blue").getUsage().getSessions()).isZero();

        assertThat(reason(refusal(() -> forget("blue")))).isEqualTo("HAS_SESSIONS");
        assertThat(rig.control.grants().state().own()).containsOnlyKeys("blue");

        registry.leave(opening);
        forget("blue");
        assertThat(rig.control.grants().state().own()).isEmpty();
    }

    private void forget(String vm) {
        ForgetVmResponse _ = rig.admin().forgetVm(ForgetVmRequest.newBuilder().setVm(vm).build());
    }

    @Test
    void shouldTellWhatAVmDid() {
        Peer guest = rig.open("blue");
        rig.open("blue");
        guest.send(new Calls(1).call(ToyCatalog.ALLOC, true, 1, 1000).frame());
        rig.rig.pump.run();
        rig.rig.policy.decide(command -> new Deny("quota", 0, "no"));
        work(guest, 5);
        rig.control
                .grants()
                .change(state ->
                        state.withOwn("blue", Grant.STANDARD.edit().quota("memory", 5000).build()));
        Vm blue = vm("blue");

        assertThat(blue.getState()).isEqualTo(VmState.VM_STATE_RUNNING);
        assertThat(blue.getOwnPolicy()).isTrue();
        assertThat(blue.getUsage().getSessions()).isEqualTo(2);
        assertThat(blue.getUsage().getCommands()).isEqualTo(2);
        assertThat(blue.getUsage().getCommandsDenied()).isEqualTo(1);
        assertThat(blue.getUsage().getBytesIn()).isPositive();
        assertThat(blue.getUsage().getDeniedList())
                .extracting(Reason::getName, Reason::getCommands)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("quota", 1L));
        assertThat(blue.getUsage().getResources(0).getName()).isEqualTo("memory");
        assertThat(blue.getUsage().getResources(0).getHeld()).isEqualTo(1000);
        assertThat(blue.getUsage().getResources(0).getQuota()).isEqualTo(5000);
    }

    @Test
    void shouldExpectAVmThatWasGivenAPolicyButNeverCame() {
        rig.control.grants().change(state -> state.withOwn("blue", Grant.STANDARD));
        assertThat(vm("blue").getState()).isEqualTo(VmState.VM_STATE_EXPECTED);
        rig.open("blue");
        assertThat(vm("blue").getState()).isEqualTo(VmState.VM_STATE_RUNNING);
    }

    @Test
    void shouldRememberTheTotalsOfEndedSessions() {
        Peer guest = rig.open("blue");
        work(guest, 1);
        work(guest, 2);
        guest.link().kill();
        rig.rig.pump.run();
        work(rig.open("blue"), 1);

        assertThat(vm("blue").getUsage().getSessions()).isEqualTo(1);
        assertThat(vm("blue").getUsage().getCommands()).isEqualTo(3);
    }

    @Test
    void shouldTellHowVmsShareDevices() {
        rig.open("blue");
        rig.open("green");
        rig.control.uses.add(new VmOnDevice("s1/0", "blue", 3_000_000_000L, 2, 1));
        rig.control.uses.add(new VmOnDevice("s1/0", "green", 1_000_000_000L, 1, 0));
        Vm blue = vm("blue");
        DeviceUsage device =
                rig.admin().listDevices(ListDevicesRequest.getDefaultInstance()).getDevices(0);

        assertThat(blue.getUsage().getDeviceTime().getSeconds()).isEqualTo(3);
        assertThat(blue.getUsage().getDevices(0).getInFlight()).isEqualTo(2);
        assertThat(device.getName()).isEqualTo("s1/0");
        assertThat(device.getInFlight()).isEqualTo(3);
        assertThat(device.getWaiting()).isEqualTo(1);
        assertThat(device.getDeviceTime().getSeconds()).isEqualTo(4);
    }

    @Test
    void shouldLetTheCommandsOfAPausedVmWaitAndGoOnInOrder() {
        Peer guest = rig.open("blue");
        Peer server = rig.rig.server();
        Peer otherGuest = rig.open("green");
        Peer otherServer = rig.rig.server();
        work(guest, 1);
        assertThat(pause("blue").getState()).isEqualTo(VmState.VM_STATE_PAUSED);
        pause("blue");
        work(guest, 2);
        work(guest, 3);
        work(otherGuest, 1);

        assertThat(arrived(server)).containsExactly(1L);
        assertThat(arrived(otherServer)).containsExactly(1L);
        assertThat(guest.isOpen()).isTrue();
        Vm paused = vm("blue");
        assertThat(paused.getUsage().getWaiting()).isEqualTo(1);
        assertThat(paused.getUsage().getDelayed(0).getName()).isEqualTo("paused");
        rig.rig.policy.resumeAll();
        rig.rig.pump.run();
        assertThat(arrived(server)).as("whatever the policy says").containsExactly(1L);

        assertThat(resume("blue").getState()).isEqualTo(VmState.VM_STATE_RUNNING);
        assertThat(arrived(server)).containsExactly(1L, 2L, 3L);
        assertThat(vm("blue").getUsage().getWaiting()).isZero();
    }

    @Test
    void shouldLetAPausedVmOpenSessionsThatWait() {
        rig.open("blue");
        pause("blue");
        Peer late = rig.open("blue");
        Peer server = rig.rig.server();
        work(late, 1);

        assertThat(late.isOpen()).isTrue();
        assertThat(server.records()).isEmpty();
        resume("blue");
        assertThat(arrived(server)).containsExactly(1L);
    }

    @Test
    void shouldTakeBackTheTurnOfACommandThatWaitedWhenItsVmWasPaused() {
        rig.rig.policy.decide(command -> new Delay("rate"));
        Peer guest = rig.open("blue");
        Peer server = rig.rig.server();
        work(guest, 1);
        pause("blue");

        assertThat(rig.rig.policy.withdrawals()).isEqualTo(1);
        assertThat(vm("blue").getUsage().getDelayedList())
                .extracting(Reason::getName)
                .containsExactly("paused", "rate");
        resume("blue");
        assertThat(server.records()).isEmpty();
        rig.rig.policy.decide(command -> dev.hira.policy.Admission.ADMIT);
        rig.rig.policy.resumeAll();
        rig.rig.pump.run();
        assertThat(arrived(server)).containsExactly(1L);
    }

    @Test
    void shouldEndTheSessionsOfAnEvictedVmAndLetNoneInUntilItIsResumed() {
        Peer guest = rig.open("blue");
        Peer other = rig.open("green");
        evict("blue", "unpaid");

        LinkStatus unpaid = new LinkStatus(Cause.REFUSED, "unpaid");
        assertThat(guest.status()).isEqualTo(unpaid);
        assertThat(other.isOpen()).isTrue();
        assertThat(rig.open("blue").status()).isEqualTo(unpaid);
        assertThat(vm("blue").getState()).isEqualTo(VmState.VM_STATE_EVICTED);
        assertThat(vm("blue").getUsage().getSessions()).isZero();
        resume("blue");
        assertThat(rig.open("blue").isOpen()).isTrue();
    }

    @Test
    void shouldNameTheOperatorWhenAnEvictionHasNoReason() {
        Peer guest = rig.open("blue");
        evict("blue", "");

        assertThat(guest.status().message()).isEqualTo("an operator evicted the VM 'blue'");
    }

    @Test
    void shouldNotKnowVmsThatNeverCame() {
        for (StatusRuntimeException refusal :
                List.of(
                        refusal(() -> vm("bleu")),
                        refusal(() -> pause("bleu")),
                        refusal(() -> resume("bleu")),
                        refusal(() -> evict("bleu", "")))) {
            assertThat(refusal.getStatus().getCode()).isEqualTo(Code.NOT_FOUND);
            assertThat(reason(refusal)).isEqualTo("NOT_FOUND");
            assertThat(refusal.getMessage()).contains("there is no VM 'bleu'");
        }
    }

    @Test
    void shouldListFiveThousandVmsInPages() {
        List<String> names = IntStream.range(0, 5000).mapToObj(i -> "vm" + (100_000 + i)).toList();
        rig.openAll(names);
        List<String> seen = new ArrayList<>();
        String token = "";
        int pages = 0;
        do {
            ListVmsResponse page =
                    rig.admin()
                            .listVms(
                                    ListVmsRequest.newBuilder()
                                            .setPageSize(10_000)
                                            .setPageToken(token)
                                            .build());
            assertThat(page.getVmsCount()).isBetween(1, 1000);
            page.getVmsList().forEach(vm -> seen.add(vm.getName()));
            token = page.getNextPageToken();
            pages++;
        } while (!token.isEmpty());

        assertThat(seen).isEqualTo(names);
        assertThat(pages).isEqualTo(5);
        assertThat(rig.admin().listVms(ListVmsRequest.getDefaultInstance()).getVmsCount())
                .isEqualTo(100);
    }

    @Test
    void shouldListTheBusiestFirst() {
        rig.openAll(List.of("a", "b", "c"));
        ListVmsRequest busiest =
                ListVmsRequest.newBuilder().setOrder(VmOrder.VM_ORDER_SHARE).setPageSize(2).build();
        vm("a"); // the shares are measured from an earlier moment
        rig.control.uses.add(new VmOnDevice("s1/0", "c", 3, 0, 0));
        rig.control.uses.add(new VmOnDevice("s1/0", "b", 1, 0, 0));

        ListVmsResponse page = rig.admin().listVms(busiest);
        assertThat(page.getVmsList()).extracting(Vm::getName).containsExactly("c", "b");
        assertThat(page.getNextPageToken()).isEmpty();
        assertThat(
                        fields(
                                refusal(() ->
                                        rig.admin()
                                                .listVms(
                                                        busiest.toBuilder()
                                                                .setPageToken("b")
                                                                .build()))))
                .containsExactly("page_token");
    }

    @Test
    void shouldListOnlyWhatIsAskedFor() {
        rig.openAll(List.of("a", "b"));
        rig.admin()
                .assignClass(
                        AssignClassRequest.newBuilder().setVm("c").setClass_("default").build());
        rig.control
                .grants()
                .change(state ->
                        state.withClass("gold", Grant.STANDARD)
                                .withMember("b", "gold")
                                .withMember("d", "gold"));

        assertThat(names(ListVmsRequest.newBuilder())).containsExactly("a", "b", "d");
        assertThat(names(ListVmsRequest.newBuilder().setActive(true))).containsExactly("a", "b");
        assertThat(names(ListVmsRequest.newBuilder().setClass_("gold"))).containsExactly("b", "d");
    }

    private List<String> names(ListVmsRequest.Builder request) {
        return rig.admin().listVms(request.build()).getVmsList().stream().map(Vm::getName).toList();
    }

    @Test
    void shouldRefuseRequestsThatMeanNothing() {
        assertThat(fields(refusal(() -> names(ListVmsRequest.newBuilder().setPageSize(-1)))))
                .containsExactly("page_size");
        assertThat(fields(refusal(() -> names(ListVmsRequest.newBuilder().setOrderValue(77)))))
                .containsExactly("order");
        assertThat(
                        fields(
                                refusal(() ->
                                        rig.admin()
                                                .listDevices(
                                                        ListDevicesRequest.newBuilder()
                                                                .setPageSize(-5)
                                                                .build()))))
                .containsExactly("page_size");
    }
}
