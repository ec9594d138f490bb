package dev.hira.sim.jit.check;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Address;
import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.jit.method.AddressBound;
import dev.hira.sim.jit.method.IndexBound;
import dev.hira.sim.jit.method.MemoryWindow;
import dev.hira.sim.jit.plan.IndexedRegisters;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.plan.KnownAlignment;
import dev.hira.sim.jit.plan.RegisterUses;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Groups accesses of a block whose addresses grow with one index, which one comparison checks.
 * Their number in a method is limited, since the bounds are computed before the method's threads
 * run.
 */
final class IndexedAccessGroups {
    private static final int MOST_STARTS = 8;
    private static final long MOST_BYTES = 4096;

    private final KnownAlignment alignment;
    private final IndexedRegisters indices;
    private final BiConsumer<Step, AccessGroup> found;
    private final Set<IndexBound> reaches = new LinkedHashSet<>();
    private final Map<Key, List<Member>> open = new LinkedHashMap<>();
    private int starts;

    private record Key(Register index, int scale, MemoryWindow window) {}

    private record Member(Step step, Address address, IndexBound.Start start) {}

    /**
     * Creates the groups of a kernel's accesses.
     *
     * @param found receives the group of each access
     */
    IndexedAccessGroups(KernelPlan plan, BiConsumer<Step, AccessGroup> found) {
        this.alignment = plan.alignment();
        this.indices = new IndexedRegisters(plan);
        this.found = found;
    }

    /** Returns the bounds on all indices. */
    Set<IndexBound> reaches() {
        return reaches;
    }

    void begin(BasicBlock block) {
        indices.begin(block);
    }

    /** Adds an access, if it can be checked by its index. */
    boolean takes(Step step, Access access, Address address, MemoryWindow window) {
        IndexedRegisters.@Nullable Sum sum = window.isArray() ? null : indices.of(address.base());
        IndexBound.@Nullable Start start = sum == null ? null : start(sum, access, address);
        if (sum == null || start == null || starts == MOST_STARTS) {
            return false;
        }
        starts++;
        open.computeIfAbsent(new Key(sum.index(), sum.scale(), window), _ -> new ArrayList<>())
                .add(new Member(step, address, start));
        return true;
    }

    /** Returns the start of an access; null when its alignment must be checked each time. */
    private IndexBound.@Nullable Start start(
            IndexedRegisters.Sum sum, Access access, Address address) {
        int wanted = access.bytes();
        int zeros = Integer.numberOfTrailingZeros(wanted);
        KnownAlignment.Zeros known = alignment.of(address.base());
        long offset = sum.offset() + address.offset();
        if (address.offset() % wanted != 0 || known.likely() < zeros) {
            return null;
        }
        return known.certain() >= zeros
                ? new IndexBound.Start(sum.terms(), offset, wanted, 1, Set.of())
                : new IndexBound.Start(sum.terms(), offset, wanted, wanted, known.pointers());
    }

    /** Moves past a step; an index that the step writes no longer has its old value. */
    void pass(Step step) {
        indices.pass(step);
        for (Register written : RegisterUses.written(step)) {
            for (Key key : List.copyOf(open.keySet())) {
                if (key.index().equals(written)) {
                    form(key);
                }
            }
        }
    }

    /** Ends a block. */
    void end() {
        List.copyOf(open.keySet()).forEach(this::form);
    }

    private void form(Key key) {
        List<Member> members = open.remove(key);
        if (members == null) {
            return;
        }
        List<IndexBound.Start> merged = new ArrayList<>();
        members.forEach(member -> merge(member.start(), merged));
        IndexBound reach = new IndexBound(key.window(), key.scale(), List.copyOf(merged));
        reaches.add(reach);
        AccessGroup group =
                new AccessGroup(
                        members.getFirst().address().base(),
                        0,
                        new AddressBound(key.window(), 0, 1, Set.of()),
                        1,
                        0,
                        members.size(),
                        new AccessGroup.Index(key.index(), reach));
        members.forEach(member -> found.accept(member.step(), group));
    }

    /** Adds a start, or extends one nearby. */
    private static void merge(IndexBound.Start start, List<IndexBound.Start> merged) {
        for (int i = 0; i < merged.size(); i++) {
            IndexBound.Start other = merged.get(i);
            long lowest = Math.min(start.offset(), other.offset());
            long end = Math.max(start.offset() + start.bytes(), other.offset() + other.bytes());
            if (start.terms().equals(other.terms()) && end - lowest <= MOST_BYTES) {
                Set<Register> pointers = new HashSet<>(start.pointers());
                pointers.addAll(other.pointers());
                merged.set(
                        i,
                        new IndexBound.Start(
                                start.terms(),
                                lowest,
                                (int) (end - lowest),
                                Math.max(start.alignment(), other.alignment()),
                                Set.copyOf(pointers)));
                return;
            }
        }
        merged.add(start);
    }
}
