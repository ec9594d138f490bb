package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.HostSchedule;
import dev.hira.policy.schedule.Saturating;
import dev.hira.policy.schedule.Tenant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * AugC of Pegasus (Gupta et al., USENIX ATC 2011): credits of both worlds added up, a softer form
 * of {@link CoScheduler} in which nobody is denied its turn for good.
 *
 * <p>Algorithm: for each tick the VM goes that has the highest sum of its accelerator credits and,
 * if the CPU scheduler runs it in the coming period, what is left of its CPU credits.
 *
 * <p>Parameters: {@code tick} 30 ms, {@code linger} 1 ms. Choices: a VM that waits ages by one
 * tick's credit, its accelerator credits, for each turn that another has, and is young again after
 * its own turn; among equals the next in the circle goes.
 */
final class AugmentedCreditScheduler extends TurnScheduler<AugmentedCreditScheduler.Note> {
    private final long tick;
    private final HostSchedule host;

    AugmentedCreditScheduler(TurnSettings settings, HostSchedule host) {
        super("aug-c", Note.class, settings.linger());
        this.tick = settings.tick();
        this.host = host;
    }

    @Override
    public Note newcomer(Tenant tenant, long serial, long now) {
        return new Note(tenant, serial, now);
    }

    @Override
    long period(Note vm, long now) {
        return tick;
    }

    @Override
    @Nullable Note next(Eligible eligible, long now) {
        Note best = of(eligible.get(0));
        long most = credit(best, now);
        List<Note> vms = present();
        for (int i = 0; i < vms.size(); i++) {
            Note vm = vms.get(i);
            long credit = isCandidate(vm, eligible) ? credit(vm, now) : 0;
            if (credit > most || (credit == most && isEarlier(vm, best))) {
                best = vm;
                most = credit;
            }
        }
        return best;
    }

    @Override
    void begins(Note vm, long now) {
        List<Note> vms = present();
        for (int i = 0; i < vms.size(); i++) {
            Note other = vms.get(i);
            if (other.waiting > 0) {
                other.age = Saturating.add(other.age, Math.max(1, other.tenant.credits()));
            }
        }
        vm.age = 0;
    }

    private long credit(Note vm, long now) {
        long cpu = host.runs(vm.tenant, now) ? host.remaining(vm.tenant, now) : 0;
        return Saturating.add(Saturating.add(cpu, vm.tenant.credits()), vm.age);
    }

    /** A VM with the credit that it gained by waiting. */
    static final class Note extends TurnAccount {
        long age;

        Note(Tenant tenant, long serial, long now) {
            super(tenant, serial, now);
        }
    }
}
