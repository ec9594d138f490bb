package dev.hira.router.operator.admin;

import dev.hira.admin.v1.EvictVmRequest;
import dev.hira.admin.v1.ForgetVmRequest;
import dev.hira.admin.v1.ForgetVmResponse;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.ListVmsRequest;
import dev.hira.admin.v1.ListVmsResponse;
import dev.hira.admin.v1.PauseVmRequest;
import dev.hira.admin.v1.ResumeVmRequest;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmOrder;
import dev.hira.policy.model.Protection;
import dev.hira.router.operator.access.Author;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.admin.message.SessionMessages;
import dev.hira.router.operator.admin.message.VmCensus;
import dev.hira.router.operator.admin.message.VmMessages;
import dev.hira.router.operator.changes.Changes;
import dev.hira.router.operator.changes.StoredPolicy;
import dev.hira.router.operator.control.PolicyControl;
import dev.hira.router.operator.control.ShareMeter;
import dev.hira.router.operator.control.VmOnDevice;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.EventKind;
import dev.hira.router.operator.vms.VmStanding;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionRegistry;
import dev.hira.router.session.SessionView.ProtectionNow;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The admin service's requests about VMs: their use and their standing. */
final class VmAdmin {
    private static final Logger LOG = LoggerFactory.getLogger(VmAdmin.class);

    private final RouterServices services;
    private final PolicyControl control;
    private final Changes changes;
    private final ShareMeter shares;
    private final VmMessages messages;

    VmAdmin(RouterServices services, PolicyControl control, Changes changes, ShareMeter shares) {
        this.services = services;
        this.changes = changes;
        this.control = control;
        this.shares = shares;
        this.messages = new VmMessages(services);
    }

    ListVmsResponse list(ListVmsRequest request) {
        VmCensus census = census();
        int size = Page.size(request.getPageSize());
        Page<String> page = page(request, census, size);
        ListVmsResponse.Builder vms = ListVmsResponse.newBuilder().setNextPageToken(page.next());
        page.items().forEach(name -> vms.addVms(messages.vm(name, census)));
        return vms.build();
    }

    private static Page<String> page(ListVmsRequest request, VmCensus census, int size) {
        return switch (request.getOrder()) {
            case VM_ORDER_NAME ->
                    Page.of(
                            wanted(
                                    request,
                                    census,
                                    census.names().tailSet(request.getPageToken(), false)),
                            size,
                            name -> name);
            case VM_ORDER_SHARE -> busiest(request, census, size);
            case UNRECOGNIZED ->
                    throw AdminErrors.invalid(
                            "order",
                            request.getOrderValue()
                                    + " was asked; the orders are "
                                    + List.of(VmOrder.VM_ORDER_NAME, VmOrder.VM_ORDER_SHARE));
        };
    }

    private static Page<String> busiest(ListVmsRequest request, VmCensus census, int size) {
        if (!request.getPageToken().isEmpty()) {
            throw AdminErrors.invalid(
                    "page_token",
                    "only lists ordered by name have several pages, since shares change"
                            + " between pages");
        }
        Comparator<String> byShare = Comparator.comparingDouble(vm -> -census.shares().of(vm));
        return new Page<>(
                wanted(request, census, census.names())
                        .sorted(byShare.thenComparing(Comparator.naturalOrder()))
                        .limit(size)
                        .toList(),
                "");
    }

    private static Stream<String> wanted(
            ListVmsRequest request, VmCensus census, Iterable<String> names) {
        String className = request.getClass_();
        Stream.Builder<String> all = Stream.builder();
        names.forEach(all);
        return all.build()
                .filter(vm -> !request.getActive() || census.totals(vm).sessions() > 0)
                .filter(vm -> className.isEmpty() || className.equals(census.grants().classOf(vm)));
    }

    Vm get(GetVmRequest request) {
        return vm(request.getVm());
    }

    Vm vm(String name) {
        Vm.Builder vm = messages.vm(name, known(name)).toBuilder();
        for (RouterSession session : services.registry().of(name)) {
            ProtectionNow protection = session.protection();
            if (protection.level() != Protection.NONE) {
                vm.addProtections(SessionMessages.protection(session.id(), protection));
            }
        }
        return vm.build();
    }

    Vm pause(PauseVmRequest request) {
        return stand(request.getVm(), VmStanding.PAUSED, EventKind.VM_PAUSED, "");
    }

    Vm resume(ResumeVmRequest request) {
        return stand(request.getVm(), VmStanding.RUNNING, EventKind.VM_RESUMED, "");
    }

    Vm evict(EvictVmRequest request) {
        String reason =
                request.getReason().isEmpty()
                        ? "an operator evicted the VM '" + request.getVm() + "'"
                        : request.getReason();
        VmStanding evicted = new VmStanding.Evicted(reason);
        return stand(request.getVm(), evicted, EventKind.VM_EVICTED, reason);
    }

    /** Forgets what a VM without sessions did; returns its name. Its policy and standing remain. */
    String forget(ForgetVmRequest request) {
        String vm = request.getVm();
        int sessions = known(vm).totals(vm).sessions();
        if (sessions > 0 || !services.registry().forget(vm)) {
            throw AdminErrors.precondition(
                    "HAS_SESSIONS",
                    "the VM '" + vm + "' has sessions; evict it, or wait until its programs end");
        }
        return vm;
    }

    /** Ends a VM's pause or eviction, the last thing that is known about the VM. */
    ForgetVmResponse forgetStanding(String vm) {
        if (!services.registry().standings().of(vm).equals(VmStanding.RUNNING)) {
            Vm _ = stand(vm, VmStanding.RUNNING, EventKind.VM_RESUMED, "forgotten");
        }
        LOG.atInfo()
                .addKeyValue("vm", vm)
                .addKeyValue("author", Author.current())
                .log("VM forgotten");
        return ForgetVmResponse.getDefaultInstance();
    }

    private Vm stand(String vm, VmStanding standing, EventKind kind, String detail) {
        VmCensus census = known(vm);
        SessionRegistry registry = services.registry();
        changes.keep(Author.current(), List.of(StoredPolicy.standing(vm, standing)));
        VmStanding before = registry.standings().set(vm, standing);
        for (RouterSession session : registry.of(vm)) {
            session.execute(() -> session.obey(standing));
        }
        if (!before.equals(standing)) {
            LOG.atInfo().addKeyValue("vm", vm).log("{} {}", kind, Author.signed(detail));
            EventHub events = services.events();
            events.publish(events.now(kind, vm).because("operator", Author.signed(detail)));
        }
        return messages.vm(vm, census);
    }

    /**
     * Returns the open sessions of a VM, which must have one.
     *
     * @param purpose what the caller does with them, for the refusal
     */
    List<RouterSession> sessions(String vm, String purpose) {
        List<RouterSession> sessions = services.registry().of(vm);
        if (sessions.isEmpty()) {
            VmCensus ignored = known(vm);
            throw AdminErrors.precondition(
                    "NO_SESSION", "the VM '" + vm + "' has no open session " + purpose);
        }
        return sessions;
    }

    private VmCensus known(String vm) {
        VmCensus census = census();
        if (!census.knows(vm)) {
            throw AdminErrors.notFound(
                    "VM",
                    vm,
                    "a VM is known once it has opened a session or has got a grant or a class");
        }
        return census;
    }

    private VmCensus census() {
        List<VmOnDevice> uses = control.uses();
        SessionRegistry registry = services.registry();
        return VmCensus.of(
                control.grants().state(),
                registry.totals(),
                new TreeSet<>(registry.standings().special()),
                uses,
                shares.shares(services.nanoClock().nanoTime(), uses));
    }
}
