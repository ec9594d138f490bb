package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClKernelArgInfo;
import dev.hira.api.opencl.ClKernelInfo;
import dev.hira.api.opencl.ClKernelWorkGroupInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.source.SourceKernel;
import dev.hira.base.CountText;
import dev.hira.sim.driver.object.SimFunction;
import dev.hira.sim.kernel.ModuleKernel;
import dev.hira.sim.kernel.ModuleKernel.Parameter.Pointee;
import dev.hira.sim.opencl.device.ArgumentInfo;
import dev.hira.sim.opencl.device.InfoValue;
import dev.hira.sim.opencl.object.ClKernel;
import dev.hira.sim.opencl.object.ClMem;
import dev.hira.sim.opencl.object.ClProgram;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Kernels and their arguments. */
interface KernelCalls extends ProgramCalls {
    /** The size of the name of a memory object. */
    int NAME_BYTES = Long.BYTES;

    @Override
    default void clCreateKernelAs(long kernel, long program, String kernel_name) {
        create(kernel, built(lane().program(program)), kernel_name);
    }

    private void create(long kernel, ClProgram of, String kernel_name) {
        lane().on(of.context(), cuda -> cuda.cuModuleGetFunctionAs(kernel, of.name(), kernel_name));
        SimFunction function = lane().state().function(kernel);
        lane().objects().enter(new ClKernel(of, function, function.kernel().parameters()));
    }

    @Override
    default void clCloneKernelHIRAAs(long kernel, long source_kernel) {
        ClKernel source = lane().kernel(source_kernel);
        create(kernel, source.program(), source.function().kernel().name());
    }

    @Override
    default void clRetainKernel(long kernel) {
        lane().objects().retain(lane().kernel(kernel));
        hostKernels().retain(kernel);
    }

    @Override
    default void clReleaseKernel(long kernel) {
        lane().objects().release(lane().kernel(kernel));
        hostKernels().release(kernel);
    }

    @Override
    default void clSetKernelArgHIRA(
            long kernel,
            int arg_index,
            long arg_size,
            MemorySegment arg_value,
            long mem,
            long sampler) {
        ClKernel it = lane().kernel(kernel);
        ModuleKernel.Parameter parameter = parameter(it, arg_index);
        SourceKernel.@Nullable Parameter declared = it.declared(arg_index);
        if (sampler != 0 || (declared != null && declared.isSampler())) {
            requireSize(arg_index, parameter, NAME_BYTES, arg_size);
            it.set(arg_index, ImageArguments.sampler(it, declared, lane().sampler(sampler)));
        } else if (declared != null && declared.isImage()) {
            requireSize(arg_index, parameter, NAME_BYTES, arg_size);
            it.set(arg_index, ImageArguments.image(it, declared, lane().mem(mem)));
        } else {
            it.set(arg_index, argument(it, arg_index, parameter, arg_size, arg_value, mem));
        }
    }

    private ClKernel.Argument argument(
            ClKernel kernel,
            int index,
            ModuleKernel.Parameter parameter,
            long size,
            MemorySegment value,
            long mem) {
        if (mem != 0) {
            requireSize(index, parameter, NAME_BYTES, size);
            ClMem object = kernel.declared().isPresent() ? lane().buffer(mem) : lane().mem(mem);
            if (parameter.pointee() == Pointee.SHARED || object.context() != kernel.context()) {
                throw invalidValue(index, "is a memory object, but must be no such object");
            }
            return value.byteSize() == 0
                    ? new ClKernel.Memory(object)
                    : address(index, parameter, value, object);
        }
        if (parameter.pointee() == Pointee.SHARED) {
            if (value.byteSize() != 0) {
                throw invalidValue(index, "is local memory, so it has no value");
            }
            return local(index, size);
        }
        if (value.byteSize() == 0) {
            return withoutValue(index, parameter, size);
        }
        requireSize(index, parameter, parameter.bytes(), size);
        if (value.byteSize() < size) {
            throw invalidValue(index, "has fewer bytes than its size");
        }
        byte[] bytes = value.asSlice(0, size).toArray(ValueLayout.JAVA_BYTE);
        if (parameter.pointee() == Pointee.GLOBAL) {
            return pointer(index, bytes);
        }
        return new ClKernel.Value(bytes);
    }

    /** Returns an address in a memory object as a value. */
    private static ClKernel.Argument address(
            int index, ModuleKernel.Parameter parameter, MemorySegment value, ClMem in) {
        long address =
                value.byteSize() < Long.BYTES ? 0 : value.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
        if (parameter.pointee() != Pointee.GLOBAL
                || Long.compareUnsigned(address - in.address(), in.size()) >= 0) {
            throw invalidValue(index, "is no pointer to global memory, or not into the memory");
        }
        return new ClKernel.Value(value.asSlice(0, Long.BYTES).toArray(ValueLayout.JAVA_BYTE));
    }

    /** Returns the value of a pointer to global memory: none, because it is no known object. */
    private static ClKernel.Argument pointer(int index, byte[] bytes) {
        for (byte each : bytes) {
            if (each != 0) {
                throw OpenClFailures.of(
                        ClResult.CL_INVALID_MEM_OBJECT,
                        "the argument " + index + " must be a memory object");
            }
        }
        return new ClKernel.Memory(null);
    }

    /** Returns an argument that is given without a value: no memory object, or local memory. */
    private static ClKernel.Argument withoutValue(
            int index, ModuleKernel.Parameter parameter, long size) {
        if (parameter.pointee() == Pointee.GLOBAL) {
            requireSize(index, parameter, NAME_BYTES, size);
            return new ClKernel.Memory(null);
        }
        if (parameter.bytes() != Long.BYTES && parameter.bytes() != Integer.BYTES) {
            throw invalidValue(index, "has no value");
        }
        return local(index, size);
    }

    private static ClKernel.Argument local(int index, long size) {
        if (size <= 0 || size > Integer.MAX_VALUE) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_ARG_SIZE,
                    "the argument "
                            + index
                            + " cannot have "
                            + Long.toUnsignedString(size)
                            + " bytes of local memory");
        }
        return new ClKernel.Local(size);
    }

    private static void requireSize(
            int index, ModuleKernel.Parameter parameter, long wanted, long size) {
        if (size != wanted || parameter.bytes() != wanted) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_ARG_SIZE,
                    "the argument "
                            + index
                            + " has "
                            + parameter.bytes()
                            + " bytes, not "
                            + Long.toUnsignedString(size));
        }
    }

    private static RuntimeException invalidValue(int index, String why) {
        return OpenClFailures.of(
                ClResult.CL_INVALID_ARG_VALUE, "the argument " + index + " " + why);
    }

    private static ModuleKernel.Parameter parameter(ClKernel kernel, int index) {
        if (index < 0 || index >= kernel.parameters().size()) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_ARG_INDEX,
                    "the kernel "
                            + kernel.function().kernel().name()
                            + " has "
                            + CountText.of(kernel.parameters().size(), "argument")
                            + ", counted from 0; it has no argument "
                            + Integer.toUnsignedString(index));
        }
        return kernel.parameters().get(index);
    }

    @Override
    default long clGetKernelInfo(
            long kernel,
            ClKernelInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        ClKernel it = lane().kernel(kernel);
        InfoValue value =
                switch (param_name) {
                    case CL_KERNEL_FUNCTION_NAME -> InfoValue.ofText(it.function().kernel().name());
                    case CL_KERNEL_NUM_ARGS -> InfoValue.ofInt(it.parameters().size());
                    case CL_KERNEL_REFERENCE_COUNT -> InfoValue.ofInt(lane().objects().count(it));
                    case CL_KERNEL_CONTEXT -> InfoValue.ofLong(it.context().name());
                    case CL_KERNEL_PROGRAM -> InfoValue.ofLong(it.program().name());
                    case CL_KERNEL_ATTRIBUTES ->
                            InfoValue.ofText(
                                    it.declared().map(SourceKernel::attributes).orElse(""));
                    case CL_KERNEL_INFO_NONE ->
                            throw OpenClFailures.invalidValue("0 is no property of a kernel");
                };
        return value.give(param_value_size, param_value);
    }

    @Override
    default long clGetKernelArgInfo(
            long kernel,
            int arg_index,
            ClKernelArgInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        ClKernel it = lane().kernel(kernel);
        parameter(it, arg_index);
        return ArgumentInfo.of(it, arg_index, param_name).give(param_value_size, param_value);
    }

    @Override
    default long clGetKernelWorkGroupInfo(
            long kernel,
            long device,
            ClKernelWorkGroupInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        ClKernel it = lane().kernel(kernel);
        if (device != 0) {
            requireDevice(it.context(), device);
        }
        ModuleKernel on = it.function().kernel();
        long warp = it.context().device().device().profile().limits().warpSize();
        InfoValue value =
                switch (param_name) {
                    case CL_KERNEL_WORK_GROUP_SIZE ->
                            InfoValue.ofLong(on.needs().maxThreadsPerBlock());
                    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE ->
                            InfoValue.ofLongs(WorkSizes.required(on));
                    case CL_KERNEL_LOCAL_MEM_SIZE ->
                            InfoValue.ofLong(on.needs().sharedBytes() + localBytes(it));
                    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE -> InfoValue.ofLong(warp);
                    case CL_KERNEL_PRIVATE_MEM_SIZE -> InfoValue.ofLong(on.needs().localBytes());
                    case CL_KERNEL_GLOBAL_WORK_SIZE ->
                            throw OpenClFailures.invalidValue(
                                    "only built-in kernels and custom devices have a largest range");
                    case CL_KERNEL_WORK_GROUP_INFO_NONE ->
                            throw OpenClFailures.invalidValue(
                                    "0 is no property of a kernel on a device");
                };
        return value.give(param_value_size, param_value);
    }

    private static long localBytes(ClKernel kernel) {
        long bytes = 0;
        for (int i = 0; i < kernel.parameters().size(); i++) {
            if (kernel.argument(i) instanceof ClKernel.Local(long more)) {
                bytes += more;
            }
        }
        return bytes;
    }
}
