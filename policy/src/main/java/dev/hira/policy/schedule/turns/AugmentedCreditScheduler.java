package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.HostSchedule;
import dev.hira.policy.schedule.Saturating;
import dev.hira.policy.schedule.Tenant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * AugC of Pegasus (Gupta et al., USENIX ATC 2011): the sum of CPU and accelerator credits, a softer
 * form of {@link CoScheduler} that denies no VM its turn for good.
 *
 * <p>Algorithm: each tick goes to the VM with the highest sum of its accelerator credits and, if
 * the CPU scheduler runs it in the coming period, its remaining CPU credits.
 *
 * <p>Parameters: {@code tick} 30 ms, {@code linger} 1 ms. Choices: a waiting VM gains its
 * accelerator credits, one tick's worth, for each turn that another VM has, and loses these gains
 * after its own turn; ties go to the next VM in the circle.
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

    /** A VM with the credits that it gained by waiting. */
    static final class Note extends TurnAccount {
        long age;

        Note(Tenant tenant, long serial, long now) {
            super(tenant, serial, now);
        }
    }
}
