package dev.hira.sim.launch;

import dev.hira.sim.kernel.Kernel;
import dev.hira.sim.kernel.LoadedModule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A module that was loaded into a context.
 *
 * @param kernels their names, in the order of the text
 */
record CompiledModule(
        List<String> kernels, Map<String, Kernel> byName, Map<String, Variable> variables)
        implements LoadedModule {
    @Override
    public @Nullable Kernel kernel(String name) {
        return byName.get(name);
    }

    @Override
    public @Nullable Variable variable(String name) {
        return variables.get(name);
    }
}
