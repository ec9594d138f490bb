package dev.hira.policy;

import dev.hira.policy.model.ResourceRole;
import java.util.List;
import java.util.Set;

/**
 * The owner of a session, as the router established it.
 *
 * @param vm the VM's name
 * @param session the session's id
 * @param task the task that the guest says the session belongs to; empty: none
 * @param devices the devices that the session sees, in its own order, by names that are unique in
 *     the router
 * @param holding the names of those devices that can hold the session's kernels, so that others run
 * @param resources the names of the API's resources, by index
 * @param roles the role of each resource, by index; empty: none has a role
 */
public record SessionIdentity(
        String vm,
        String session,
        String task,
        List<String> devices,
        Set<String> holding,
        List<String> resources,
        List<ResourceRole> roles) {
    public SessionIdentity {
        devices = List.copyOf(devices);
        holding = Set.copyOf(holding);
        resources = List.copyOf(resources);
        roles = List.copyOf(roles);
    }

    /** Creates the identity of a session at devices that run each kernel to its end. */
    public SessionIdentity(
            String vm,
            String session,
            String task,
            List<String> devices,
            List<String> resources,
            List<ResourceRole> roles) {
        this(vm, session, task, devices, Set.of(), resources, roles);
    }

    /** Creates the identity of a session of an API without resource roles. */
    public SessionIdentity(
            String vm, String session, String task, List<String> devices, List<String> resources) {
        this(vm, session, task, devices, resources, List.of());
    }
}
