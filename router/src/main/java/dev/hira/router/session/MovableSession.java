package dev.hira.router.session;

import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.ResourceRole;
import dev.hira.router.books.Ledger;
import dev.hira.router.judge.KernelTimeLimit;
import dev.hira.router.judge.SessionPaths;
import dev.hira.router.placement.DeviceView;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionView.ProtectionNow;
import dev.hira.router.session.memory.SessionMemory;
import dev.hira.router.session.place.MovablePolicy;
import dev.hira.wire.v1.Open;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an open session that change when it moves to another server.
 *
 * @param memory its shared memory; null when it has none
 * @param checkpoints those from which another server may go on; null: none are made
 */
record MovableSession(
        OpenedSession parts,
        SessionPaths paths,
        Ledger ledger,
        MovablePolicy policy,
        JudgeAgain resume,
        @Nullable SessionMemory memory,
        @Nullable SessionCheckpoints checkpoints) {
    String vm() {
        return parts.vm();
    }

    /** Whether the session is recreated when its server dies. */
    boolean isProtected() {
        return parts.isProtected();
    }

    /** Returns the session's protection as it stands. Any thread may call it. */
    ProtectionNow protection() {
        return ProtectionNow.of(parts.protection(), paths.links().log(), checkpoints);
    }

    boolean hasArena() {
        return memory != null;
    }

    /** Returns the names of the devices of a place. */
    static List<String> devices(Placed placed) {
        return placed.ordinals().stream()
                .map(ordinal -> placed.server().name() + "/" + ordinal)
                .toList();
    }

    /** Returns the names of a server's devices that can hold kernels. */
    private static Set<String> holding(Placed placed) {
        return placed.server().devices().stream()
                .filter(DeviceView::holdsKernels)
                .map(device -> placed.server().name() + "/" + device.ordinal())
                .collect(Collectors.toSet());
    }

    /** Returns the request for the session at another server. */
    Open.Builder openAt(Placed target, RouterServices services) {
        Grant grant = services.grants().state().of(parts.vm());
        Open.Builder open =
                parts.told().toBuilder()
                        .clearDeviceOrdinals()
                        .addAllDeviceOrdinals(target.ordinals())
                        .setWantsRings(false)
                        .clearRingPath()
                        .setKernelLimitNanos(KernelTimeLimit.onWire(grant.kernelNanos()))
                        .clearDeviceMemory(); // what it makes again was admitted before
        if (memory != null) {
            open.setMemoryPath(memory.path()).setMirrorsMemory(true);
        }
        return open.setCallbacksAfter(paths.up().callbacksOfNextServer());
    }

    /** Opens the policy for the devices of a place. */
    SessionPolicy newPolicy(Placed placed, RouterServices services, RouterSession session) {
        SessionPolicy opened = open(placed, services, session, parts, resume);
        opened.ranked(parts.asked().getRank());
        return opened;
    }

    static SessionPolicy open(
            Placed placed,
            RouterServices services,
            RouterSession session,
            OpenedSession parts,
            JudgeAgain resume) {
        return services.policy()
                .open(
                        new SessionIdentity(
                                parts.vm(),
                                session.id(),
                                parts.asked().getTask(),
                                devices(placed),
                                holding(placed),
                                parts.api().resourceNames(),
                                parts.api().roles()),
                        resume);
    }

    /** Notes in the books that the session is at no device: its device memory is saved. */
    void store() {
        ledger.store(parts.api().roles().indexOf(ResourceRole.DEVICE_MEMORY));
    }

    /**
     * Notes in the books that a suspended session is at devices again, if the VM's grant has room
     * for what it holds.
     *
     * @return the reason why it has none; empty: it has
     */
    String restore(Placed place, RouterServices services) {
        Grant grant = services.grants().state().of(vm());
        synchronized (ledger.vmBooks()) {
            List<String> names = parts.api().resourceNames();
            int memory = parts.api().roles().indexOf(ResourceRole.DEVICE_MEMORY);
            ledger.restored(devices(place));
            String problem = memory < 0 ? "" : beyond(grant, names.get(memory), memory);
            if (!problem.isEmpty()) {
                ledger.store(memory);
            }
            return problem;
        }
    }

    /** Returns what exceeds the grant; empty: nothing does. */
    private String beyond(Grant grant, String resource, int index) {
        long all = ledger.heldByVm(index);
        long onDevice = ledger.heldOnDevice(index);
        boolean tooMuch = all > grant.quota(resource);
        if (!tooMuch && onDevice <= grant.deviceQuota(resource)) {
            return "";
        }
        return "the VM '"
                + vm()
                + "' would hold "
                + (tooMuch ? all : onDevice)
                + " of "
                + (tooMuch ? grant.quota(resource) : grant.deviceQuota(resource))
                + " bytes allowed of "
                + resource
                + (tooMuch ? "" : " on a device")
                + "; raise the quota or end other sessions of the VM";
    }

    /** Continues at another place, where the server has opened the session. */
    void moveTo(Placed placed, NewServer server, SessionPolicy next, boolean workGoesOn) {
        paths.links().moveTo(server.link(), server.mirror());
        ledger.moveTo(devices(placed));
        policy.moveTo(next, workGoesOn);
        paths.memory().moved();
        paths.kernels().movedTo(server.kernelLimit());
        paths.kernels().tell();
        paths.turns().moved();
        paths.turns().tell();
    }

    /** Hides the shared memory, which all sides have mapped again. */
    void hideMemory() {
        if (memory != null) {
            memory.hide();
        }
    }
}
