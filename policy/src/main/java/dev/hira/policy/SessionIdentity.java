package dev.hira.policy;

import dev.hira.policy.model.ResourceRole;
import java.util.List;

/**
 * Who a session belongs to, as the router established it.
 *
 * @param vm the VM's name
 * @param session the session's id
 * @param task what the guest says the session is part of; empty: of nothing else
 * @param devices the devices that it sees, in its own order, by names that are unique in the router
 * @param resources the names of the API's resources, by index
 * @param roles what each of them is to policies, by index; empty: none has a role
 */
public record SessionIdentity(
        String vm,
        String session,
        String task,
        List<String> devices,
        List<String> resources,
        List<ResourceRole> roles) {
    public SessionIdentity {
        devices = List.copyOf(devices);
        resources = List.copyOf(resources);
        roles = List.copyOf(roles);
    }

    /** A session of an API whose resources are only amounts. */
    public SessionIdentity(
            String vm, String session, String task, List<String> devices, List<String> resources) {
        this(vm, session, task, devices, resources, List.of());
    }
}
