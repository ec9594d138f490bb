package dev.hira.sim.lower;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Effects;
import dev.hira.sim.lower.build.ArgumentPassing;
import dev.hira.sim.lower.build.Binding;
import dev.hira.sim.lower.build.FamilyLowering;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusals;
import dev.hira.sim.lower.build.NameScopes;
import dev.hira.sim.lower.build.OperandReader;
import dev.hira.sim.lower.build.ParameterSlot;
import dev.hira.sim.lower.build.ParameterUse;
import dev.hira.sim.lower.build.ProgramLinker;
import dev.hira.sim.lower.build.RoutineBuilder;
import dev.hira.sim.lower.family.ControlLowering;
import dev.hira.sim.lower.family.LoweringTable;
import dev.hira.sim.ptx.model.FunctionBody;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Statement;
import dev.hira.sim.ptx.model.Statement.Guard;
import dev.hira.sim.ptx.model.Statement.Instruction;
import dev.hira.sim.ptx.model.Variable;
import java.util.ArrayList;
import java.util.List;

/** Lowers the body of one function, instruction by instruction. */
final class RoutineLowering {
    private final FunctionBody body;
    private final LoweringRefusals refusals;
    private final LoweringContext context;
    private final RoutineBuilder code;
    private final NameScopes names;

    private RoutineLowering(FunctionBody body, ProgramLinker links, LoweringRefusals refusals) {
        this.body = body;
        this.refusals = refusals;
        this.context = LoweringContext.of(body.function(), links);
        this.code = context.code();
        this.names = context.names();
    }

    /**
     * Returns the routine of a body; instructions that cannot be lowered are recorded and left out.
     */
    static Routine lower(
            FunctionBody body, int index, ProgramLinker links, LoweringRefusals refusals) {
        return new RoutineLowering(body, links, refusals).routine(index);
    }

    private Routine routine(int index) {
        code.at(body.function().offset());
        names.enter(body.statements());
        ParameterUse use = ParameterUse.of(body.statements());
        List<Routine.Place> parameters = new ArrayList<>();
        List<Routine.Place> results = new ArrayList<>();
        if (context.inKernel()) {
            declareKernelParameters();
        } else {
            for (Variable parameter : body.function().parameters()) {
                parameters.addAll(
                        ParameterSlot.isVector(parameter)
                                ? vector(parameter)
                                : List.of(parameter(parameter, use)));
            }
            for (Variable result : body.function().returns()) {
                results.addAll(
                        ParameterSlot.isVector(result)
                                ? vector(result)
                                : List.of(result(result, use)));
            }
        }
        statements(body.statements());
        if (code.open()) {
            context.results().gather();
            code.end(new Exit.Return(code.at()));
        }
        names.leave();
        return new Routine(
                body.function().name(),
                index,
                context.links().address(body.function()),
                code.registers(),
                code.blocks(),
                List.copyOf(parameters),
                List.copyOf(results),
                code.frameBytes());
    }

    private void declareKernelParameters() {
        for (var place : context.links().parameters().places()) {
            Value address = new Value.Constant(place.offset(), Carrier.LONG);
            names.declare(place.parameter(), new Binding.Placed(Space.PARAM, address));
        }
    }

    private List<Routine.Place> vector(Variable variable) {
        Binding.HeldVector vector = names.vector(variable, variable.name());
        names.declare(variable, vector);
        return vector.elements().stream()
                .<Routine.Place>map(element -> new Routine.Place.InRegister(element.register()))
                .toList();
    }

    private Routine.Place parameter(Variable variable, ParameterUse use) {
        return switch (ParameterSlot.of(variable)) {
            case ParameterSlot.Area(long bytes, int align) -> inFrame(variable, bytes, align);
            case ParameterSlot.Scalar(ScalarType type) -> {
                Register register = OperandReader.register(code, type, variable.name());
                if (!held(variable, register, type, use)) {
                    long offset = frame(variable, type.bytes(), type.bytes());
                    code.add(ArgumentPassing.store(register, type, offset, code.at()));
                }
                yield new Routine.Place.InRegister(register);
            }
        };
    }

    private Routine.Place result(Variable variable, ParameterUse use) {
        return switch (ParameterSlot.of(variable)) {
            case ParameterSlot.Area(long bytes, int align) -> inFrame(variable, bytes, align);
            case ParameterSlot.Scalar(ScalarType type) -> {
                Register register = OperandReader.register(code, type, variable.name());
                if (!held(variable, register, type, use)) {
                    long offset = frame(variable, type.bytes(), type.bytes());
                    context.results()
                            .beforeReturn(ArgumentPassing.load(register, type, offset, code.at()));
                }
                yield new Routine.Place.InRegister(register);
            }
        };
    }

    /** Keeps a variable in a register unless its address matters; returns whether it did. */
    private boolean held(Variable variable, Register register, ScalarType type, ParameterUse use) {
        if (variable.space() == StateSpace.REG) {
            names.declare(variable, new Binding.Held(register, type));
            return true;
        }
        if (use.isPlain(variable.name(), type)) {
            names.declare(variable, new Binding.HeldParameter(register, type));
            return true;
        }
        return false;
    }

    private Routine.Place inFrame(Variable variable, long bytes, int align) {
        return new Routine.Place.InFrame(frame(variable, bytes, align), bytes);
    }

    private long frame(Variable variable, long bytes, int align) {
        long offset = code.frame(bytes, align);
        Value address = new Value.FrameAddress(offset, Carrier.LONG);
        names.declare(variable, new Binding.Placed(Space.LOCAL, address));
        return offset;
    }

    private void statements(List<Statement> statements) {
        for (Statement statement : statements) {
            switch (statement) {
                case Statement.Label(String name, int offset) -> {
                    code.at(offset);
                    code.enter(names.block(name));
                }
                case Statement.Declaration(var variables) ->
                        variables.forEach(variable -> declare(variable, statements));
                case Statement.Block(var inner) -> {
                    names.enter(inner);
                    statements(inner);
                    names.leave();
                }
                case Statement.Instruction instruction ->
                        refusals.collect(
                                body.function(), instruction, () -> instruction(instruction));
                case Statement.BranchTargets _,
                        Statement.CallTargets _,
                        Statement.Prototype _,
                        Statement.Location _,
                        Statement.Pragma _ -> {}
            }
        }
    }

    private void declare(Variable variable, List<Statement> seenBy) {
        switch (variable.space()) {
            case REG -> names.declare(variable);
            case LOCAL -> frame(variable, variable.bytes(), variable.align());
            case SHARED -> names.declare(variable, context.links().placeShared(variable));
            case PARAM -> declareParameter(variable, seenBy);
            case GLOBAL, CONST ->
                    names.declare(variable, context.links().placeWithin(body.function(), variable));
            case TEX -> refusals.wrongPlace(body.function(), variable);
        }
    }

    private void declareParameter(Variable variable, List<Statement> seenBy) {
        switch (ParameterSlot.of(variable)) {
            case ParameterSlot.Area(long bytes, int align) -> frame(variable, bytes, align);
            case ParameterSlot.Scalar(ScalarType type) -> {
                if (ParameterUse.of(seenBy).isPlain(variable.name(), type)) {
                    Register register = OperandReader.register(code, type, variable.name());
                    names.declare(variable, new Binding.HeldParameter(register, type));
                } else {
                    frame(variable, type.bytes(), type.bytes());
                }
            }
        }
    }

    private void instruction(Instruction instruction) {
        code.at(instruction.offset());
        FamilyLowering family = LoweringTable.of(instruction.opcode());
        Guard guard = instruction.guard();
        if (guard == null) {
            family.lower(instruction, context);
            return;
        }
        if (instruction.opcode().equals("bra")) {
            ControlLowering.branch(instruction, guard, context);
            return;
        }
        Value predicate =
                context.values().predicate(new Operand.Name(guard.predicate(), guard.offset()));
        if (family.endsBlocks()) {
            int behind = code.branchAround(predicate, guard.negated());
            family.lower(instruction, context);
            code.enter(behind);
        } else {
            int size = code.size();
            family.lower(instruction, context);
            guard(predicate, guard.negated(), code.cutFrom(size));
        }
    }

    private void guard(Value predicate, boolean negated, List<Step> steps) {
        Value condition = predicate;
        if (steps.size() > 1 && steps.stream().anyMatch(s -> Effects.writes(s, predicate))) {
            Register copy = code.temporary(ScalarType.PRED);
            code.add(new Step.Move(copy, predicate, code.at()));
            condition = copy;
        }
        for (Step step : steps) {
            code.add(
                    isHarmless(step)
                            ? step
                            : new Step.Guarded(condition, negated, step, step.at()));
        }
    }

    /** Returns whether a step may always execute: its result is for this instruction only. */
    private static boolean isHarmless(Step step) {
        return switch (step) {
            case Step.Compute compute -> RoutineBuilder.isTemporary(compute.target());
            case Step.Move move -> RoutineBuilder.isTemporary(move.target());
            case Step.Select select -> RoutineBuilder.isTemporary(select.target());
            default -> false;
        };
    }
}
