package dev.hira.policy.rules;

import dev.hira.policy.Admission;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.NanoClock;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/**
 * The rules in force and their counters for each VM. Other rules can be loaded at any time:
 * concurrent judgements use either the old or the new rules, never a mixture, and counters of the
 * same name keep their values.
 */
public final class RuleBook implements AdmissionRules {
    private final NanoClock clock;
    private final Consumer<RuleFailure> news;
    private volatile Loaded loaded = new Loaded(RuleSet.EMPTY, new ConcurrentHashMap<>());

    /**
     * Creates a book without rules.
     *
     * @param news is told of rules that cannot be evaluated, on any thread; must not block
     */
    public RuleBook(NanoClock clock, Consumer<RuleFailure> news) {
        this.clock = clock;
        this.news = news;
    }

    /** Puts other rules in force. */
    public synchronized void load(RuleSet rules) {
        var vms = new ConcurrentHashMap<String, VmRules>();
        loaded.vms.forEach((name, before) -> vms.put(name, new VmRules(rules, before, news)));
        loaded = new Loaded(rules, vms);
    }

    @Override
    public Admission judge(VmCounters vm, JudgedCommand command) {
        return judges() ? of(vm).judge(vm, command, clock.nanoTime()) : Admission.ADMIT;
    }

    @Override
    public long consume(VmCounters vm, int resource, long amount) {
        return meters() ? of(vm).consume(vm, resource, amount, clock.nanoTime()) : amount;
    }

    /** Applies the consumption rules to measured device time of a VM. */
    public void used(VmCounters vm, long nanos) {
        consume(vm, loaded.rules.deviceTime(), nanos);
    }

    /**
     * Returns the priority that the rules give a VM, 0 if they give none; the VM with the highest
     * goes first.
     */
    public double priority(VmCounters vm) {
        return of(vm).priority(vm, clock.nanoTime());
    }

    @Override
    public boolean judges() {
        return !loaded.rules.judgements().isEmpty();
    }

    @Override
    public boolean meters() {
        return !loaded.rules.consumptions().isEmpty();
    }

    @Override
    public long retryNanos() {
        return loaded.rules.retryNanos();
    }

    @Override
    public void forget(String vm) {
        loaded.vms.remove(vm);
    }

    private VmRules of(VmCounters vm) {
        Loaded current = loaded;
        VmRules known = current.vms.get(vm.name());
        return known != null
                ? known
                : current.vms.computeIfAbsent(
                        vm.name(), name -> new VmRules(current.rules, null, news));
    }

    private record Loaded(RuleSet rules, ConcurrentMap<String, VmRules> vms) {}
}
