package dev.hira.sim.lower.build;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Value;
import dev.hira.sim.kernel.EnvironmentBlock;
import dev.hira.sim.ptx.PtxModule;
import dev.hira.sim.ptx.SharedLayout;
import dev.hira.sim.ptx.model.FunctionBody;
import dev.hira.sim.ptx.model.Linkage;
import dev.hira.sim.ptx.model.ParameterLayout;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The definitions that the routines of a program share: its symbols, functions and shared memory.
 */
public final class ProgramLinker {
    private static final int DYNAMIC_ALIGN = 16;
    private static final long FUNCTION_STEP = 16;

    private final PtxModule module;
    private final PtxFunction kernel;
    private final SharedLayout shared;
    private final ParameterLayout parameters;
    private final Map<String, Integer> routines = new LinkedHashMap<>();
    private final Map<String, Long> addresses = new HashMap<>();
    private final List<PtxFunction> functions = new ArrayList<>();
    private final Map<String, Integer> symbols = new LinkedHashMap<>();
    private boolean readsEnvironment;

    public ProgramLinker(PtxModule module, PtxFunction kernel, List<FunctionBody> bodies) {
        this.module = module;
        this.kernel = kernel;
        this.shared = module.sharedLayout(kernel);
        this.parameters = ParameterLayout.of(kernel.parameters());
        for (FunctionBody body : bodies) {
            routines.put(body.function().name(), routines.size());
            functions.add(body.function());
        }
        for (String name : module.functions().keySet()) {
            addresses.put(name, (addresses.size() + 1) * FUNCTION_STEP);
        }
    }

    public PtxModule module() {
        return module;
    }

    boolean isKernel(PtxFunction function) {
        return function.equals(kernel);
    }

    public ParameterLayout parameters() {
        return parameters;
    }

    /** Notes a read of the environment block; returns the block's offset in the parameters. */
    long environment() {
        readsEnvironment = true;
        return EnvironmentBlock.start(parameters.bytes());
    }

    /** The size of the packed parameters with the environment block, if a routine reads that. */
    public long parameterBytes() {
        return readsEnvironment
                ? EnvironmentBlock.start(parameters.bytes()) + EnvironmentBlock.BYTES
                : parameters.bytes();
    }

    /** Returns the number of a function that the kernel can reach, or null. */
    public @Nullable Integer routine(PtxFunction function) {
        return routines.get(function.name());
    }

    /** The functions of the program by number. */
    public List<PtxFunction> functions() {
        return functions;
    }

    public long address(PtxFunction function) {
        return addresses.getOrDefault(function.name(), 0L);
    }

    /** Returns the meaning of a name outside bodies, or null. */
    public @Nullable Binding find(String name) {
        Variable variable = module.variables().get(name);
        if (variable != null) {
            return place(variable);
        }
        PtxFunction function = module.function(name);
        return function == null ? null : new Binding.Code(address(function));
    }

    /** Places a variable of the module that the body of a function declares. */
    public Binding placeWithin(PtxFunction function, Variable variable) {
        return Objects.requireNonNull(find(variable.nameWithin(function)));
    }

    private Binding place(Variable variable) {
        return switch (variable.space()) {
            case GLOBAL, CONST, TEX -> {
                Integer known = symbols.putIfAbsent(variable.name(), symbols.size());
                int symbol = known == null ? symbols.size() - 1 : known;
                yield new Binding.Placed(
                        Space.GLOBAL, new Value.SymbolAddress(symbol, 0, Carrier.LONG));
            }
            case SHARED -> placeShared(variable);
            case LOCAL, PARAM, REG ->
                    throw LoweringRefusal.wrong(
                            "The variable '"
                                    + variable.name()
                                    + "' of the module is "
                                    + variable.space().suffix()
                                    + "; modules have .global, .const and .shared ones.");
        };
    }

    /** Places a shared variable; one without a size begins where dynamic shared memory begins. */
    public Binding placeShared(Variable variable) {
        Long offset = shared.offsets().get(variable);
        return new Binding.Placed(
                Space.SHARED,
                new Value.Constant(offset == null ? dynamicShared() : offset, Carrier.LONG));
    }

    public int staticShared() {
        return Math.toIntExact(shared.bytes());
    }

    /**
     * Returns the offset at which dynamic shared memory begins, aligned for all variables in it.
     */
    public int dynamicShared() {
        int align = DYNAMIC_ALIGN;
        for (Variable variable : module.variables().values()) {
            if (variable.space() == StateSpace.SHARED && variable.linkage() == Linkage.EXTERN) {
                align = Math.max(align, variable.align());
            }
        }
        return Math.toIntExact((shared.bytes() + align - 1) & -align);
    }

    public List<String> symbols() {
        return List.copyOf(symbols.keySet());
    }
}
