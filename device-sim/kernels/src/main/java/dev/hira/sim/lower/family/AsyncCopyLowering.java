package dev.hira.sim.lower.family;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Access.Order;
import dev.hira.sim.code.Address;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.AddressReader;
import dev.hira.sim.lower.build.Binding;
import dev.hira.sim.lower.build.Coercions;
import dev.hira.sim.lower.build.InstructionModifiers;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.lower.build.RoutineBuilder;
import dev.hira.sim.ptx.model.Constant;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Lowers asynchronous copies from global to shared memory. They complete at once, so no instruction
 * has to wait for them.
 */
final class AsyncCopyLowering {
    private AsyncCopyLowering() {}

    static void lower(Instruction instruction, LoweringContext context) {
        InstructionModifiers words = new InstructionModifiers(instruction);
        if (!words.take(".async")) {
            throw LoweringRefusal.unsupported();
        }
        if (words.take(".bulk")) {
            BulkCopyLowering.lower(instruction, words, context);
            return;
        }
        if (words.takeOneOf(".commit_group", ".wait_group", ".wait_all") != null) {
            words.requireNothingLeft();
            return;
        }
        if (words.take(".mbarrier") && words.take(".arrive")) {
            MbarrierLowering.arriveCopies(instruction, words, context);
            return;
        }
        if (words.takeOneOf(".ca", ".cg") == null) {
            throw LoweringRefusal.unsupported();
        }
        words.takeOneOf(".shared", ".shared::cta");
        words.take(".global");
        words.takeCacheHints();
        words.requireNothingLeft();
        copy(instruction.operands(), context);
    }

    private static void copy(List<Operand> operands, LoweringContext context) {
        if (operands.size() < 3
                || !(operands.get(2) instanceof Operand.Immediate(Constant.Whole(long bytes)))
                || (bytes != 4 && bytes != 8 && bytes != 16)) {
            throw LoweringRefusal.wrong(
                    "The instruction copies 4, 8 or 16 bytes, as its third operand says.");
        }
        AddressReader.Place to = AddressReader.read(operands.get(0), Space.SHARED, context);
        AddressReader.Place from = AddressReader.read(operands.get(1), Space.GLOBAL, context);
        Transfer transfer = new Transfer(from, to, (int) bytes, context);
        if (operands.size() == 3) {
            transfer.whole();
            return;
        }
        Value given = limit(operands.get(3), (int) bytes, context);
        if (given instanceof Value.Constant constant && constant.bits() >= bytes) {
            transfer.whole();
        } else {
            transfer.part(given);
        }
    }

    /**
     * Returns the number of bytes to read: the number in an operand, or 0 when a predicate holds.
     */
    private static Value limit(Operand operand, int bytes, LoweringContext context) {
        if (isPredicate(operand, context)) {
            Value ignored = context.values().predicate(operand);
            Register limit = context.code().temporary(ScalarType.U32);
            context.code()
                    .add(
                            new Step.Select(
                                    limit, ignored, number(0), number(bytes), context.code().at()));
            return limit;
        }
        return context.values().read(operand, ScalarType.U32);
    }

    private static boolean isPredicate(Operand operand, LoweringContext context) {
        return operand instanceof Operand.Turned(char sign, _)
                ? sign == '!'
                : operand instanceof Operand.Name(String name, _)
                        && context.names().find(name) instanceof Binding.Held(Register register, _)
                        && register.carrier() == Carrier.BOOLEAN;
    }

    private static Value number(long value) {
        return new Value.Constant(value, Carrier.INT);
    }

    /** A copy from one location to another. */
    private record Transfer(
            AddressReader.Place from, AddressReader.Place to, int bytes, LoweringContext context) {
        void whole() {
            RoutineBuilder code = context.code();
            List<Register> words = new ArrayList<>();
            for (int i = 0; i < bytes / 4; i++) {
                words.add(code.temporary(ScalarType.U32));
            }
            code.add(
                    new Step.Load(
                            Collections.unmodifiableList(words),
                            words(from.space()),
                            from.address(),
                            code.at()));
            code.add(
                    new Step.Store(words(to.space()), to.address(), List.copyOf(words), code.at()));
        }

        private Access words(Space space) {
            return new Access(space, ScalarType.U32, bytes / 4, Order.WEAK);
        }

        /** Copies only some bytes; the others become zero. */
        void part(Value given) {
            RoutineBuilder code = context.code();
            int all = code.newBlock();
            int some = code.newBlock();
            int behind = code.newBlock();
            Value enough = compare(".ge", given, number(bytes));
            code.end(new Exit.Branch(enough, all, some, code.at()));
            code.enter(all);
            whole();
            code.end(new Exit.Jump(behind, code.at()));
            code.enter(some);
            code.add(
                    new Step.Store(
                            words(to.space()),
                            to.address(),
                            Collections.nCopies(bytes / 4, number(0)),
                            code.at()));
            byteByByte(given, behind);
            code.enter(behind);
        }

        private void byteByByte(Value given, int behind) {
            RoutineBuilder code = context.code();
            Register done = code.temporary(ScalarType.U32);
            code.add(new Step.Move(done, number(0), code.at()));
            int head = code.newBlock();
            int body = code.newBlock();
            code.enter(head);
            code.end(new Exit.Branch(compare(".lt", done, given), body, behind, code.at()));
            code.enter(body);
            Register copied = code.temporary(ScalarType.U8);
            code.add(
                    new Step.Load(
                            List.of(copied), one(from.space()), behind(from, done), code.at()));
            code.add(new Step.Store(one(to.space()), behind(to, done), List.of(copied), code.at()));
            Register more =
                    context.conversions()
                            .compute(Coercions.operation("add", ".u32"), done, number(1));
            code.add(new Step.Move(done, more, code.at()));
            code.end(new Exit.Jump(head, code.at()));
        }

        private static Access one(Space space) {
            return new Access(space, ScalarType.U8, 1, Order.WEAK);
        }

        private Address behind(AddressReader.Place place, Register distance) {
            Coercions conversions = context.conversions();
            Value base =
                    conversions.extend(place.address().base(), unsigned(place), ScalarType.U64);
            Value wide = conversions.extend(distance, ScalarType.U32, ScalarType.U64);
            Register sum = conversions.compute(Coercions.operation("add", ".u64"), base, wide);
            return new Address(sum, place.address().offset());
        }

        private static ScalarType unsigned(AddressReader.Place place) {
            return place.address().base().carrier() == Carrier.LONG
                    ? ScalarType.U64
                    : ScalarType.U32;
        }

        private Value compare(String how, Value a, Value b) {
            return context.conversions().compute(Coercions.operation("setp", how, ".u32"), a, b);
        }
    }
}
