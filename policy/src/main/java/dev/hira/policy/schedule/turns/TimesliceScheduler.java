package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Saturating;
import dev.hira.policy.schedule.Tenant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Time slices with overuse control, as NEON has them for comparison (Menychtas et al., ASPLOS
 * 2014): the device belongs to one VM at a time.
 *
 * <p>Algorithm: a token goes round in order of arrival. Only its holder submits, for one slice; the
 * next slice begins when the holder's work has ended. Work beyond the end of a slice is overuse: it
 * shortens the VM's next slice, and a VM that overused whole slices is passed over once for each.
 * <i>Engaged</i> ({@code timeslice}): the scheduler sees every call, so it notices a holder without
 * work and passes the token on. <i>Disengaged</i> ({@code timeslice-disengaged}): the scheduler
 * sees only the edges of a slice; the holder keeps it to the end, busy or not, which is not
 * work-conserving.
 *
 * <p>Parameters: {@code slice} 30 ms; engaged only: {@code linger} 1 ms. Choices: an engaged
 * holder's slice is passed on after {@code linger} without work, but only if another VM wants it.
 */
final class TimesliceScheduler extends TurnScheduler<TimesliceScheduler.Note> {
    private final long slice;
    private final boolean engaged;

    private TimesliceScheduler(String name, TurnSettings settings, boolean engaged) {
        super(name, Note.class, settings.linger());
        this.slice = settings.tick();
        this.engaged = engaged;
    }

    static TimesliceScheduler engaged(TurnSettings settings) {
        return new TimesliceScheduler("timeslice", settings, true);
    }

    static TimesliceScheduler disengaged(long slice) {
        return new TimesliceScheduler(
                "timeslice-disengaged", new TurnSettings(slice, slice), false);
    }

    @Override
    public Note newcomer(Tenant tenant, long serial, long now) {
        return new Note(tenant, serial, now);
    }

    @Override
    boolean keeps(Note vm, long now) {
        return !engaged || super.keeps(vm, now);
    }

    @Override
    @Nullable Note next(Eligible eligible, long now) {
        if (anyInFlight()) {
            return null;
        }
        Note best = of(eligible.get(0));
        for (int i = 1; i < eligible.size(); i++) {
            Note vm = of(eligible.get(i));
            int order = Long.compare(vm.overuse / slice, best.overuse / slice);
            if (order < 0 || (order == 0 && isEarlier(vm, best))) {
                best = vm;
            }
        }
        return best;
    }

    /** Credits all waiting VMs with one pass for each round in which every VM had overuse left. */
    @Override
    void begins(Note vm, long now) {
        long rounds = vm.overuse / slice;
        List<Note> vms = present();
        for (int i = 0; i < vms.size(); i++) {
            Note other = vms.get(i);
            if (other != vm && other.waiting > 0) {
                long passed = rounds + (isEarlier(other, vm) ? 1 : 0);
                other.overuse = Math.max(0, other.overuse - Saturating.multiply(passed, slice));
            }
        }
        vm.overuse -= rounds * slice;
    }

    @Override
    long period(Note vm, long now) {
        long period = slice - vm.overuse;
        vm.overuse = 0;
        return period;
    }

    @Override
    public void done(Flow flow, long estimate, long measured, long now) {
        super.done(flow, estimate, measured, now);
        Note vm = of(flow);
        if (vm == holder() && vm.inFlight == 0 && now - ends() > 0) {
            vm.overuse = Saturating.add(vm.overuse, now - ends());
        }
    }

    /** A VM with the time that it ran beyond its slices. */
    static final class Note extends TurnAccount {
        long overuse;

        Note(Tenant tenant, long serial, long now) {
            super(tenant, serial, now);
        }
    }
}
