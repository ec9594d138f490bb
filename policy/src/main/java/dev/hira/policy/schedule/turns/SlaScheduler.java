package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Saturating;
import dev.hira.policy.schedule.Tenant;
import java.util.List;

/**
 * SLAF of Pegasus (Gupta et al., USENIX ATC 2011): AccCredit with feedback from the service that
 * each VM received, so that a promise of device time is kept although turns are counted in time.
 *
 * <p>Algorithm: {@link PegasusScheduler}'s circle over accelerator credits. A VM's objective is its
 * reservation, device time per second. Once a scan each VM's service is compared with it: a VM that
 * wanted more and got less gets one more tick from then on, a VM that got its due loses one of
 * those again. Violations that last for several scans raise {@link #strain}, which makes placement
 * avoid this device.
 *
 * <p>Parameters: those of {@link AccCreditScheduler} and {@code wait}, none. Choices: scan 1 s; a
 * VM wanted service if some of its work waited during the scan, and is not expected to be served
 * for longer than it wanted; extra ticks end at {@code most}; the mean wait of requests is tracked
 * and is an objective too when {@code wait} is given; violations count as sustained from the third
 * scan on.
 */
final class SlaScheduler extends PegasusScheduler<SlaScheduler.Note> {
    private static final int SUSTAINED = 3;

    private final long scan;
    private final long longestWait;
    private long scannedAt;
    private boolean scans;

    SlaScheduler(SlaSettings settings) {
        super("sla", Note.class, settings.credits());
        this.scan = settings.credits().scan();
        this.longestWait = settings.longestWait();
    }

    @Override
    public Note newcomer(Tenant tenant, long serial, long now) {
        return new Note(tenant, serial, now);
    }

    @Override
    long ticks(Note vm, long now) {
        return Math.min(settings.most(), super.ticks(vm, now) + vm.extra);
    }

    @Override
    public void waits(Flow flow, long now) {
        scanWhenDue(now);
        super.waits(flow, now);
        of(flow).wanted = true;
    }

    @Override
    public void granted(Flow flow, long estimate, long now) {
        scanWhenDue(now);
        super.granted(flow, estimate, now);
        Note vm = of(flow);
        vm.requests++;
        vm.waited = Saturating.add(vm.waited, Math.max(0, now - flow.waitingSince()));
    }

    @Override
    public void done(Flow flow, long estimate, long measured, long now) {
        scanWhenDue(now);
        super.done(flow, estimate, measured, now);
        Note vm = of(flow);
        vm.served = Saturating.add(vm.served, measured);
    }

    @Override
    public int strain() {
        int strain = 0;
        List<Note> vms = present();
        for (int i = 0; i < vms.size(); i++) {
            if (vms.get(i).violations >= SUSTAINED) {
                strain++;
            }
        }
        return strain;
    }

    private void scanWhenDue(long now) {
        if (!scans) {
            scans = true;
            scannedAt = now;
        }
        long elapsed = now - scannedAt;
        if (elapsed < scan) {
            return;
        }
        List<Note> vms = present();
        for (int i = 0; i < vms.size(); i++) {
            judge(vms.get(i), elapsed);
        }
        scannedAt = now;
    }

    private void judge(Note vm, long elapsed) {
        if (vm.wanted && isViolated(vm, elapsed)) {
            vm.violations++;
            vm.extra = Math.min(settings.most(), vm.extra + 1);
        } else {
            vm.violations = 0;
            vm.extra = Math.max(0, vm.extra - 1);
        }
        vm.served = 0;
        vm.requests = 0;
        vm.waited = 0;
        vm.wanted = vm.waiting > 0;
    }

    private boolean isViolated(Note vm, long elapsed) {
        long due = Saturating.multiplyDivide(vm.tenant.reservation(), elapsed, 1_000_000_000L);
        boolean wantedMore = vm.waiting > 0 || Saturating.add(vm.served, vm.waited) >= due;
        boolean slow = vm.requests > 0 && vm.waited / vm.requests > longestWait;
        return (vm.served < due && wantedMore) || slow;
    }

    /** A VM with its service since the last scan. */
    static final class Note extends TurnAccount {
        long served;
        long requests;
        long waited;
        boolean wanted;
        long extra;
        int violations;

        Note(Tenant tenant, long serial, long now) {
            super(tenant, serial, now);
        }
    }
}
