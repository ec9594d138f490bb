package dev.hira.sim.lower.build;

import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The modifiers of an instruction. The lowering takes them one by one; a modifier that is left at
 * the end is not supported, so none is ignored silently.
 */
public final class InstructionModifiers {
    private static final Set<String> CACHE_HINTS =
            Set.of(
                    ".L1::evict_normal",
                    ".L1::evict_unchanged",
                    ".L1::evict_first",
                    ".L1::evict_last",
                    ".L1::no_allocate",
                    ".L2::evict_normal",
                    ".L2::evict_first",
                    ".L2::evict_last",
                    ".L2::cache_hint",
                    ".L2::64B",
                    ".L2::128B",
                    ".L2::256B");

    private final List<String> left;

    public InstructionModifiers(Instruction instruction) {
        this.left = new ArrayList<>(instruction.modifiers());
    }

    /** Removes a modifier; returns whether it was present. */
    public boolean take(String modifier) {
        return left.remove(modifier);
    }

    /** Removes and returns the first of these modifiers that is present, or returns null. */
    public @Nullable String takeOneOf(String... modifiers) {
        for (String modifier : modifiers) {
            if (left.remove(modifier)) {
                return modifier;
            }
        }
        return null;
    }

    /** Removes cache hints; this device has no caches. */
    public void takeCacheHints() {
        left.removeIf(CACHE_HINTS::contains);
    }

    /** Removes the scope of an atomic access, which makes no difference on this device. */
    public void takeScope() {
        takeOneOf(".cta", ".cluster", ".gpu", ".sys", ".gl");
    }

    /**
     * Removes and returns the last remaining type; refuses 128 bits, since no single register holds
     * them.
     */
    public ScalarType takeType() {
        ScalarType type = takeTypeOrPair();
        if (type.bits() > 64) {
            throw LoweringRefusal.unsupported();
        }
        return type;
    }

    /** Removes and returns the last remaining type. */
    public ScalarType takeTypeOrPair() {
        for (int i = left.size() - 1; i >= 0; i--) {
            @Nullable ScalarType type = ScalarType.of(left.get(i));
            if (type != null) {
                left.remove(i);
                return type;
            }
        }
        throw LoweringRefusal.wrong("The instruction names no type.");
    }

    public List<String> left() {
        return List.copyOf(left);
    }

    public void requireNothingLeft() {
        if (!left.isEmpty()) {
            throw LoweringRefusal.unsupported();
        }
    }
}
