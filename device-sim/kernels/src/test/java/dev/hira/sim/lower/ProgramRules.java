package dev.hira.sim.lower;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.BlockOrder;
import dev.hira.sim.code.analysis.Effects;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Rules that hold for every program that engines receive. */
final class ProgramRules {
    private ProgramRules() {}

    static void check(Program program) {
        List<Exit.Stop> stops = new ArrayList<>();
        for (int i = 0; i < program.routines().size(); i++) {
            Routine routine = program.routines().get(i);
            assertThat(routine.index()).isEqualTo(i);
            check(routine, program, stops);
        }
        assertThat(program.stops()).isEqualTo(stops);
        assertThat(stops).extracting(Exit.Stop::site).isEqualTo(upTo(stops.size()));
    }

    private static List<Integer> upTo(int end) {
        return IntStream.range(0, end).boxed().toList();
    }

    private static void check(Routine routine, Program program, List<Exit.Stop> stops) {
        List<BasicBlock> blocks = routine.blocks();
        assertThat(blocks).extracting(BasicBlock::index).isEqualTo(upTo(blocks.size()));
        assertThat(BlockOrder.of(blocks)).isEqualTo(upTo(blocks.size()));
        assertThat(routine.registers())
                .extracting(Register::index)
                .isEqualTo(upTo(routine.registers().size()));
        assertThat(routine.frameBytes() % 16).isZero();
        for (BasicBlock block : blocks) {
            for (Step step : block.steps()) {
                Effects.reads(step, value -> checkValue(value, routine, program));
                Effects.writes(step, register -> checkValue(register, routine, program));
                checkStep(step, program);
            }
            Effects.reads(block.exit(), value -> checkValue(value, routine, program));
            Effects.writes(block.exit(), register -> checkValue(register, routine, program));
            if (block.exit() instanceof Exit.Stop stop) {
                stops.add(stop);
            }
        }
    }

    private static void checkValue(Value value, Routine routine, Program program) {
        switch (value) {
            case Register register ->
                    assertThat(routine.registers().get(register.index())).isEqualTo(register);
            case Value.SymbolAddress(int symbol, _, Carrier carrier) -> {
                assertThat(symbol).isLessThan(program.symbols().size());
                assertThat(carrier).isIn(Carrier.INT, Carrier.LONG);
            }
            case Value.Constant(long bits, Carrier carrier) -> {
                if (carrier == Carrier.INT || carrier == Carrier.FLOAT) {
                    assertThat(bits).isBetween(0L, 0xFFFF_FFFFL);
                } else if (carrier == Carrier.BOOLEAN) {
                    assertThat(bits).isBetween(0L, 1L);
                }
            }
            case Value.Special _, Value.FrameAddress _ -> {}
        }
    }

    private static void checkStep(Step step, Program program) {
        switch (step) {
            case Step.Compute compute -> {
                assertThat(compute.arguments())
                        .extracting(Value::carrier)
                        .isEqualTo(
                                compute.operation().sources().stream().map(Carrier::of).toList());
                assertThat(compute.target().carrier())
                        .isEqualTo(Carrier.of(compute.operation().result()));
            }
            case Step.Move(Register target, Value value, _) ->
                    assertThat(value.carrier()).isEqualTo(target.carrier());
            case Step.Select select ->
                    assertThat(List.of(select.ifTrue().carrier(), select.ifFalse().carrier()))
                            .containsOnly(select.target().carrier());
            case Step.Load load -> checkLoad(load);
            case Step.Store store -> {
                assertThat(store.values()).hasSize(store.access().elements());
                assertThat(store.values())
                        .extracting(Value::carrier)
                        .containsOnly(Carrier.of(store.access().type()));
            }
            case Step.Atomic atomic ->
                    assertThat(atomic.operands())
                            .extracting(Value::carrier)
                            .containsOnly(Carrier.of(atomic.access().type()));
            case Step.Guarded guarded -> {
                assertThat(guarded.predicate().carrier()).isEqualTo(Carrier.BOOLEAN);
                checkStep(guarded.step(), program);
            }
            case Step.Call call -> checkCall(call, program.routines().get(call.routine()));
            case Step.IndirectCall call ->
                    assertThat(call.target().carrier()).isEqualTo(Carrier.LONG);
            case Step.BuiltinCall call ->
                    assertThat(call.arguments())
                            .extracting(Value::carrier)
                            .isEqualTo(
                                    call.builtin().arguments().stream().map(Carrier::of).toList());
            case Step.Fence _ -> {}
        }
    }

    private static void checkLoad(Step.Load load) {
        ScalarType type = load.access().type();
        assertThat(load.targets()).hasSize(load.access().elements());
        for (Register target : load.targets()) {
            if (target != null) {
                assertThat(target.bits()).isGreaterThanOrEqualTo(type.bits());
                if (type.kind() == ScalarType.Kind.FLOAT) {
                    assertThat(target.carrier()).isEqualTo(Carrier.of(type));
                } else {
                    assertThat(target.carrier()).isIn(Carrier.INT, Carrier.LONG);
                }
            }
        }
    }

    private static void checkCall(Step.Call call, Routine callee) {
        assertThat(call.arguments()).hasSameSizeAs(callee.parameters());
        assertThat(call.results()).hasSameSizeAs(callee.results());
        for (int i = 0; i < call.arguments().size(); i++) {
            switch (callee.parameters().get(i)) {
                case Routine.Place.InRegister(Register register) ->
                        assertThat(
                                        ((Step.Argument.Scalar) call.arguments().get(i))
                                                .value()
                                                .carrier())
                                .isEqualTo(register.carrier());
                case Routine.Place.InFrame(_, long bytes) ->
                        assertThat(((Step.Argument.Area) call.arguments().get(i)).bytes())
                                .isEqualTo(bytes);
            }
        }
    }
}
