package dev.hira.sim.lower.build;

import dev.hira.sim.ptx.ScalarType;
import dev.hira.sim.ptx.Statement.Instruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The modifiers of an instruction, taken one by one. What is left at the end is not supported, so
 * that nothing is ignored silently.
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

    /** Whether the modifier is there; it is gone then. */
    public boolean take(String modifier) {
        return left.remove(modifier);
    }

    /** The first of these that is there, or null. */
    public @Nullable String takeOneOf(String... modifiers) {
        for (String modifier : modifiers) {
            if (left.remove(modifier)) {
                return modifier;
            }
        }
        return null;
    }

    /** Takes what an instruction wishes of caches, which this device does not have. */
    public void takeCacheHints() {
        left.removeIf(CACHE_HINTS::contains);
    }

    /** Takes the scope of an atomic access, which makes no difference on this device. */
    public void takeScope() {
        takeOneOf(".cta", ".cluster", ".gpu", ".sys", ".gl");
    }

    /**
     * The last type that is left; one of 128 bits is refused, since no single register holds it.
     */
    public ScalarType takeType() {
        ScalarType type = takeTypeOrPair();
        if (type.bits() > 64) {
            throw LoweringRefusal.unsupported();
        }
        return type;
    }

    /** The last type that is left. */
    public ScalarType takeTypeOrPair() {
        for (int i = left.size() - 1; i >= 0; i--) {
            @Nullable ScalarType type = ScalarType.of(left.get(i));
            if (type != null) {
                left.remove(i);
                return type;
            }
        }
        throw LoweringRefusal.wrong("It names no type.");
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
