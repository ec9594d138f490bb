package dev.hira.sim.driver;

import dev.hira.api.cuda.CUmoduleLoadingMode;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CuModuleGetGlobalResult;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.ModuleBudget;
import dev.hira.sim.driver.object.ModuleVariables;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.SimFunction;
import dev.hira.sim.driver.object.SimModule;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.LoadedModule;
import dev.hira.sim.kernel.ModuleDigest;
import dev.hira.sim.kernel.ModuleKernel;
import dev.hira.sim.kernel.PtxImage;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Modules: loading, kernels and variables. */
interface ModuleCalls extends DriverCalls {
    @Override
    default long cuModuleLoad(String fname) {
        lane().context();
        try {
            return cuModuleLoadData(MemorySegment.ofArray(Files.readAllBytes(Path.of(fname))));
        } catch (IOException | InvalidPathException unreadable) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_FILE_NOT_FOUND,
                    "the module file '" + fname + "' cannot be read: " + unreadable.getMessage());
        }
    }

    @Override
    default void cuModuleLoadDataAs(long module, MemorySegment image) {
        SimContext context = lane().context();
        ModuleBudget budget = lane().process().modules();
        ModuleVariables variables = new ModuleVariables(context, module);
        boolean entered = false;
        budget.take(image.byteSize());
        try {
            lane().process()
                    .enter(budget.read(image.byteSize(), () -> read(module, image, variables)));
            entered = true;
        } catch (KernelFault fault) {
            context.requireAlive();
            throw CudaFailures.of(fault);
        } catch (IllegalStateException closed) {
            context.requireAlive(); // the end of a context closes the memory that is written here
            throw closed;
        } catch (StackOverflowError | OutOfMemoryError tooMuch) {
            throw CudaFailures.outOfMemory(
                    "the host has not enough memory to load the module (" + tooMuch + ")");
        } finally {
            if (!entered) {
                variables.freeUnused();
                budget.give(image.byteSize());
            }
        }
    }

    private SimModule read(long module, MemorySegment image, ModuleVariables variables) {
        SimContext context = variables.context();
        PtxImage text = PtxImage.read(image);
        LoadedModule loaded =
                lane().process()
                        .kernels()
                        .load(text, context.device().profile().target(), variables);
        return new SimModule(
                module,
                context,
                image.byteSize(),
                ModuleDigest.of(text),
                loaded,
                variables.allocations(),
                ConcurrentHashMap.newKeySet());
    }

    /** Loads like cuModuleLoadData; ignores the options, which are hints to a compiler. */
    @Override
    default void cuModuleLoadDataExAs(
            long module,
            MemorySegment image,
            int numOptions,
            MemorySegment options,
            MemorySegment optionValues) {
        if (numOptions < 0
                || options.byteSize() < numOptions * 4L
                || optionValues.byteSize() < numOptions * 8L) {
            throw CudaFailures.invalidValue(
                    "the buffers are too small for " + numOptions + " options");
        }
        cuModuleLoadDataAs(module, image);
    }

    /** Not supported: fat binaries hold machine code. */
    @Override
    default void cuModuleLoadFatBinaryAs(long module, MemorySegment fatCubin) {
        lane().context();
        throw CudaFailures.notSupported(
                "simulated devices run PTX, not fat binaries; compile with nvcc -ptx");
    }

    @Override
    default void cuModuleUnload(long hmod) {
        lane().process().endModule(lane().module(hmod));
    }

    @Override
    default void cuModuleGetFunctionAs(long hfunc, long hmod, String name) {
        SimModule module = lane().module(hmod);
        @Nullable ModuleKernel kernel = module.loaded().kernel(name);
        if (kernel == null) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_NOT_FOUND, missingKernel(name, module.loaded().kernels()));
        }
        try {
            kernel.requireSupported();
        } catch (KernelFault fault) {
            throw CudaFailures.of(fault);
        }
        int shared = module.context().device().profile().limits().sharedPerBlock();
        lane().process().enter(new SimFunction(hfunc, module, kernel, shared));
        lane().process()
                .listener()
                .identified(
                        hfunc,
                        lane().process().ordinal(module.context().device()),
                        module.digest().code(name),
                        name);
    }

    private static String missingKernel(String name, List<String> kernels) {
        String text = "the module has no kernel '" + name + "'; ";
        if (kernels.isEmpty()) {
            return text
                    + "it has none: a kernel is a __global__ function, and a template becomes one"
                    + " where it is instantiated, for example by a name expression";
        }
        String mangled = "_Z" + name.length() + name;
        for (String kernel : kernels) {
            if (kernel.startsWith(mangled)) {
                return text
                        + "it has "
                        + kernels
                        + ", and '"
                        + kernel
                        + "' is the name of '"
                        + name
                        + "' in C++: write extern \"C\" before __global__, compile with the name"
                        + " expression '"
                        + name
                        + "', or ask for '"
                        + kernel
                        + "'";
            }
        }
        return text + "it has " + kernels;
    }

    @Override
    default CuModuleGetGlobalResult cuModuleGetGlobal(long hmod, String name) {
        SimModule module = lane().module(hmod);
        LoadedModule.@Nullable Variable variable;
        try {
            variable = module.loaded().variable(name);
        } catch (KernelFault fault) {
            throw CudaFailures.of(fault);
        }
        if (variable == null) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_NOT_FOUND,
                    "the module has no variable '"
                            + name
                            + "'; it has "
                            + (module.loaded().variableNames().isEmpty()
                                    ? "none"
                                    : module.loaded().variableNames()));
        }
        return new CuModuleGetGlobalResult(variable.address(), variable.bytes());
    }

    @Override
    default CUmoduleLoadingMode cuModuleGetLoadingMode() {
        lane().process().requireOpen();
        return CUmoduleLoadingMode.CU_MODULE_EAGER_LOADING;
    }

    @Override
    default int cuModuleGetFunctionCount(long mod) {
        return lane().module(mod).loaded().kernels().size();
    }

    @Override
    default List<String> cuModuleEnumerateFunctions(int numEntries, long mod) {
        List<String> names = lane().module(mod).loaded().kernels();
        return names.subList(0, Math.clamp(numEntries, 0, names.size()));
    }
}
