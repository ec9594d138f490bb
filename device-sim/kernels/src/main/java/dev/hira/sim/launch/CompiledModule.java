package dev.hira.sim.launch;

import dev.hira.sim.kernel.LoadedModule;
import dev.hira.sim.kernel.ModuleKernel;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A module that was loaded into a context.
 *
 * @param kernels kernel names in the order of the text
 */
record CompiledModule(
        List<String> kernels, Map<String, ModuleKernel> byName, Map<String, Variable> variables)
        implements LoadedModule {
    @Override
    public @Nullable ModuleKernel kernel(String name) {
        return byName.get(name);
    }

    @Override
    public List<String> variableNames() {
        return variables.keySet().stream().sorted().toList();
    }

    @Override
    public @Nullable Variable variable(String name) {
        return variables.get(name);
    }
}
