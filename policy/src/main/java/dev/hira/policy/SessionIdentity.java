package dev.hira.policy;

import dev.hira.policy.model.ResourceRole;
import java.util.List;

/**
 * The owner of a session, as the router established it.
 *
 * @param vm the VM's name
 * @param session the session's id
 * @param task the task that the guest says the session belongs to; empty: none
 * @param devices the devices that the session sees, in its own order, by names that are unique in
 *     the router
 * @param resources the names of the API's resources, by index
 * @param roles the role of each resource, by index; empty: none has a role
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

    /** Creates the identity of a session of an API without resource roles. */
    public SessionIdentity(
            String vm, String session, String task, List<String> devices, List<String> resources) {
        this(vm, session, task, devices, resources, List.of());
    }
}
