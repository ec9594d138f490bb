package dev.hira.sim.jit.check;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Address;
import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.jit.method.AddressBound;
import dev.hira.sim.jit.method.IndexBound;
import dev.hira.sim.jit.method.MemoryWindow;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.plan.KnownAlignment;
import dev.hira.sim.jit.plan.RegisterUses;
import dev.hira.sim.jit.plan.SymbolAddresses;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Groups the accesses of a method that are checked together, and collects the bounds that this
 * needs.
 */
public final class AccessGroups {
    /** The most bytes that a group spans. */
    private static final long MOST_BYTES = 4096;

    private final SymbolAddresses symbolic;
    private final KnownAlignment alignment;
    private final @Nullable IndexedAccessGroups byIndex;
    private final IdentityHashMap<Step, AccessGroup> groups = new IdentityHashMap<>();
    private final Set<AddressBound> limits = new LinkedHashSet<>();

    /** Accesses of the current block, by base and window. */
    private final Map<Key, List<Member>> open = new LinkedHashMap<>();

    private record Key(Register base, MemoryWindow window) {}

    private record Member(Step step, Access access, Address address) {
        long offset() {
            return address.offset();
        }

        long end() {
            return address.offset() + access.bytes();
        }
    }

    public AccessGroups(SymbolAddresses symbolic, KnownAlignment alignment) {
        this.symbolic = symbolic;
        this.alignment = alignment;
        this.byIndex = null;
    }

    /**
     * Creates the groups of a kernel's accesses; accesses to device memory may be checked by index.
     */
    public AccessGroups(KernelPlan plan) {
        this.symbolic = plan.symbolic();
        this.alignment = plan.alignment();
        this.byIndex = new IndexedAccessGroups(plan, groups::put);
    }

    /** Returns the group of a load, store or atomic access. */
    public AccessGroup of(Step step) {
        AccessGroup group = groups.get(step);
        if (group == null) {
            throw new IllegalStateException("The step has no access group: " + step);
        }
        return group;
    }

    /** Returns all bounds on addresses. */
    public Set<AddressBound> limits() {
        return limits;
    }

    /** Returns all bounds on indices that are compared instead of addresses. */
    public Set<IndexBound> reaches() {
        return byIndex == null ? Set.of() : byIndex.reaches();
    }

    /** Adds the accesses of a block. */
    public void add(BasicBlock block) {
        if (byIndex != null) {
            byIndex.begin(block);
        }
        for (Step step : block.steps()) {
            look(step, true);
            for (Register written : RegisterUses.written(step)) {
                close(written);
            }
            if (byIndex != null) {
                byIndex.pass(step);
            }
        }
        closeAll();
    }

    private void look(Step step, boolean together) {
        switch (step) {
            case Step.Load load -> look(load, load.access(), load.address(), together);
            case Step.Store store -> look(store, store.access(), store.address(), together);
            case Step.Atomic atomic -> look(atomic, atomic.access(), atomic.address(), false);
            case Step.Guarded guarded -> look(guarded.step(), false);
            case Step.Compute _,
                    Step.Move _,
                    Step.Select _,
                    Step.Fence _,
                    Step.Call _,
                    Step.IndirectCall _,
                    Step.BuiltinCall _ -> {}
        }
    }

    private void look(Step step, Access access, Address address, boolean together) {
        MemoryWindow window = MemoryWindow.of(access.space(), symbolic.isSymbolic(address.base()));
        Member member = new Member(step, access, address);
        if (!together || !(address.base() instanceof Register base)) {
            form(List.of(member), window);
            return;
        }
        if (byIndex != null && byIndex.takes(step, access, address, window)) {
            return;
        }
        List<Member> others = open.computeIfAbsent(new Key(base, window), _ -> new ArrayList<>());
        if (!fits(others, member)) {
            form(others, window);
            others.clear();
        }
        others.add(member);
    }

    private static boolean fits(List<Member> others, Member member) {
        long lowest = member.offset();
        long end = member.end();
        for (Member other : others) {
            int common = Math.min(other.access.bytes(), member.access.bytes());
            if ((other.offset() - member.offset()) % common != 0) {
                return false;
            }
            lowest = Math.min(lowest, other.offset());
            end = Math.max(end, other.end());
        }
        return end - lowest <= MOST_BYTES;
    }

    private void close(Register written) {
        for (Key key : List.copyOf(open.keySet())) {
            if (key.base.equals(written)) {
                form(open.remove(key), key.window);
            }
        }
    }

    private void closeAll() {
        open.forEach((key, members) -> form(members, key.window));
        open.clear();
        if (byIndex != null) {
            byIndex.end();
        }
    }

    private void form(@Nullable List<Member> members, MemoryWindow window) {
        if (members == null || members.isEmpty()) {
            return;
        }
        Member widest = members.getFirst();
        long lowest = widest.offset();
        long end = widest.end();
        for (Member member : members) {
            widest = member.access.bytes() > widest.access.bytes() ? member : widest;
            lowest = Math.min(lowest, member.offset());
            end = Math.max(end, member.end());
        }
        AccessGroup group = group(widest, lowest, (int) (end - lowest), members.size(), window);
        limits.add(group.limit());
        members.forEach(member -> groups.put(member.step, group));
    }

    private AccessGroup group(
            Member widest, long lowest, int bytes, int members, MemoryWindow window) {
        int wanted = widest.access.bytes();
        int zeros = Integer.numberOfTrailingZeros(wanted);
        KnownAlignment.Zeros known = alignment.of(widest.address.base());
        boolean offsetFits = widest.offset() % wanted == 0;
        boolean certain = offsetFits && known.certain() >= zeros;
        boolean likely = offsetFits && known.likely() >= zeros;
        AddressBound limit =
                certain || !likely
                        ? new AddressBound(window, bytes, 1, Set.of())
                        : new AddressBound(window, bytes, wanted, known.pointers());
        return new AccessGroup(
                widest.address.base(),
                lowest,
                limit,
                certain || likely ? 1 : wanted,
                widest.offset(),
                members,
                null);
    }
}
