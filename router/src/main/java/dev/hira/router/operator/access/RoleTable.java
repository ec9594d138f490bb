package dev.hira.router.operator.access;

import dev.hira.base.tls.PeerRole;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The lowest role of operators for each call of the admin service. */
public final class RoleTable {
    private static final List<String> VIEWERS =
            List.of(
                    "GetStatus",
                    "ListServers",
                    "ListDevices",
                    "ListSessions",
                    "ListVms",
                    "GetVm",
                    "GetPolicy",
                    "ListClasses",
                    "GetClass",
                    "ListSchedulers",
                    "GetScheduler",
                    "GetRules",
                    "ListChanges",
                    "CompareChanges",
                    "ExportPolicy",
                    "WatchEvents");

    private static final List<String> OPERATORS =
            List.of(
                    "DrainServer",
                    "UndrainServer",
                    "CloseSession",
                    "PauseVm",
                    "ResumeVm",
                    "EvictVm",
                    "MigrateVm",
                    "SuspendVm",
                    "TraceVm");

    /** Calls that change policies, and those that carry the memory of VMs. */
    private static final List<String> ADMINS =
            List.of(
                    "CheckpointVm",
                    "RestoreVm",
                    "SetPolicy",
                    "ClearPolicy",
                    "SetClass",
                    "DeleteClass",
                    "AssignClass",
                    "ForgetVm",
                    "ApplyPolicy",
                    "SetScheduler",
                    "LoadRules",
                    "RollBack");

    private static final Map<String, PeerRole> ROLES = roles();

    private RoleTable() {}

    private static Map<String, PeerRole> roles() {
        Map<String, PeerRole> roles = new HashMap<>();
        VIEWERS.forEach(call -> roles.put(call, PeerRole.VIEWER));
        OPERATORS.forEach(call -> roles.put(call, PeerRole.OPERATOR));
        ADMINS.forEach(call -> roles.put(call, PeerRole.ADMIN));
        return Map.copyOf(roles);
    }

    /** Returns the lowest role for a call; the highest one for a call that the table lacks. */
    public static PeerRole least(String call) {
        return ROLES.getOrDefault(call, PeerRole.ADMIN);
    }

    /** Returns whether the table has a call. */
    public static boolean has(String call) {
        return ROLES.containsKey(call);
    }
}
