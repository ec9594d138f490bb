package dev.hira.sim.code;

import dev.hira.sim.ops.Operation;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An instruction within a block, which one thread executes on its own. */
public sealed interface Step {
    /** Its offset in the text of the module. */
    int at();

    /**
     * Computes a register from values; the arguments have the carriers of the operation's method.
     */
    record Compute(Register target, Operation operation, List<Value> arguments, int at)
            implements Step {}

    /** Copies a value of the same carrier. */
    record Move(Register target, Value value, int at) implements Step {}

    /** Selects one of two values; all three have the same carrier. */
    record Select(Register target, Value condition, Value ifTrue, Value ifFalse, int at)
            implements Step {}

    /** Reads memory into registers, one for each element; null for an unused element. */
    record Load(List<@Nullable Register> targets, Access access, Address address, int at)
            implements Step {}

    /** Writes values, one for each element, cut to the width of the element. */
    record Store(Access access, Address address, List<Value> values, int at) implements Step {}

    /**
     * Reads, changes and writes memory atomically.
     *
     * @param targets receive the old values, one for each element; null for an unused element
     * @param update how the value changes
     * @param access with one element, or two of 64 bits that change together
     * @param operands one for each element, or two for {@link Update#CAS}: the expected value and
     *     the new one; for arrivals at an mbarrier the number of arrivals, and the number of
     *     additional bytes to expect
     */
    record Atomic(
            List<@Nullable Register> targets,
            Update update,
            Access access,
            Address address,
            List<Value> operands,
            int at)
            implements Step {
        /** Creates an access with one element. */
        public static Atomic single(
                @Nullable Register target,
                Update update,
                Access access,
                Address address,
                List<Value> operands,
                int at) {
            return new Atomic(
                    Collections.singletonList(target), update, access, address, operands, at);
        }

        /** The register that receives the old value of the first element. */
        public @Nullable Register target() {
            return targets.getFirst();
        }

        /** Whether no step reads the old value. */
        public boolean isUnwanted() {
            return targets.stream().allMatch(Objects::isNull);
        }
    }

    /** How an atomic access changes memory. */
    enum Update {
        ADD,
        MIN,
        MAX,
        AND,
        OR,
        XOR,
        EXCHANGE,
        /** Increments and wraps to 0 at the operand. */
        INC,
        /** Decrements and wraps to the operand at 0. */
        DEC,
        CAS,
        /** Changes nothing. */
        READ,
        /** Counts arrivals at an mbarrier. */
        ARRIVE,
        /** Counts arrivals at an mbarrier and stops expecting them in later phases. */
        ARRIVE_DROP
    }

    /** Orders this thread's accesses with those of others. */
    record Fence(int at) implements Step {}

    /**
     * Calls a routine of the program. Arguments are in the order of its parameters.
     *
     * @param results the destinations of its results, in their order
     */
    record Call(int routine, List<Argument> arguments, List<Result> results, int at)
            implements Step {}

    /**
     * Calls the routine whose code address is in a value; an address of no routine, or of a routine
     * with other parameters, ends the kernel.
     *
     * @param candidates the possible routines according to the program
     */
    record IndirectCall(
            Value target,
            List<Integer> candidates,
            List<Argument> arguments,
            List<Result> results,
            int at)
            implements Step {}

    /** Calls a function of the device itself. */
    record BuiltinCall(Builtin builtin, List<Value> arguments, @Nullable Register result, int at)
            implements Step {}

    /** Functions of the device itself. */
    enum Builtin {
        /** Takes the generic addresses of the format and of the arguments; returns an INT. */
        VPRINTF,
        /**
         * Takes message, file, line, function and character size; ends the kernel. The line is an
         * INT, the others are LONGs, and the texts are generic addresses.
         */
        ASSERT_FAIL,
        /** Takes a number of bytes; returns a generic address, or 0 when there is no room. */
        MALLOC,
        /** Takes a generic address. */
        FREE,
        /**
         * Takes bytes as a LONG and an alignment as an INT; returns an address in the local space.
         */
        ALLOCA,
        /** Returns the top of the stack as a LONG for a later restore. */
        STACK_SAVE,
        /** Takes a saved top and frees the stack memory allocated since then. */
        STACK_RESTORE;

        /** The types of its arguments, which determine the carriers of the values. */
        public List<ScalarType> arguments() {
            return switch (this) {
                case VPRINTF -> List.of(ScalarType.U64, ScalarType.U64);
                case ASSERT_FAIL ->
                        List.of(
                                ScalarType.U64,
                                ScalarType.U64,
                                ScalarType.U32,
                                ScalarType.U64,
                                ScalarType.U64);
                case MALLOC, FREE, STACK_RESTORE -> List.of(ScalarType.U64);
                case ALLOCA -> List.of(ScalarType.U64, ScalarType.U32);
                case STACK_SAVE -> List.of();
            };
        }
    }

    /** Executes a step only when a predicate is true, or false when negated. */
    record Guarded(Value predicate, boolean negated, Step step, int at) implements Step {}

    /** An argument of a call. */
    sealed interface Argument {
        /** A value. */
        record Scalar(Value value) implements Argument {}

        /** Bytes of the caller's frame, copied into the callee's frame. */
        record Area(long frameOffset, long bytes) implements Argument {}
    }

    /** The destination of a result. */
    sealed interface Result {
        /** Into a register. */
        record Scalar(@Nullable Register target) implements Result {}

        /** Into the caller's frame. */
        record Area(long frameOffset, long bytes) implements Result {}
    }
}
