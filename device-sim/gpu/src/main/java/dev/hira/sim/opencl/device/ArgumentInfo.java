package dev.hira.sim.opencl.device;

import dev.hira.api.opencl.ClKernelArgAccessQualifier;
import dev.hira.api.opencl.ClKernelArgAddressQualifier;
import dev.hira.api.opencl.ClKernelArgInfo;
import dev.hira.api.opencl.ClKernelArgTypeQualifier;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.source.SourceKernel;
import dev.hira.sim.opencl.object.ClKernel;
import dev.hira.sim.opencl.object.OpenClFailures;

/** The properties of the arguments of kernels that were built from source. */
public final class ArgumentInfo {
    private ArgumentInfo() {}

    /** Returns a property of an argument that the kernel has. */
    public static InfoValue of(ClKernel kernel, int index, ClKernelArgInfo info) {
        SourceKernel.Parameter it =
                kernel.declared()
                        .filter(declared -> index < declared.parameters().size())
                        .orElseThrow(() ->
                                OpenClFailures.of(
                                        ClResult.CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
                                        "the program was created from PTX, which says nothing about"
                                                + " the arguments of its kernels"))
                        .parameters()
                        .get(index);
        return switch (info) {
            case CL_KERNEL_ARG_ADDRESS_QUALIFIER -> InfoValue.ofInt(address(it).value());
            case CL_KERNEL_ARG_ACCESS_QUALIFIER -> InfoValue.ofInt(access(it).value());
            case CL_KERNEL_ARG_TYPE_NAME -> InfoValue.ofText(it.type());
            case CL_KERNEL_ARG_TYPE_QUALIFIER -> InfoValue.ofLong(qualifiers(it));
            case CL_KERNEL_ARG_NAME -> InfoValue.ofText(it.name());
            case CL_KERNEL_ARG_INFO_NONE ->
                    throw OpenClFailures.invalidValue("0 is no property of an argument");
        };
    }

    private static ClKernelArgAddressQualifier address(SourceKernel.Parameter it) {
        return switch (it.space()) {
            case PRIVATE -> ClKernelArgAddressQualifier.CL_KERNEL_ARG_ADDRESS_PRIVATE;
            case GLOBAL -> ClKernelArgAddressQualifier.CL_KERNEL_ARG_ADDRESS_GLOBAL;
            case CONSTANT -> ClKernelArgAddressQualifier.CL_KERNEL_ARG_ADDRESS_CONSTANT;
            case LOCAL -> ClKernelArgAddressQualifier.CL_KERNEL_ARG_ADDRESS_LOCAL;
        };
    }

    private static ClKernelArgAccessQualifier access(SourceKernel.Parameter it) {
        return switch (it.access()) {
            case NONE -> ClKernelArgAccessQualifier.CL_KERNEL_ARG_ACCESS_NONE;
            case READ_ONLY -> ClKernelArgAccessQualifier.CL_KERNEL_ARG_ACCESS_READ_ONLY;
            case WRITE_ONLY -> ClKernelArgAccessQualifier.CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
            case READ_WRITE -> ClKernelArgAccessQualifier.CL_KERNEL_ARG_ACCESS_READ_WRITE;
        };
    }

    private static long qualifiers(SourceKernel.Parameter it) {
        long bits = 0;
        if (it.isConst()) {
            bits |= ClKernelArgTypeQualifier.CL_KERNEL_ARG_TYPE_CONST.value();
        }
        if (it.isRestrict()) {
            bits |= ClKernelArgTypeQualifier.CL_KERNEL_ARG_TYPE_RESTRICT.value();
        }
        if (it.isVolatile()) {
            bits |= ClKernelArgTypeQualifier.CL_KERNEL_ARG_TYPE_VOLATILE.value();
        }
        return bits;
    }
}
