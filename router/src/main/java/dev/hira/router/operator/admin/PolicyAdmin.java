package dev.hira.router.operator.admin;

import dev.hira.admin.v1.AssignClassRequest;
import dev.hira.admin.v1.ClearPolicyRequest;
import dev.hira.admin.v1.GetPolicyRequest;
import dev.hira.admin.v1.Policy;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.OwnGrant;
import dev.hira.policy.model.VmName;
import dev.hira.router.operator.admin.GrantsDesk.Renaming;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.admin.message.GrantMessages;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The admin service's requests about grants of single VMs. */
final class PolicyAdmin {
    private final GrantsDesk desk;

    PolicyAdmin(GrantsDesk desk) {
        this.desk = desk;
    }

    Policy get(GetPolicyRequest request) {
        return policy(named(request.getVm()), desk.state());
    }

    Policy set(SetPolicyRequest request) {
        String vm = named(request.getVm());
        GrantEdit edit = GrantEdit.of(request.getGrant(), request.getUpdateMask());
        Renaming about = new Renaming("own[" + vm + "]", "grant", "vm");
        return policy(
                vm,
                desk.change(
                        request.getVersion(),
                        about,
                        state -> state.withOwn(vm, edit.apply(own(vm, state)))));
    }

    Policy clear(ClearPolicyRequest request) {
        String vm = named(request.getVm());
        Renaming about = new Renaming("own[" + vm + "]", "grant", "vm");
        return policy(vm, desk.change(request.getVersion(), about, state -> state.withoutOwn(vm)));
    }

    Policy assign(AssignClassRequest request) {
        String vm = named(request.getVm());
        Renaming about = new Renaming("members[" + vm + "]", "class", "class");
        return policy(
                vm,
                desk.change(
                        request.getVersion(),
                        about,
                        state -> {
                            String name = member(request.getClass_());
                            if (name != null) {
                                ClassAdmin.requireKnown(name, state);
                            }
                            return state.withMember(vm, name);
                        }));
    }

    /** Takes its own policy and its class from a VM. */
    void forget(String vm) {
        GrantsState now = desk.state();
        if (now.own().containsKey(vm) || now.members().containsKey(vm)) {
            Renaming about = new Renaming("own[" + vm + "]", "grant", "vm");
            GrantsState _ =
                    desk.change(0, about, state -> state.withoutOwn(vm).withMember(vm, null));
        }
    }

    private static OwnGrant own(String vm, GrantsState state) {
        return state.own().getOrDefault(vm, OwnGrant.none());
    }

    private static @Nullable String member(String className) {
        return className.isEmpty() || className.equals(GrantsState.DEFAULT) ? null : className;
    }

    private static String named(String vm) {
        VmName.problem(vm)
                .ifPresent(problem -> {
                    throw AdminErrors.invalid("vm", problem);
                });
        return vm;
    }

    private static Policy policy(String vm, GrantsState state) {
        return Policy.newBuilder()
                .setVm(vm)
                .setClass_(state.classOf(vm))
                .setOwn(state.own().containsKey(vm))
                .addAllOwnSettings(new TreeSet<>(own(vm, state).settings()))
                .setGrant(GrantMessages.message(state.of(vm)))
                .setVersion(state.version())
                .build();
    }
}
