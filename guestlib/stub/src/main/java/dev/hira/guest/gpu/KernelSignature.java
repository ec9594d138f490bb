package dev.hira.guest.gpu;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.base.CountText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a kernel's parameters, by which arguments are packed.
 *
 * @param parameters the parameters in order; null when the driver cannot report them: then
 *     arguments are packed by natural alignment and only their types are checked
 */
record KernelSignature(String kernel, @Nullable List<Parameter> parameters) {
    /** An upper bound for the parameters of a kernel: 4 KiB of bytes. */
    private static final int MAX_PARAMETERS = 4096;

    /** The place of a parameter, and what is known of its type. */
    record Parameter(int offset, int size, ParameterKind kind) {}

    /**
     * Asks the driver for a kernel's signature.
     *
     * @param kinds what the kernel's PTX says of its parameters; empty when it says nothing
     */
    static KernelSignature ask(
            CudaDriver cuda, String name, long function, List<ParameterKind> kinds) {
        List<Parameter> parameters = new ArrayList<>();
        try {
            while (parameters.size() < MAX_PARAMETERS) {
                int index = parameters.size();
                var info = cuda.cuFuncGetParamInfo(function, index);
                parameters.add(
                        new Parameter(
                                Math.toIntExact(info.paramOffset()),
                                Math.toIntExact(info.paramSize()),
                                index < kinds.size() ? kinds.get(index) : ParameterKind.UNKNOWN));
            }
        } catch (CudaException e) {
            if (e.code() != CUresult.CUDA_ERROR_INVALID_VALUE.value()) {
                return new KernelSignature(name, null);
            }
        }
        return new KernelSignature(name, List.copyOf(parameters));
    }

    /** Returns the arguments of a launch on a GPU in the driver's form. */
    byte[] pack(Gpu gpu, @Nullable Object[] arguments) {
        KernelArguments packed = new KernelArguments(gpu, kernel);
        List<Parameter> known = parameters;
        if (known == null) {
            for (int i = 0; i < arguments.length; i++) {
                packed.append(i, arguments[i]);
            }
        } else {
            requireCount(known, arguments);
            for (int i = 0; i < arguments.length; i++) {
                packed.put(i, arguments[i], known.get(i));
            }
        }
        return packed.bytes();
    }

    private void requireCount(List<Parameter> known, @Nullable Object[] arguments) {
        if (known.size() != arguments.length) {
            throw new IllegalArgumentException(
                    "kernel "
                            + kernel
                            + " takes "
                            + CountText.of(known.size(), "parameter")
                            + " "
                            + sizes(known)
                            + " but was given "
                            + arguments.length);
        }
    }

    private static String sizes(List<Parameter> known) {
        return "of " + known.stream().map(Parameter::size).toList() + " bytes";
    }
}
