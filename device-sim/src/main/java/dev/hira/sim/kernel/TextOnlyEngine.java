package dev.hira.sim.kernel;

import dev.hira.api.cuda.CUresult;
import dev.hira.sim.profile.DeviceProfile;
import dev.hira.sim.ptx.PtxException;
import dev.hira.sim.ptx.PtxModule;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An engine that checks modules and tells all about them, but runs nothing. */
final class TextOnlyEngine implements KernelEngine {
    @Override
    public LoadedModule load(PtxImage image, DeviceProfile device, ModuleMemory memory) {
        try {
            PtxModule module = PtxModule.parse(image.text());
            module.check();
            Map<String, LoadedModule.Variable> variables = PtxVariables.place(module, memory);
            Map<String, Kernel> kernels = new LinkedHashMap<>();
            module.kernels()
                    .forEach(kernel ->
                            kernels.put(kernel.name(), new TextKernel(module, kernel, device)));
            return new TextModule(List.copyOf(kernels.keySet()), kernels, variables);
        } catch (PtxException wrong) {
            throw new KernelFault(
                    CUresult.CUDA_ERROR_INVALID_PTX,
                    "The module is not valid PTX.\n" + wrong.getMessage());
        }
    }

    private record TextModule(
            List<String> kernels,
            Map<String, Kernel> byName,
            Map<String, LoadedModule.Variable> variables)
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

    private record TextKernel(
            PtxModule module, dev.hira.sim.ptx.Function function, DeviceProfile device)
            implements Kernel {
        @Override
        public String name() {
            return function.name();
        }

        @Override
        public Needs needs() {
            return PtxNeeds.of(module, function, device);
        }

        @Override
        public List<Parameter> parameters() {
            return PtxNeeds.parameters(function);
        }

        @Override
        public Launch prepare(LaunchShape shape, MemorySegment parameters, KernelMemory memory) {
            throw new KernelFault(
                    CUresult.CUDA_ERROR_NOT_SUPPORTED,
                    "To launch the kernel '"
                            + function.name()
                            + "' needs an engine that compiles PTX, which this device does not have.");
        }
    }
}
