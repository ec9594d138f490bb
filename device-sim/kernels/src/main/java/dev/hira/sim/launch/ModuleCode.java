package dev.hira.sim.launch;

import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.ptx.PtxModule;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.text.PtxException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The code of a PTX text, shared by all contexts that have loaded it. */
final class ModuleCode {
    private final PtxModule module;
    private final Map<String, KernelCode> kernels = new LinkedHashMap<>();

    private ModuleCode(PtxModule module) {
        this.module = module;
    }

    /**
     * Reads and checks a text.
     *
     * @throws KernelFault with all errors in the text
     */
    static ModuleCode of(String text, Tiers tiers) {
        try {
            PtxModule module = PtxModule.parse(text);
            SupportedInstructions support = new SupportedInstructions();
            module.check(support::add);
            ModuleCode code = new ModuleCode(module);
            for (PtxFunction kernel : module.kernels()) {
                code.kernels.put(kernel.name(), new KernelCode(module, kernel, tiers));
            }
            support.check(code.kernels.values());
            return code;
        } catch (PtxException wrong) {
            throw new KernelFault(
                    FaultKind.INVALID_PTX, "The module is not valid PTX.\n" + wrong.getMessage());
        }
    }

    PtxModule module() {
        return module;
    }

    /** Returns the kernels by name, in the order of the text. */
    Map<String, KernelCode> kernels() {
        return kernels;
    }
}
