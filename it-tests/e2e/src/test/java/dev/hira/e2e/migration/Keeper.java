package dev.hira.e2e.migration;

import dev.hira.admin.v1.CheckpointProgress;
import dev.hira.admin.v1.CheckpointStep;
import dev.hira.admin.v1.CheckpointVmRequest;
import dev.hira.admin.v1.CheckpointVmResponse;
import dev.hira.admin.v1.EvictVmRequest;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.ResourceUsage;
import dev.hira.admin.v1.RestoreVmRequest;
import dev.hira.admin.v1.ResumeVmRequest;
import dev.hira.admin.v1.Server;
import dev.hira.admin.v1.SuspendVmRequest;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmState;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.CheckpointSender;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** An operator that suspends a VM, saves it, and brings it back. */
final class Keeper implements AutoCloseable {
    private final AdminClient admin;
    private final String vm;

    Keeper(String adminUri, String vm) {
        this.admin = AdminClient.connect(adminUri);
        this.vm = vm;
    }

    /** Suspends the VM; returns the last report. */
    CheckpointProgress suspend() {
        List<CheckpointProgress> reports = new ArrayList<>();
        admin.always()
                .suspendVm(SuspendVmRequest.newBuilder().setVm(vm).build())
                .forEachRemaining(reports::add);
        return reports.getLast();
    }

    CheckpointProgress mustSuspend() {
        return done(suspend());
    }

    /** Resumes the VM. */
    Vm resume(String target) {
        return admin.always()
                .resumeVm(ResumeVmRequest.newBuilder().setVm(vm).setTarget(target).build());
    }

    /** Returns a checkpoint of the VM as a file. */
    byte[] checkpoint() {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        CheckpointProgress last = CheckpointProgress.getDefaultInstance();
        List<CheckpointVmResponse> parts = new ArrayList<>();
        admin.always()
                .checkpointVm(CheckpointVmRequest.newBuilder().setVm(vm).build())
                .forEachRemaining(parts::add);
        for (CheckpointVmResponse part : parts) {
            last = part.hasProgress() ? part.getProgress() : last;
            file.writeBytes(part.getContent().toByteArray());
        }
        if (file.size() == 0) {
            throw new AssertionError("no checkpoint: " + last);
        }
        return file.toByteArray();
    }

    /** Restores the VM from a file; returns the last report. */
    CheckpointProgress restore(byte[] file, String target) {
        List<CheckpointProgress> reports = new ArrayList<>();
        try {
            CheckpointSender.send(
                    admin,
                    RestoreVmRequest.newBuilder().setVm(vm).setTarget(target).build(),
                    new ByteArrayInputStream(file),
                    reports::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return reports.getLast();
    }

    static CheckpointProgress done(CheckpointProgress last) {
        if (last.getStep() != CheckpointStep.CHECKPOINT_STEP_DONE) {
            throw new AssertionError("it failed: " + last.getProblem());
        }
        return last;
    }

    Vm vm() {
        return admin.now().getVm(GetVmRequest.newBuilder().setVm(vm).build());
    }

    /** Returns the device memory that the VM holds by the router's books. */
    long memory() {
        return vm().getUsage().getResourcesList().stream()
                .filter(resource -> resource.getName().equals("device_memory"))
                .mapToLong(ResourceUsage::getHeld)
                .sum();
    }

    List<Server> servers() {
        return admin.now().listServers(ListServersRequest.getDefaultInstance()).getServersList();
    }

    AdminClient admin() {
        return admin;
    }

    /** Evicts a VM that a failed test leaves suspended, so that its programs end. */
    @Override
    public void close() {
        if (vm().getState() == VmState.VM_STATE_SUSPENDED) {
            admin.always().evictVm(EvictVmRequest.newBuilder().setVm(vm).build());
        }
        admin.close();
    }
}
