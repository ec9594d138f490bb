package dev.hira.sim.code;

import dev.hira.sim.ops.Operation;
import dev.hira.sim.ptx.ScalarType;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An instruction within a block: what one thread does by itself. */
public sealed interface Step {
    /** Its place in the text of the module. */
    int at();

    /** Computes a register from values; arguments have the carriers of the operation's method. */
    record Compute(Register target, Operation operation, List<Value> arguments, int at)
            implements Step {}

    /** Copies a value; the carriers are the same. */
    record Move(Register target, Value value, int at) implements Step {}

    /** Chooses one of two values; all three have the same carrier. */
    record Select(Register target, Value condition, Value ifTrue, Value ifFalse, int at)
            implements Step {}

    /** Reads memory into registers, one for each element; null for one that nobody wants. */
    record Load(List<@Nullable Register> targets, Access access, Address address, int at)
            implements Step {}

    /** Writes values, one for each element, cut to the width of the element. */
    record Store(Access access, Address address, List<Value> values, int at) implements Step {}

    /**
     * Reads, changes and writes memory in one.
     *
     * @param targets get the old value, one for each element; null for one that nobody wants
     * @param update how it changes
     * @param access with one element, or two of 64 bits that change together
     * @param operands one for each element, or two for {@link Update#CAS}: compared with, new
     *     value; for arrivals at an mbarrier how many, and how many bytes more are to come
     */
    record Atomic(
            List<@Nullable Register> targets,
            Update update,
            Access access,
            Address address,
            List<Value> operands,
            int at)
            implements Step {
        /** An access with one element. */
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

        /** What gets the old value of the first element. */
        public @Nullable Register target() {
            return targets.getFirst();
        }

        /** Whether nobody wants the old value. */
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
        /** Wraps to 0 at the operand. */
        INC,
        /** Wraps to the operand at 0. */
        DEC,
        CAS,
        /** Changes nothing. */
        READ,
        /** Counts arrivals at an mbarrier. */
        ARRIVE,
        /** Does so, and none of these arrivals is expected again. */
        ARRIVE_DROP
    }

    /** Orders this thread's accesses with those of others. */
    record Fence(int at) implements Step {}

    /**
     * Calls a routine of the program. Arguments are in the order of its parameters.
     *
     * @param results the registers that take its results, in their order
     */
    record Call(int routine, List<Argument> arguments, List<Result> results, int at)
            implements Step {}

    /**
     * Calls the routine whose code address a value holds; what is no routine's address, or that of
     * one with other parameters, ends the kernel.
     *
     * @param candidates the routines that it may be, by what the program says
     */
    record IndirectCall(
            Value target,
            List<Integer> candidates,
            List<Argument> arguments,
            List<Result> results,
            int at)
            implements Step {}

    /** Calls what the device itself offers. */
    record BuiltinCall(Builtin builtin, List<Value> arguments, @Nullable Register result, int at)
            implements Step {}

    /** Functions of the device's own. */
    enum Builtin {
        /** Address of the format, address of the arguments, both generic; gives an INT. */
        VPRINTF,
        /**
         * Message, file, line, function, character size: ends the kernel. The line is an INT, the
         * others are LONGs, the texts generic addresses.
         */
        ASSERT_FAIL,
        /** Bytes; gives a generic address, 0 when there is no room. */
        MALLOC,
        /** A generic address. */
        FREE,
        /** Bytes as a LONG and alignment as an INT; gives an address in the local space. */
        ALLOCA,
        /** Gives the stack's top as a LONG, to be restored. */
        STACK_SAVE,
        /** A top that was saved: frees what was allocated on the stack since then. */
        STACK_RESTORE;

        /** The types of its arguments, whose carriers the values have. */
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

    /** Does a step only when a predicate is true, or false when negated. */
    record Guarded(Value predicate, boolean negated, Step step, int at) implements Step {}

    /** What is passed to a routine. */
    sealed interface Argument {
        /** A value. */
        record Scalar(Value value) implements Argument {}

        /** Bytes of the caller's frame, which are copied to the callee's. */
        record Area(long frameOffset, long bytes) implements Argument {}
    }

    /** Where a result goes. */
    sealed interface Result {
        /** Into a register. */
        record Scalar(@Nullable Register target) implements Result {}

        /** Into the caller's frame. */
        record Area(long frameOffset, long bytes) implements Result {}
    }
}
