package dev.hira.policy;

import java.util.List;

/**
 * Who a session belongs to, as the router established it.
 *
 * @param vm the VM's name
 * @param session the session's id
 * @param resources the names of the API's resources, by index
 */
public record SessionIdentity(String vm, String session, List<String> resources) {
    public SessionIdentity {
        resources = List.copyOf(resources);
    }
}
