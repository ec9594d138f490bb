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
import dev.hira.sim.lower.build.Coercions;
import dev.hira.sim.lower.build.InstructionModifiers;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.lower.build.RoutineBuilder;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Lowers asynchronous bulk copies between global memory and the block's own shared memory. They
 * complete at once, in units of 16 bytes, and notify an mbarrier.
 */
final class BulkCopyLowering {
    private static final int UNIT = 16;
    private static final int WORDS = UNIT / Integer.BYTES;

    private final List<Operand> operands;
    private final LoweringContext context;
    private final RoutineBuilder code;

    private BulkCopyLowering(Instruction instruction, LoweringContext context) {
        this.operands = instruction.operands();
        this.context = context;
        this.code = context.code();
    }

    /** Lowers the instruction after its {@code cp.async.bulk}. */
    static void lower(
            Instruction instruction, InstructionModifiers words, LoweringContext context) {
        new BulkCopyLowering(instruction, context).lower(words);
    }

    private void lower(InstructionModifiers words) {
        if (words.takeOneOf(".commit_group", ".wait_group") != null) {
            words.take(".read");
            words.requireNothingLeft();
            return;
        }
        List<String> left = words.left();
        boolean prefetches = words.take(".prefetch") && words.take(".L2");
        boolean toGlobal = !left.isEmpty() && left.getFirst().equals(".global");
        boolean hinted = words.take(".L2::cache_hint");
        if (!words.take(".global")) {
            throw LoweringRefusal.unsupported();
        }
        if (prefetches) {
            words.requireNothingLeft();
        } else if (toGlobal) {
            take(words, ".shared::cta", ".bulk_group");
            requireOperands(3, hinted);
            copy(Space.SHARED, Space.GLOBAL);
        } else {
            boolean own = words.take(".shared::cta") || words.take(".shared::cluster");
            take(words, ".mbarrier::complete_tx::bytes");
            if (!own) {
                throw LoweringRefusal.unsupported();
            }
            requireOperands(4, hinted);
            MbarrierLowering.complete(operands.get(3), copy(Space.GLOBAL, Space.SHARED), context);
        }
    }

    private static void take(InstructionModifiers words, String... modifiers) {
        for (String modifier : modifiers) {
            if (!words.take(modifier)) {
                throw LoweringRefusal.unsupported();
            }
        }
        words.requireNothingLeft();
    }

    private void requireOperands(int count, boolean hinted) {
        int all = count + (hinted ? 1 : 0);
        if (operands.size() != all) {
            throw LoweringRefusal.wrong(
                    "The instruction takes " + all + " operands but has " + operands.size() + ".");
        }
    }

    /** Copies from one space to the other; returns the number of bytes. */
    private Value copy(Space from, Space to) {
        Value bytes = context.values().read(operands.get(2), ScalarType.U32);
        if (bytes instanceof Value.Constant(long given, _) && given % UNIT != 0) {
            throw LoweringRefusal.wrong(
                    "The instruction copies multiples of 16 bytes, not " + given + ".");
        }
        AddressReader.Place target = AddressReader.read(operands.get(0), to, context);
        AddressReader.Place source = AddressReader.read(operands.get(1), from, context);
        Register done = code.temporary(ScalarType.U32);
        code.add(new Step.Move(done, number(0), code.at()));
        int head = code.newBlock();
        int body = code.newBlock();
        int behind = code.newBlock();
        code.enter(head);
        Value end = compute("add", ".u32", done, number(UNIT));
        code.end(new Exit.Branch(compute("setp", ".le.u32", end, bytes), body, behind, code.at()));
        code.enter(body);
        unit(source, target, done);
        code.add(new Step.Move(done, end, code.at()));
        code.end(new Exit.Jump(head, code.at()));
        code.enter(behind);
        return bytes;
    }

    private void unit(AddressReader.Place source, AddressReader.Place target, Register done) {
        List<Register> words = new ArrayList<>();
        for (int i = 0; i < WORDS; i++) {
            words.add(code.temporary(ScalarType.U32));
        }
        code.add(
                new Step.Load(
                        Collections.unmodifiableList(words),
                        access(source),
                        behind(source, done),
                        code.at()));
        code.add(
                new Step.Store(
                        access(target), behind(target, done), List.copyOf(words), code.at()));
    }

    private static Access access(AddressReader.Place place) {
        return new Access(place.space(), ScalarType.U32, WORDS, Order.WEAK);
    }

    private Address behind(AddressReader.Place place, Register distance) {
        Value base = place.address().base();
        ScalarType type = base.carrier() == Carrier.LONG ? ScalarType.U64 : ScalarType.U32;
        Value start = context.conversions().extend(base, type, ScalarType.U64);
        Value far = context.conversions().extend(distance, ScalarType.U32, ScalarType.U64);
        return new Address(compute("add", ".u64", start, far), place.address().offset());
    }

    private Register compute(String opcode, String modifiers, Value a, Value b) {
        String[] words = modifiers.split("(?=\\.)", -1);
        return context.conversions().compute(Coercions.operation(opcode, words), a, b);
    }

    private static Value number(long value) {
        return new Value.Constant(value, Carrier.INT);
    }
}
