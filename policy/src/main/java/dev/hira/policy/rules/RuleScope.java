package dev.hira.policy.rules;

import dev.hira.policy.JudgedCommand;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The input of one evaluation. */
final class RuleScope {
    private final VmCounters vm;
    private final long[] counters;
    private final @Nullable JudgedCommand command;
    private final int resource;
    private final long amount;

    /**
     * Creates a scope.
     *
     * @param counters the VM's values of the rules' own counters; guarded by the caller
     * @param command the command that is judged, for admission rules
     * @param resource index of the resource that is used, for consumption rules
     * @param amount the amount of that resource
     */
    RuleScope(
            VmCounters vm,
            long[] counters,
            @Nullable JudgedCommand command,
            int resource,
            long amount) {
        this.vm = vm;
        this.counters = counters;
        this.command = command;
        this.resource = resource;
        this.amount = amount;
    }

    VmCounters vm() {
        return vm;
    }

    long counter(int index) {
        return counters[index];
    }

    JudgedCommand call() {
        return Objects.requireNonNull(command, "only admission rules are about a command");
    }

    int resource() {
        return resource;
    }

    long amount() {
        return amount;
    }
}
