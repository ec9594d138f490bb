package dev.hira.sim.launch;

import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.LoadedModule;
import dev.hira.sim.kernel.ModuleMemory;
import dev.hira.sim.ptx.PtxModule;
import dev.hira.sim.ptx.VariableImage;
import dev.hira.sim.ptx.model.Constant;
import dev.hira.sim.ptx.model.Linkage;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Variable;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Places a module's variables in device memory and gives them their initial values. */
final class PtxVariables {
    private static final long FUNCTION_STEP = 16;

    private final PtxModule module;
    private final ModuleMemory memory;
    private final Map<String, LoadedModule.Variable> placed = new LinkedHashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();

    private PtxVariables(PtxModule module, ModuleMemory memory) {
        this.module = module;
        this.memory = memory;
    }

    /**
     * Places all variables first, since they may hold each other's addresses.
     *
     * @throws KernelFault when there is no room or a name has no address
     */
    static Map<String, LoadedModule.Variable> place(PtxModule module, ModuleMemory memory) {
        PtxVariables variables = new PtxVariables(module, memory);
        for (Variable variable : module.variables().values()) {
            variables.allocate(variable);
        }
        variables.placed.forEach(variables::initialize);
        return Map.copyOf(variables.placed);
    }

    private void allocate(Variable variable) {
        if (variable.space() != StateSpace.GLOBAL && variable.space() != StateSpace.CONST) {
            return;
        }
        if (variable.linkage() == Linkage.EXTERN) {
            throw unresolved("variable", variable.name());
        }
        long bytes = variable.bytes();
        long address = memory.allocate(Math.max(1, bytes));
        placed.put(variable.name(), new LoadedModule.Variable(address, bytes));
    }

    private void initialize(String name, LoadedModule.Variable place) {
        Variable variable = module.variables().get(name);
        if (variable == null || variable.initializer() == null) {
            return;
        }
        VariableImage image = VariableImage.of(module, variable);
        byte[] bytes = image.bytes();
        for (VariableImage.Relocation relocation : image.relocations()) {
            write(bytes, relocation);
        }
        memory.at(place.address(), bytes.length).copyFrom(MemorySegment.ofArray(bytes));
    }

    private void write(byte[] bytes, VariableImage.Relocation relocation) {
        Constant.AddressOf wanted = relocation.address();
        long address = address(wanted.symbol()) + wanted.offset();
        if (wanted.mask() != 0) {
            address = (address & wanted.mask()) >>> Long.numberOfTrailingZeros(wanted.mask());
        }
        for (int i = 0; i < relocation.size(); i++) {
            bytes[relocation.at() + i] = (byte) (address >> (8 * i));
        }
    }

    private long address(String symbol) {
        LoadedModule.Variable variable = placed.get(symbol);
        if (variable != null) {
            return variable.address();
        }
        PtxFunction wanted = module.function(symbol);
        Long number = wanted == null ? null : functionNumbers().get(wanted.name());
        if (number == null) {
            throw unresolved("address of", symbol);
        }
        return number * FUNCTION_STEP;
    }

    /** Returns the functions' positions in the module, counted from 1. */
    private Map<String, Long> functionNumbers() {
        if (numbers.isEmpty()) {
            for (String name : module.functions().keySet()) {
                numbers.put(name, numbers.size() + 1L);
            }
        }
        return numbers;
    }

    private static KernelFault unresolved(String what, String name) {
        return new KernelFault(
                FaultKind.INVALID_PTX,
                "The "
                        + what
                        + " '"
                        + name
                        + "' is not in device memory of this module; modules are"
                        + " not linked with each other.");
    }
}
