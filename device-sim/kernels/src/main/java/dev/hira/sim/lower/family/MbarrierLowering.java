package dev.hira.sim.lower.family;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Access.Order;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Step.Update;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.AddressReader;
import dev.hira.sim.lower.build.InstructionModifiers;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.lower.build.SpaceNames;
import dev.hira.sim.lower.build.WideArithmetic;
import dev.hira.sim.ops.Operation;
import dev.hira.sim.ops.integer.MbarrierLayout;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement.Instruction;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lowers barriers that are objects in shared memory. An arrival is an atomic update of the object.
 * A wait is a test of the object in a loop that lets other threads run.
 */
final class MbarrierLowering {
    private static final Operation INIT = operation("mbarrierInit", ScalarType.B64, ScalarType.U32);
    private static final Operation PENDING =
            operation("mbarrierPending", ScalarType.U32, ScalarType.B64);
    private static final Operation PASSED =
            operation("mbarrierPassed", ScalarType.PRED, ScalarType.B64, ScalarType.B64);
    private static final Operation PASSED_PARITY =
            operation("mbarrierPassedParity", ScalarType.PRED, ScalarType.B64, ScalarType.U32);

    private static final Value NONE = WideArithmetic.constant(0);
    private static final Value ONE = WideArithmetic.constant(1);

    private final List<Operand> operands;
    private final InstructionModifiers words;
    private final LoweringContext context;

    private MbarrierLowering(Instruction instruction, LoweringContext context) {
        this.operands = instruction.operands();
        this.words = new InstructionModifiers(instruction);
        this.context = context;
    }

    private static Operation operation(String method, ScalarType result, ScalarType... sources) {
        List<Class<?>> carriers =
                List.of(sources).stream().<Class<?>>map(MbarrierLowering::primitive).toList();
        return new Operation(
                MbarrierLayout.class,
                method,
                MethodType.methodType(primitive(result), carriers),
                List.of(sources),
                result,
                false,
                false);
    }

    private static Class<?> primitive(ScalarType type) {
        return switch (type) {
            case PRED -> boolean.class;
            case U32 -> int.class;
            default -> long.class;
        };
    }

    static void lower(Instruction instruction, LoweringContext context) {
        new MbarrierLowering(instruction, context).lower();
    }

    private void lower() {
        if (words.takeType() != ScalarType.B64) {
            throw LoweringRefusal.wrong("An mbarrier must be of type .b64.");
        }
        @Nullable String verb =
                words.takeOneOf(
                        ".init",
                        ".inval",
                        ".arrive",
                        ".arrive_drop",
                        ".expect_tx",
                        ".complete_tx",
                        ".test_wait",
                        ".try_wait",
                        ".pending_count");
        switch (verb) {
            case ".init" -> put(2, arrivals(1));
            case ".inval" -> put(1, NONE);
            case ".arrive" -> arrive(Update.ARRIVE);
            case ".arrive_drop" -> arrive(Update.ARRIVE_DROP);
            case ".expect_tx" -> expect(false);
            case ".complete_tx" -> expect(true);
            case ".test_wait" -> look(3);
            case ".try_wait" -> look(4);
            case ".pending_count" -> pending();
            case null, default -> throw LoweringRefusal.unsupported();
        }
    }

    /** Lowers the arrival of earlier asynchronous copies, which have already completed. */
    static void arriveCopies(
            Instruction instruction, InstructionModifiers words, LoweringContext context) {
        MbarrierLowering mbarriers = new MbarrierLowering(instruction, context);
        Value arrivals = words.take(".noinc") ? ONE : NONE;
        Space space = space(words, context);
        if (words.takeType() != ScalarType.B64) {
            throw LoweringRefusal.wrong("An mbarrier must be of type .b64.");
        }
        words.requireNothingLeft();
        mbarriers.requireOperands(1, 1);
        mbarriers.update(
                new Operand.Sink(),
                Update.ARRIVE,
                space,
                Order.RELEASE,
                0,
                List.of(arrivals, NONE));
    }

    /** Notifies the mbarrier at a location that bytes have arrived. */
    static void complete(Operand place, Value bytes, LoweringContext context) {
        Value come = context.conversions().extend(bytes, ScalarType.U32, ScalarType.U64);
        update(
                new Operand.Sink(),
                Update.ARRIVE,
                AddressReader.read(place, Space.SHARED, context),
                Order.RELEASE,
                List.of(NONE, less(come, context)),
                context);
    }

    private static Space space(InstructionModifiers words, LoweringContext context) {
        Space space = SpaceNames.takeOwn(words, context);
        if (space != Space.SHARED && space != Space.GENERIC) {
            throw LoweringRefusal.wrong("An mbarrier must be in shared memory.");
        }
        return space;
    }

    private Order order(Order usual) {
        @Nullable String named = words.takeOneOf(".release", ".acquire", ".relaxed");
        if (words.takeOneOf(".cta", ".cluster") == null && named != null) {
            throw LoweringRefusal.wrong("With an order it needs a scope, .cta or .cluster.");
        }
        return ".relaxed".equals(named) ? Order.RELAXED : usual;
    }

    private void requireOperands(int fewest, int most) {
        if (operands.size() < fewest || operands.size() > most) {
            String allowed = fewest == most ? "" + fewest : fewest + " to " + most;
            throw LoweringRefusal.wrong(
                    "The instruction takes "
                            + allowed
                            + " operands but has "
                            + operands.size()
                            + ".");
        }
    }

    private Value arrivals(int index) {
        return count(index, 1, "arrivals");
    }

    private Value bytes(int index) {
        return count(index, 0, "bytes");
    }

    /** Reads an operand that counts; refuses a constant out of range. */
    private Value count(int index, int least, String what) {
        requireOperands(index + 1, index + 1);
        Value count = context.values().read(operands.get(index), ScalarType.U32);
        if (count instanceof Value.Constant(long bits, _)
                && (bits < least || bits > MbarrierLayout.MOST_ARRIVALS)) {
            throw LoweringRefusal.wrong(
                    "An mbarrier counts "
                            + least
                            + " to "
                            + MbarrierLayout.MOST_ARRIVALS
                            + " "
                            + what
                            + ", not "
                            + bits
                            + ".");
        }
        return count;
    }

    private void put(int taken, Value counted) {
        requireOperands(taken, taken);
        Value object =
                counted.carrier() == Carrier.INT
                        ? context.conversions().compute(INIT, counted)
                        : counted;
        Space space = space(words, context);
        words.requireNothingLeft();
        AddressReader.Place place = AddressReader.read(operands.getFirst(), space, context);
        Access access = new Access(place.space(), ScalarType.U64, 1, Order.WEAK);
        context.code()
                .add(new Step.Store(access, place.address(), List.of(object), context.code().at()));
    }

    private void arrive(Update update) {
        boolean expects = words.take(".expect_tx");
        boolean counts = words.take(".noComplete");
        Order order = order(Order.RELEASE);
        Space space = space(words, context);
        words.requireNothingLeft();
        requireOperands(expects || counts ? 3 : 2, 3);
        Value arrivals = expects || operands.size() == 2 ? ONE : wide(arrivals(2));
        Value bytes = expects ? wide(bytes(2)) : NONE;
        update(operands.getFirst(), update, space, order, 1, List.of(arrivals, bytes));
    }

    private void expect(boolean done) {
        Order order = order(Order.RELAXED);
        Space space = space(words, context);
        words.requireNothingLeft();
        Value bytes = wide(bytes(1));
        Value more = done ? less(bytes, context) : bytes;
        update(new Operand.Sink(), Update.ARRIVE, space, order, 0, List.of(NONE, more));
    }

    private static Value less(Value bytes, LoweringContext context) {
        return bytes instanceof Value.Constant(long bits, _)
                ? WideArithmetic.constant(-bits)
                : new WideArithmetic(context.conversions()).compute("sub", NONE, bytes);
    }

    private Value wide(Value count) {
        return context.conversions().extend(count, ScalarType.U32, ScalarType.U64);
    }

    private void update(
            Operand target,
            Update update,
            Space space,
            Order order,
            int address,
            List<Value> counts) {
        AddressReader.Place place = AddressReader.read(operands.get(address), space, context);
        update(target, update, place, order, counts, context);
    }

    private static void update(
            Operand target,
            Update update,
            AddressReader.Place place,
            Order order,
            List<Value> counts,
            LoweringContext context) {
        Access access = new Access(place.space(), ScalarType.B64, 1, order);
        AtomicLowering.add(target, update, access, place, counts, context);
    }

    /** Tests whether a phase has ended; the kernel that polls decides how long to wait. */
    private void look(int most) {
        boolean parity = words.take(".parity");
        Order order = order(Order.ACQUIRE);
        Space space = space(words, context);
        words.requireNothingLeft();
        requireOperands(3, most);
        ScalarType type = parity ? ScalarType.U32 : ScalarType.B64;
        Value awaited = context.values().read(operands.get(2), type);
        AddressReader.Place place = AddressReader.read(operands.get(1), space, context);
        Register object = context.code().temporary(ScalarType.B64);
        context.code()
                .add(
                        new Step.Load(
                                List.of(object),
                                new Access(place.space(), ScalarType.U64, 1, order),
                                place.address(),
                                context.code().at()));
        context.targets()
                .compute(
                        operands.getFirst(),
                        parity ? PASSED_PARITY : PASSED,
                        List.of(object, awaited));
    }

    private void pending() {
        words.requireNothingLeft();
        requireOperands(2, 2);
        Value state = context.values().read(operands.get(1), ScalarType.B64);
        context.targets().compute(operands.getFirst(), PENDING, List.of(state));
    }
}
